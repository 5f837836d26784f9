import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

export interface Seen {
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: Record<string, unknown>;
}

export type Reply = { readonly status?: number; readonly headers?: Record<string, string>; readonly json: unknown } | 'cut' | 'cut-in-body';

/** A server on this machine that gives these replies, one for each request, the last one for all that follow. Closed with the test. */
export async function serverWith(replies: readonly Reply[]): Promise<{ url: string; seen: Seen[] }> {
  const seen: Seen[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const reply = replies[Math.min(seen.length, replies.length - 1)]!;
      seen.push({ url: request.url ?? '', headers: request.headers, body: JSON.parse(Buffer.concat(chunks).toString()) as Record<string, unknown> });
      send(reply, request, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen };
}

function send(reply: Reply, request: IncomingMessage, response: ServerResponse): void {
  if (reply === 'cut') {
    request.socket.destroy();
    return;
  }
  if (reply === 'cut-in-body') {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
    response.write('{"id":', () => request.socket.destroy());
    return;
  }
  response.writeHead(reply.status ?? 200, { 'content-type': 'application/json', ...reply.headers });
  response.end(typeof reply.json === 'string' ? reply.json : JSON.stringify(reply.json));
}

/** An answer of the Messages API. */
export function message(text: unknown, more: Record<string, unknown> = {}): Reply {
  const usage = { input_tokens: 100, output_tokens: 10, cache_read_input_tokens: 0, cache_creation_input_tokens: 0 };
  return { json: { id: 'msg_1', type: 'message', role: 'assistant', model: 'claude-opus-5', content: [{ type: 'text', text: typeof text === 'string' ? text : JSON.stringify(text) }], stop_reason: 'end_turn', stop_sequence: null, usage, ...more } };
}

/** An answer of a chat completions endpoint. */
export function completion(text: unknown, more: Record<string, unknown> = {}, choice: Record<string, unknown> = {}): Reply {
  return { json: { id: 'c1', object: 'chat.completion', model: 'small-model', choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content: typeof text === 'string' ? text : JSON.stringify(text) }, ...choice }], usage: { prompt_tokens: 100, completion_tokens: 10 }, ...more } };
}
