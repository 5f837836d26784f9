import { createServer, connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { LaunchError, type LaunchContext, type StartedProcess, startProcess } from '@verifier/probe-sdk';

const HOST = '127.0.0.1';
const POLL_MS = 20;
const LAUNCH_TIMEOUT_MS = 15_000;

export interface Service {
  readonly base: URL;
  readonly child: StartedProcess;
}

/** Starts the service on a free port, which it is told in PORT, and waits until somebody listens there. Errors: LaunchError, and nothing is left. */
export async function startService({ root, commands = {}, launchTimeoutMs = LAUNCH_TIMEOUT_MS, signal }: LaunchContext, id: string): Promise<Service> {
  const command = Object.hasOwn(commands, id) ? commands[id] : undefined;
  if (command === undefined) throw new LaunchError(`no command ${JSON.stringify(id)} is registered, and no baseUrl is given`, { retryable: false });
  const port = await freePort();
  const child = startProcess({ ...command, env: { ...command.env, PORT: String(port), HOST } }, { cwd: root });
  const until = performance.now() + launchTimeoutMs;
  try {
    while (!(await isListening(port))) {
      const end = child.ended();
      if (end !== null) throw new LaunchError(`the service ended before it listened: ${end.failure ?? `exit ${end.code ?? end.signal ?? ''}`}`);
      if (signal?.aborted === true) throw new LaunchError('it was aborted', { retryable: false });
      if (performance.now() > until) throw new LaunchError(`nobody listened on the port of PORT within ${launchTimeoutMs} ms`);
      await sleep(POLL_MS);
    }
    return { base: new URL(`http://${HOST}:${port}`), child };
  } catch (error) {
    await child.stop();
    throw error;
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', (cause) => reject(new LaunchError('no port is free', { cause })));
    server.listen(0, HOST, () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: HOST }, () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
