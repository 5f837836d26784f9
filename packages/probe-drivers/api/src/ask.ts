import { type IncomingHttpHeaders, request } from 'node:http';
import type { RequestStep } from '@verifier/probe-sdk';

const LARGEST_BODY = 1024 * 1024;

export interface Reply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** The first MiB. */
  readonly body: string;
}

/** One request on a connection of its own; never follows anything. Errors: whatever breaks the connection, or the abort. */
export function ask(base: URL, { method, path, body, headers = {} }: RequestStep, signal: AbortSignal): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const text = body === undefined ? null : typeof body === 'string' ? body : JSON.stringify(body);
    const sent = { ...(text === null || typeof body === 'string' ? {} : { 'content-type': 'application/json' }), ...headers, ...(text === null ? {} : { 'content-length': String(Buffer.byteLength(text)) }) };
    const going = request({ host: base.hostname.replace(/^\[|\]$/g, ''), port: base.port, method, path, headers: sent, agent: false, signal }, (response) => {
      const chunks: Buffer[] = [];
      let size = 0;
      const done = (): void => resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks).toString('utf8') });
      response.on('data', (chunk: Buffer) => {
        chunks.push(chunk.subarray(0, LARGEST_BODY - size));
        size += chunk.length;
        if (size < LARGEST_BODY) return;
        done();
        response.destroy();
      });
      response.on('end', done);
      response.on('error', reject);
    });
    going.on('error', reject);
    going.end(text ?? undefined);
  });
}
