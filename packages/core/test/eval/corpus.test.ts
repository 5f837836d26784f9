import { symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { judgeCase } from '../../eval/judge.js';
import { HarnessError } from '../../eval/model.js';
import { optionsOf } from '../../eval/options.js';
import { readCorpus } from '../../eval/read-corpus.js';
import { folderOf } from './builders.js';

const TEXTS = { id: 'good', kind: 'seeded', stack: 'node', description: 'A case.', input: { task: '', diff: '', verifyLogs: '', builderReport: '' }, expected: { verdict: 'needs_context' } };
const LOG = { id: 'tool/red', tool: 'tool', command: 'npm test', exitCode: 1, signal: null, combined: '1 failing\n', truth: { outcome: 'fail' }, expect: { verdict: ['block_pr'] }, expectWithFooter: { verdict: ['block_pr', 'needs_context'] } };
const CHANGE = { id: 'T-1', kind: 'benign', language: 'go', tampering: false, task: 'x', diff: '', base: {}, verifyLogs: '', builderReport: '', expect: { must: ['needs_context'], why: 'Nothing.' } };
const REPOSITORY = { id: 'r', intent: { text: 'Say two.' }, setup: { baseDir: 'repo', patch: 'bug.patch', verifyCommands: ['sh check.sh'] }, expected: { verdict: 'not_mergeable', findings: [{ rule: 'verification/failed' }] } };
const PATCH = 'diff --git a/n.txt b/n.txt\nindex d00491f..0cfbf08 100644\n--- a/n.txt\n+++ b/n.txt\n@@ -1 +1 @@\n-1\n+2\n';
const REPO_FILES = { 'repo/n.txt': '1\n', 'repo/check.sh': 'grep -qx 1 n.txt || { echo "expected 1"; exit 1; }\n', 'bug.patch': PATCH };

describe('formats', () => {
  test('cases of texts', () => {
    expect(readCorpus([folderOf({ 'seeded/good.json': JSON.stringify(TEXTS) })])).toMatchObject([{ id: 'good', defect: true, expected: { verdicts: ['needs_context'] }, input: { corpus: 'texts' } }]);
  });

  test('a log sample gives the bare text and the text with its status', () => {
    const cases = readCorpus([folderOf({ 'tool/red.json': JSON.stringify(LOG) })]);
    expect(cases.map(({ id, expected }) => [id, expected.verdicts])).toEqual([['tool/red#raw', ['block_pr']], ['tool/red#status', ['block_pr', 'needs_context']]]);
    expect(cases[1]).toMatchObject({ input: { verifyLogs: '$ npm test\n1 failing\nexit code 1\n' } });
  });

  test('what nobody can decide is left out', () => {
    expect(readCorpus([folderOf({ 'a.json': JSON.stringify({ ...LOG, expect: { verdict: ['block_pr'], undecidable: true } }) })]).map(({ id }) => id)).toEqual(['tool/red#status']);
  });

  test('a sample of a change', () => {
    expect(readCorpus([folderOf({ 'T-1.json': JSON.stringify(CHANGE) })])).toMatchObject([{ id: 'T-1', stack: 'go', expected: { verdicts: ['needs_context'] } }]);
  });

  test('a repository, whose own JSON is no case', () => {
    const folder = folderOf({ 'r/case.json': JSON.stringify(REPOSITORY), 'r/repo/package.json': '{}', ...Object.fromEntries(Object.entries(REPO_FILES).map(([name, text]) => [`r/${name}`, text])) });
    expect(readCorpus([folder])).toMatchObject([{ id: 'r', defect: true, input: { corpus: 'repositories', task: 'Say two.', commands: ['sh check.sh'], timeoutMs: 900_000 } }]);
  });

  test('folders are read together', () => {
    expect(readCorpus([folderOf({ 'good.json': JSON.stringify(TEXTS) }), folderOf({ 'T-1.json': JSON.stringify(CHANGE) })]).map(({ id }) => id)).toEqual(['T-1', 'good']);
  });
});

describe('a repository is judged with its real commands', () => {
  const judged = async (files: Record<string, string>) => {
    const [one] = readCorpus([folderOf({ 'case.json': JSON.stringify(REPOSITORY), ...REPO_FILES, ...files })]);
    return judgeCase(one!);
  };

  test('the check that the patch breaks is red', async () => {
    expect(await judged({})).toMatchObject({ actual: { verdict: 'not_mergeable', findings: [{ rule: 'verification/failed' }] } });
  });

  test('and green where it does not', async () => {
    expect(await judged({ 'repo/check.sh': 'grep -qx 2 n.txt\n' })).toMatchObject({ actual: { verdict: 'mergeable' } });
  });

  test('what is not committed counts, untracked files included, whatever git is set to', async () => {
    const untracked = 'diff --git a/db/migrations/2.sql b/db/migrations/2.sql\nnew file mode 100644\nindex 0000000..c2f7a3b\n--- /dev/null\n+++ b/db/migrations/2.sql\n@@ -0,0 +1 @@\n+DROP TABLE users;\n';
    const setup = { ...REPOSITORY.setup, uncommitted: true, gitConfig: { 'color.ui': 'always', 'diff.noprefix': 'true' } };
    expect(await judged({ 'case.json': JSON.stringify({ ...REPOSITORY, setup }), 'bug.patch': untracked })).toMatchObject({ actual: { verdict: 'not_mergeable', findings: [{ file: 'db/migrations/2.sql' }] } });
  });

  test('a patch that does not apply is the fault of the harness', async () => {
    await expect(judged({ 'repo/n.txt': '5\n' })).rejects.toThrow(/^r: git apply .*patch does not apply/s);
  });
});

describe('a corpus that cannot be read', () => {
  test.each<[string, Record<string, string>, string]>([
    ['nothing', {}, 'there are no cases'],
    ['no JSON', { 'a.json': '{' }, 'a.json is not JSON'],
    ['no known format', { 'a.json': '{"name":"x"}' }, 'in no format of a case that is known'],
    ['a list', { 'a.json': '[]' }, 'in no format of a case that is known'],
    ['an unknown key', { 'good.json': JSON.stringify({ ...TEXTS, more: 1 }) }, "Unrecognized key(s) in object: 'more'"],
    ['no verdict', { 'good.json': JSON.stringify({ ...TEXTS, expected: {} }) }, 'either verdict or verdictAnyOf'],
    ['no source of a golden label', { 'good.json': JSON.stringify({ ...TEXTS, kind: 'golden' }) }, 'labelSource'],
    ['a debt without an owner', { 'good.json': JSON.stringify({ ...TEXTS, debt: { reason: 'x', followUp: 'y' } }) }, 'debt.owner'],
    ['another name', { 'bad.json': JSON.stringify(TEXTS) }, 'says that it is good'],
    ['a name twice', { 'a/good.json': JSON.stringify(TEXTS), 'b/good.json': JSON.stringify(TEXTS) }, 'two cases are called good'],
    ['a repository without a base', { 'case.json': JSON.stringify({ ...REPOSITORY, setup: undefined }) }, 'names no base'],
    ['a patch that is not there', { 'case.json': JSON.stringify(REPOSITORY), 'repo/n.txt': '1' }, 'bug.patch is not there'],
    ['a base outside of its folder', { 'case.json': JSON.stringify({ ...REPOSITORY, setup: { baseDir: '..' } }) }, 'leaves the folder of its case'],
  ])('%s', (_, files, sentence) => {
    const folder = folderOf(files);
    expect(() => readCorpus([folder])).toThrow(HarnessError);
    expect(() => readCorpus([folder])).toThrow(sentence);
  });

  test('a link that leads out of its folder', () => {
    const folder = folderOf({ 'case.json': JSON.stringify(REPOSITORY), 'bug.patch': PATCH });
    symlinkSync(tmpdir(), path.join(folder, 'repo'));
    expect(() => readCorpus([folder])).toThrow('leaves the folder of its case');
  });

  test('a folder that is not there', () => {
    expect(() => readCorpus([path.join(tmpdir(), 'verifier-eval-none')])).toThrow('is not a folder');
  });
});

describe('options', () => {
  test('defaults are the own corpora; a shard is a part of how many', () => {
    expect(optionsOf([])).toMatchObject({ merge: null, isOwn: true, json: false, shard: undefined });
    expect(optionsOf(['--', '--shard', '2/3', '--jobs', '1', '--corpus', 'x'])).toMatchObject({ isOwn: false, corpora: ['x'], shard: { index: 2, of: 3 }, jobs: 1 });
    expect(optionsOf(['merge', 'a.json', 'b.json'])).toMatchObject({ merge: ['a.json', 'b.json'] });
  });

  test.each([
    [['--shard', '3/2'], '--shard says which part'], [['--shard', '0/2'], '--shard says which part'], [['--jobs', '0'], '--jobs must be'],
    [['--nope'], 'nope'], [['run'], 'there is no command "run"'], [['merge'], 'merge needs'], [['--shard', '1/2', '--report', 'x.md'], 'merge the shards'],
  ])('%j', (words, sentence) => {
    expect(() => optionsOf(words)).toThrow(HarnessError);
    expect(() => optionsOf(words)).toThrow(sentence);
  });
});
