import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { evalMain } from '../../eval/main.js';
import type { EvalReport } from '../../eval/report.js';
import { folderOf } from './builders.js';

let out = '';
let complaints = '';
beforeEach(() => {
  [out, complaints] = ['', ''];
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => { out += String(text); return true; });
  vi.spyOn(console, 'error').mockImplementation((text: string) => { complaints += text; });
});
afterEach(() => { vi.restoreAllMocks(); });

const caseOf = (id: string, verdict: string) => JSON.stringify({ id, kind: 'seeded', stack: 'node', description: 'Nothing is given.', input: { task: '', diff: '', verifyLogs: '', builderReport: '' }, expected: { verdict } });
const right = (names: readonly string[]) => Object.fromEntries(names.map((name) => [`${name}.json`, caseOf(name, 'needs_context')]));
const MANY = Array.from({ length: 12 }, (_, at) => `case-${String(at).padStart(2, '0')}`);
const read = (file: string) => JSON.parse(readFileSync(file, 'utf8')) as EvalReport;

test('many cases are judged by several processes, in the order of their names', async () => {
  const folder = folderOf(right(MANY));
  const [output, page] = [path.join(folder, 'out/report.out'), path.join(folder, 'out/page.md')];
  expect(await evalMain(['--corpus', folder, '--jobs', '2', '--output', output, '--report', page])).toBe(0);
  expect(read(output)).toMatchObject({ passed: true, metrics: { cases: 12, verdictAgreement: 1 } });
  expect(read(output).cases.map(({ id }) => id)).toEqual(MANY);
  expect(readFileSync(page, 'utf8')).toContain('**The gate is open**');
  expect(out).toContain('12 cases, 0 not as expected');
});

test('one that is not as expected closes the gate', async () => {
  const folder = folderOf({ ...right(['a', 'b']), 'c.json': caseOf('c', 'open_pr') });
  expect(await evalMain(['--corpus', folder, '--json'])).toBe(1);
  expect(JSON.parse(out)).toMatchObject({ passed: false, cases: [{ id: 'a', failures: [] }, {}, { id: 'c', failures: ['verdict: expected open_pr, got needs_context'] }] });
});

test('shards that are merged are the whole', async () => {
  const folder = folderOf(right(MANY));
  const parts = folderOf({});
  for (const part of ['1', '2', '3']) expect(await evalMain(['--corpus', folder, '--shard', `${part}/3`, '--jobs', '1', '--output', path.join(parts, `${part}.json`)])).toBe(0);
  expect(read(path.join(parts, '1.json')).cases).toHaveLength(4);
  const whole = path.join(parts, 'whole.json');
  expect(await evalMain(['merge', ...['1', '2', '3'].map((part) => path.join(parts, `${part}.json`)), '--output', whole])).toBe(0);
  expect(read(whole).cases.map(({ id }) => id)).toEqual(MANY);
  expect(read(whole).shard).toBeUndefined();
});

test.each<[string, () => string[], string]>([
  ['no folder', () => ['--corpus', '/nowhere/at/all'], 'eval: /nowhere/at/all is not a folder'],
  ['no such case', () => ['--corpus', folderOf(right(['a'])), '--only', 'zzz'], 'eval: no case or stack is called "zzz"'],
  ['an unknown option', () => ['--nope'], "eval: Unknown option '--nope'"],
])('the harness cannot do it: %s', async (_, words, sentence) => {
  expect(await evalMain(words())).toBe(2);
  expect(out).toBe('');
  expect(complaints).toContain(sentence);
  expect(complaints).not.toContain('    at ');
});
