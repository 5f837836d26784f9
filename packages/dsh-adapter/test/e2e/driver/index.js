// Takes the place of the headless runner: drives several sessions and turns, waits until nothing moves, and ends.
import { randomUUID } from 'node:crypto';
import { existsSync, writeFileSync } from 'node:fs';

export const name = 'e2e-driver';
export const inject = ['agentDefaultModel', 'agents', 'sessions'];
export const Config = { '~standard': { version: 1, vendor: 'e2e', validate: (value) => ({ value: { quietMs: 300, sessions: [], ...value } }) } };

/**
 * `sessions`: `{ cwd, turns }`, all at the same time. A turn says something, and may be cancelled once a file is there; or it writes
 * a configuration into the watched file `watched` until the harness has taken it.
 */
export function apply(ctx, { sessions, quietMs }) {
  const exit = ctx.get('appExit');
  (async () => {
    await ctx.get('loader')?.await();
    await Promise.all(sessions.map((session) => drive(ctx, session, quietMs)));
    exit(0);
  })().catch((error) => {
    process.stderr.write(`driver: ${error?.stack ?? error}\n`);
    exit(1);
  });
}

async function drive(ctx, { cwd, turns }, quietMs) {
  const { provider, model } = ctx.agentDefaultModel.currentSelection();
  const presets = ctx.get('agentPresets');
  const { agent } = await ctx.agents.create({
    sessionId: `session-${randomUUID()}`, meta: { cwd }, agentOptions: { provider, model },
    ...(presets ? { setup: async (agentCtx) => { await presets.mount(agentCtx); } } : {}),
  });
  await agent.whenIdle();
  for (const { say, cancelWhen, watched, rows } of turns) {
    if (watched !== undefined) await taken(ctx, watched, rows);
    if (say === undefined) continue;
    agent.followup({ id: randomUUID(), role: 'user', content: [{ type: 'text', text: say }], source: { kind: 'user' } });
    if (cancelWhen !== undefined) await cancelled(agent, cancelWhen);
    await quiet(agent, quietMs);
  }
  await ctx.sessions.flush(agent.session);
}

/** The watcher comes up some seconds after the start, so the file is written again until the row is as it says. */
async function taken(ctx, file, rows) {
  const [{ id, config }] = rows[0].insert;
  const wanted = JSON.stringify(config);
  const isTaken = () => [...ctx.get('loader').entries()].some(({ options }) => options.id === id && JSON.stringify(options.config) === wanted);
  for (let at = 0; !isTaken(); at += 1) {
    if (at % 5 === 0) writeFileSync(file, JSON.stringify(rows));
    await sleep(200);
  }
  await sleep(300);
}

async function cancelled(agent, file) {
  while (!existsSync(file)) await sleep(20);
  agent.cancel({ kind: 'user' });
}

async function quiet(agent, quietMs) {
  for (let last = -1; ; ) {
    await agent.whenIdle();
    if (agent.session.seq === last) return;
    last = agent.session.seq;
    await sleep(quietMs);
  }
}

const sleep = (ms) => new Promise((resolve) => { setTimeout(resolve, ms); });
