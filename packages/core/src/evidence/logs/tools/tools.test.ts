import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import type { LogFact, Run } from '../../../model/index.js';
import { pointOf } from '../../../rules/verification/points.js';
import { openLog } from '../index.js';
import { recognizers } from './index.js';

const ROOT = path.resolve(import.meta.dirname, '../../../../../../fixtures/logs');
// A log may really hold two tools: a wrapper and what it runs.
const ALSO = JSON.parse(readFileSync(path.join(ROOT, 'also.json'), 'utf8')) as Record<string, readonly string[]>;

const has = (run: Run, kinds: readonly LogFact['kind'][]) => run.facts.some(({ kind }) => kinds.includes(kind));

/** What the first word of a fixture's name promises. `passed` is also a tool that is silent on success. */
const PROMISES: Record<string, (run: Run) => boolean> = {
  passed: (run) => ['green', 'unknown'].includes(pointOf(run)),
  failed: (run) => pointOf(run) === 'red',
  skipped: (run) => ['green', 'unknown'].includes(pointOf(run)) && has(run, ['soft']),
  'no-tests': (run) => pointOf(run) === 'empty',
  unfinished: (run) => pointOf(run) === 'unfinished',
};

const cases = readdirSync(ROOT, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .flatMap(({ name: tool }) => readdirSync(path.join(ROOT, tool)).filter((file) => file.endsWith('.log')).map((file) => ({ tool, file })))
  .sort((a, b) => (`${a.tool}/${a.file}` < `${b.tool}/${b.file}` ? -1 : 1));

describe.each(cases)('$tool/$file', ({ tool, file }) => {
  const text = readFileSync(path.join(ROOT, tool, file), 'utf8');
  const own = recognizers.filter((recognizer) => recognizer.tool === tool);
  const read = (tools: typeof recognizers) => {
    const log = openLog(null, tools);
    log.write(text);
    return log.close(null);
  };

  test('says what its name promises', () => {
    expect(own, `a recognizer called ${tool}`).toHaveLength(1);
    const run = read(own);
    const prefix = file.split('.')[0] ?? '';
    expect(PROMISES[prefix]?.(run), JSON.stringify(run.facts.filter(({ kind }) => kind !== 'noise'), null, 1)).toBe(true);
  });

  test('facts', async () => {
    const { facts, passed } = read(recognizers);
    const lines = facts.map(({ tool: by, kind, span, count, text: quoted, ...rest }) => `${span.join('-')} ${by} ${kind} x${count} ${JSON.stringify(rest)} ${quoted.slice(0, 120)}`);
    await expect(`${[...lines, `passed: ${passed.names.slice(0, 20).join(' | ')}`].join('\n')}\n`).toMatchFileSnapshot(path.join(ROOT, tool, `${file}.facts`));
  });

  test('every other tool is silent', () => {
    const others = recognizers.filter((recognizer) => recognizer.tool !== tool && !ALSO[`${tool}/${file}`]?.includes(recognizer.tool) && !ALSO[tool]?.includes(recognizer.tool));
    for (const other of others) {
      const run = read([other]);
      expect(run.facts.filter((fact) => fact.tool === other.tool), other.tool).toEqual([]);
    }
  });
});

test('there are logs', () => {
  expect(existsSync(ROOT)).toBe(true);
  expect(cases.length).toBeGreaterThan(50);
});
