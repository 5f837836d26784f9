import type { Kind } from './index.js';
import { versionOf } from './version.js';

export const adapter: Kind = {
  name: /^[a-z][a-z0-9-]*$/,
  example: 'my-agent',
  files: (host) => ({
    [`packages/core/src/adapters/${host}.ts`]: source(host),
    [`packages/core/src/adapters/${host}.test.ts`]: testOf(host),
    [`fixtures/adapters/${host}/done.event.json`]: `${JSON.stringify({ kind: 'done', cwd: 'project', task: 'Add a coupon' }, null, 2)}\n`,
    [`fixtures/adapters/${host}/done.ask.json`]: `${JSON.stringify({ from: 'workspace', root: 'project', task: 'Add a coupon' }, null, 2)}\n`,
    [`fixtures/adapters/${host}/not-mine.event.json`]: `${JSON.stringify({ kind: 'progress', cwd: 'project', task: 'Add a coupon' }, null, 2)}\n`,
    [`fixtures/adapters/${host}/not-mine.ask.json`]: '"not-mine"\n',
  }),
  next: (host) => [
    `replace fixtures/adapters/${host}/*.event.json by events that the host really sends`,
    `write packages/core/src/adapters/${host}.ts until \`npx vitest run packages/core/src/adapters\` is green`,
  ],
};

function source(host: string): string {
  return `import type { Adapter } from '../model/index.js';

/** Say where the host documents this event. */
export interface Event {
  readonly kind: string;
  readonly cwd: string;
  readonly task: string;
}

export interface Reply {
  readonly go: boolean;
  readonly say: string;
}

export const adapter: Adapter<Event, Reply> = {
  host: '${host}',
  docs: {
    title: '${host}',
    why: 'Say when the host asks',
    fix: 'Say how it is connected',
    since: '${versionOf()}',
  },
  ask: ({ kind, cwd, task }) => (kind === 'done' ? { from: 'workspace', root: cwd, task } : 'not-mine'),
  answer: ({ verdict }) => ({ go: verdict.must_fix.length === 0, say: verdict.summary }),
};
`;
}

function testOf(host: string): string {
  return `import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { adapter, type Event } from './${host}.js';

const FIXTURES = path.resolve(import.meta.dirname, '../../../../fixtures/adapters/${host}');
const read = (file: string): unknown => JSON.parse(readFileSync(path.join(FIXTURES, file), 'utf8'));
const cases = readdirSync(FIXTURES).filter((file) => file.endsWith('.event.json'));

test.each(cases)('%s', (file) => {
  expect(adapter.ask(read(file) as Event)).toEqual(read(file.replace('.event.json', '.ask.json')));
});
`;
}
