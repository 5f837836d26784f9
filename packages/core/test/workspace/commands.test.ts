import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { planText } from '../../src/cli/plan.js';
import { runText } from '../../src/cli/report.js';
import { runsText } from '../../src/cli/runs.js';
import { newRunId } from '../../src/cli/workspace/run-id.js';
import { pruneRuns, runIdsIn } from '../../src/store/prune.js';
import { checked, ENV } from './checked.js';
import { folder, put, repository } from './repo.js';

const A = { 'src/a.js': 'export const a = 1;\n' };
const A2 = { 'src/a.js': 'export const a = 2;\n' };
const CONFIG = 'verifier.config.json';
const config = (value: object) => ({ [CONFIG]: JSON.stringify(value) });
const runFolder = (id: string) => `.verifier/runs/${id}`;
const DEAD = '99999999';

describe('verifier plan', () => {
  test('says what would run and why, with what scripts come to, and runs nothing', async () => {
    const root = repository({ ...A, 'package.json': JSON.stringify({ scripts: { pretest: 'touch ran', test: 'node --test && touch ran' } }) }, A2);
    const text = await planText([], root, ENV);
    expect(text).toContain(`In ${root}, compared with main:\n\n1. npm run test\n     because: package.json has a script test\n     pretest: touch ran\n     test: node --test && touch ran\n`);
    expect(text).toContain('Each may take 600 s. Nothing was run.\n');
    expect([existsSync(path.join(root, 'ran')), existsSync(path.join(root, '.verifier'))]).toEqual([false, false]);
  });

  test('groups, as the base has them; a configuration of the change is told', async () => {
    const root = repository({ ...A, ...config({ verifyCommands: ['a', ['b', 'c']], jobs: 3 }) }, config({ verifyCommands: ['true'] }));
    expect(JSON.parse(await planText(['--json'], root, ENV))).toMatchObject({
      schemaVersion: 1, workspace: root, base_ref: 'main', timeout_ms: 600_000, jobs: 3,
      groups: [[{ command: 'a', because: `${CONFIG} names it`, scripts: [] }], [{ command: 'b' }, { command: 'c' }]],
      warnings: [expect.stringContaining('was judged by what the base says')],
    });
    expect(await planText(['--verify-command', 'x', '--jobs', '1'], root, ENV)).toContain('1. x\n     because: given with --verify-command\n');
  });

  test('nothing to run; a secret in a command is hidden; an earlier verdict stays', async () => {
    const root = repository({ ...A, 'out/verdict.json': '' }, { ...A2, 'other/verdict.json': '{}' });
    expect(await planText([], root, ENV)).toContain('Nothing would be run: no command is named');
    expect(await planText(['--verify-command', `PASSWORD=${'hunter'}2hunter2 npm test`, '--output-dir', 'other'], root, ENV)).not.toContain('hunter2');
    expect(existsSync(path.join(root, 'other/verdict.json'))).toBe(true);
  });

  test.each([[['--diff', 'x'], 'takes no --diff'], [['--fail-on', 'mergeable'], 'takes no --fail-on'], [['--markdown'], 'not in Markdown'], [['--version'], 'has no option'], [['--jobs', '0'], '--jobs must be a positive whole number, got "0"']])('%j is refused', async (args, sentence) => {
    await expect(planText(args, repository(A), ENV)).rejects.toThrow(sentence);
  });
});

describe('verifier runs and report', () => {
  test('the newest first, with what they came to; a run that was ended is told', async () => {
    const root = repository(A, A2);
    const { verdict } = await checked(root, { verifyCommands: ['git diff --check'] });
    put(root, { [`${runFolder('20200101000000-1-abcdef')}/intent.txt`]: '' });
    const id = verdict.run?.id ?? '';
    const { runs } = JSON.parse(runsText(['--json'], root, ENV)) as { runs: Record<string, unknown>[] };
    expect(runs).toMatchObject([
      { id, final_verdict: 'mergeable', verdict: 'open_pr', base_ref: 'main', artifacts_dir: verdict.run?.artifacts_dir, started_at: verdict.run?.started_at, duration_ms: verdict.run?.duration_ms },
      { id: '20200101000000-1-abcdef', final_verdict: null, started_at: '2020-01-01T00:00:00Z', duration_ms: null },
    ]);
    expect(runsText([], root, ENV).split('\n')).toEqual([expect.stringMatching(new RegExp(`^${id}  mergeable .*Mergeable with confidence`)), expect.stringContaining('no verdict'), '']);
    expect(runText([id], root, ENV)).toBe(readFileSync(path.join(verdict.run?.artifacts_dir ?? '', 'report.md'), 'utf8'));
    expect(runText(['latest'], root, ENV)).toBe(runText([id], root, ENV));
    expect(JSON.parse(runText([id, '--json'], root, ENV))).toEqual(verdict);
    expect(() => runText(['20200101000000-1-abcdef'], root, ENV)).toThrow('has no report.md: it was ended before');
  });

  test('none yet, also from elsewhere', () => {
    const root = folder();
    expect(runsText([], root, ENV)).toBe('No runs are kept here.\n');
    expect(runsText(['--json', '--workspace', path.basename(root)], path.dirname(root), ENV)).toBe('{"schemaVersion":1,"runs":[]}\n');
    expect(() => runText(['latest'], root, ENV)).toThrow('there is no run latest');
  });

  test('what was put there since is data: secrets are hidden, a terminal is not steered, links are not followed', () => {
    const root = folder();
    const id = '20200101000000-1-abcdef';
    put(root, { 'outside.md': 'outside', [`${runFolder(id)}/verdict.json`]: JSON.stringify({ final_verdict: '\u001B[2Jx', summary: `password=${'hunter'}2hunter2`, run: 7 }), [`${runFolder(id)}/report.md`]: 'a\u001B[31mb\n' });
    expect(runsText([], root, ENV)).not.toMatch(/\u001B|hunter2hunter2/);
    expect(runText([id], root, ENV)).toBe('a [31mb\n');
    const linked = '20200101000000-2-abcdef';
    mkdirSync(path.join(root, runFolder(linked)));
    symlinkSync(path.join(root, 'outside.md'), path.join(root, runFolder(linked), 'report.md'));
    symlinkSync(root, path.join(root, runFolder('20200101000000-3-abcdef')));
    expect(() => runText([linked], root, ENV)).toThrow('has no report.md');
    expect(() => runText(['20200101000000-3-abcdef'], root, ENV)).toThrow('there is no run');
  });

  test.each([[['../../x'], '"../../x" is no run id'], [[], 'needs the id of a run'], [['a', 'b'], 'does not take "b"'], [['--yaml'], 'has no option "--yaml"'], [['--workspace'], 'needs a value'], [['x', '--workspace', 'nope'], 'cannot be opened']])('report %j is refused', (args, sentence) => {
    expect(() => runText(args, folder(), ENV)).toThrow(sentence);
  });
});

describe('what is kept', () => {
  const ids = (root: string) => runIdsIn(root).map((id) => id.slice(0, 14));

  test('the newest runs, and nothing else is touched', () => {
    const root = folder();
    const outside = folder();
    put(outside, { 'verdict.json': '{}' });
    for (const day of ['01', '02', '03', '04', '05']) put(root, { [`${runFolder(`202001${day}000000-${DEAD}-abcdef`)}/verdict.json`]: '{}' });
    put(root, { [`${runFolder('my-notes')}/a`]: '', [runFolder('20190101000000-1-abcdef')]: 'a file', [`${runFolder(`.old-20180101000000-${DEAD}-abcdef`)}/x`]: '' });
    symlinkSync(outside, path.join(root, runFolder(`20180101000000-${DEAD}-abcdef`)));
    pruneRuns(root, `20200103000000-${DEAD}-abcdef`, 2);
    expect(ids(root)).toEqual(['20200105000000', '20200103000000']);
    expect(readdirSync(path.join(root, '.verifier/runs')).sort()).toEqual([`20180101000000-${DEAD}-abcdef`, '20190101000000-1-abcdef', `20200103000000-${DEAD}-abcdef`, `20200105000000-${DEAD}-abcdef`, 'my-notes']);
    expect(existsSync(path.join(outside, 'verdict.json'))).toBe(true);
  });

  test('runs of one second are ordered by their milliseconds, whatever their process and its digits are', () => {
    const root = folder();
    const at = (ms: number) => newRunId(new Date(Date.UTC(2020, 0, 1, 0, 0, 0, ms)));
    const made = [[at(0), 99], [at(7), 100_000], [at(500), 8], [at(999), 12]].map(([id, pid]) => String(id).replace(/-\d+-/, `-${pid}-`));
    for (const id of [...made].sort()) put(root, { [`${runFolder(id)}/verdict.json`]: '{}' });
    expect(runIdsIn(root)).toEqual([...made].reverse());
  });

  test('a run that another verifier is writing stays; one that was ended does not', () => {
    const root = folder();
    mkdirSync(path.join(root, runFolder(`20200101000000-${process.pid}-abcdef`)), { recursive: true });
    mkdirSync(path.join(root, runFolder(`20200102000000-${DEAD}-abcdef`)));
    mkdirSync(path.join(root, runFolder('20200103000000-1-abcdef')));
    pruneRuns(root, '20200103000000-1-abcdef', 1);
    expect(ids(root)).toEqual(['20200103000000', '20200101000000']);
  });

  test('through a link nothing is taken away', () => {
    const [root, other] = [folder(), folder()];
    put(other, { [`runs/20200101000000-${DEAD}-abcdef/verdict.json`]: '{}' });
    symlinkSync(other, path.join(root, '.verifier'));
    pruneRuns(root, 'x', 1);
    expect(readdirSync(path.join(other, 'runs'))).toHaveLength(1);
  });

  test('as many as the configuration says', async () => {
    const root = repository({ ...A, ...config({ keepRuns: 2, verifyCommands: ['git diff --check'] }) }, A2);
    const first = await checked(root);
    for (let at = 0; at < 3; at += 1) await checked(root);
    expect(runIdsIn(root)).toHaveLength(2);
    expect(existsSync(first.verdict.run?.artifacts_dir ?? '')).toBe(false);
  });
});

describe('the environment of the commands', () => {
  const echo = ['echo "[$CI] [$ADDED] [$GONE]"'];
  test.each<[string, object, Record<string, string | undefined>, string]>([
    ['CI=1 when nobody says anything of CI', {}, { CI: undefined }, '[1] [] [here]'],
    ['an empty CI is the caller\'s word', {}, { CI: '' }, '[] [] [here]'],
    ['the caller\'s CI stays', {}, { CI: 'woodpecker' }, '[woodpecker] [] [here]'],
    ['env and envRemove', { env: { ADDED: 'a b' }, envRemove: ['GONE'] }, { CI: 'true' }, '[true] [a b] []'],
    ['CI by the configuration', { env: { CI: '0' } }, { CI: 'true' }, '[0] [] [here]'],
    ['no CI at all', { envRemove: ['CI'] }, { CI: 'true' }, '[] [] [here]'],
    ['env wins over envRemove', { env: { GONE: 'back' }, envRemove: ['GONE'] }, {}, '[1] [] [back]'],
  ])('%s', async (_, settings, env, expected) => {
    const root = repository({ ...A, ...config({ verifyCommands: echo, ...settings }) }, A2);
    const { artifact } = await checked(root, {}, { ...ENV, CI: undefined, GONE: 'here', ...env });
    expect(artifact('verify-logs.txt')).toContain(`stdout:\n${expected}\n`);
  });

  test('secret values are seen nowhere: the configuration\'s, the caller\'s, and one that no command got', async () => {
    const [mine, theirs, gone] = ['kx7'.repeat(4), 'pq9'.repeat(4), 'zt5'.repeat(4)];
    const root = repository({ ...A, ...config({ verifyCommands: ['echo "$DEPLOY_TOKEN"; cat note.txt'], env: { DEPLOY_TOKEN: mine }, envRemove: ['API_TOKEN'] }) }, { ...A2, 'note.txt': `${theirs} ${gone}\n` });
    const { artifact } = await checked(root, {}, { ...ENV, DEPLOY_TOKEN: theirs, API_TOKEN: gone });
    for (const name of ['diff.patch', 'verify-logs.txt'] as const) for (const value of [mine, theirs, gone]) expect(artifact(name)).not.toContain(value);
    expect(artifact('verify-logs.txt')).toContain('[REDACTED]\n[REDACTED] [REDACTED]\n');
  });
});

describe('groups', () => {
  // Each waits for the other: they are green only side by side.
  const meet = (own: string, other: string) => `touch ${own}; i=0; while [ ! -e ${other} ]; do i=$((i+1)); [ $i -gt 400 ] && exit 1; sleep 0.05; done; for n in 1 2 3; do echo ${own} $n; echo ${own} err $n >&2; sleep 0.05; done`;

  test('run side by side; the order and each output stay whole', async () => {
    const place = folder();
    const [a, b] = [meet(`${place}/a`, `${place}/b`), meet(`${place}/b`, `${place}/a`)];
    const root = repository({ ...A, ...config({ verifyCommands: ['echo first', [`sleep 0.5; ${a}`, b], `test -e ${place}/a && echo last`] }) }, A2);
    const { verdict, artifact } = await checked(root);
    expect(verdict.run?.verify_commands.map(({ command, exit_code }) => [command, exit_code])).toEqual([['echo first', 0], [`sleep 0.5; ${a}`, 0], [b, 0], [`test -e ${place}/a && echo last`, 0]]);
    const out = (own: string) => `exit code 0\nstdout:\n${own} 1\n${own} 2\n${own} 3\nstderr:\n${own} err 1\n${own} err 2\n${own} err 3\n\n`;
    const text = artifact('verify-logs.txt');
    expect(text.indexOf(out(`${place}/a`))).toBeGreaterThan(0);
    expect(text.indexOf(out(`${place}/b`))).toBeGreaterThan(text.indexOf(out(`${place}/a`)));
  });

  test('with one job one after the other', async () => {
    const place = folder();
    const alone = `mkdir ${place}/one || exit 1; sleep 0.2; rmdir ${place}/one`;
    const root = repository({ ...A, ...config({ verifyCommands: [[alone, alone, alone]], jobs: 8 }) }, A2);
    const { verdict } = await checked(root, { jobs: 1 });
    expect(verdict.run?.verify_commands.map(({ exit_code }) => exit_code)).toEqual([0, 0, 0]);
    expect((await checked(root)).verdict.run?.verify_commands.map(({ exit_code }) => exit_code)).toContain(1);
  });

  test('one that fails stops no other, and is named', async () => {
    const root = repository({ ...A, ...config({ verifyCommands: [['exit 3', 'git diff --check']] }) }, A2);
    const { verdict } = await checked(root);
    expect(verdict.run?.verify_commands.map(({ exit_code }) => exit_code)).toEqual([3, 0]);
    expect(verdict.must_fix).toMatchObject([{ message: expect.stringContaining('exit 3') as string }]);
  });

  test('an empty one is told', async () => {
    await expect(checked(repository({ ...A, ...config({ verifyCommands: [['a', ' ']] }) }, A2))).rejects.toThrow('`verifyCommands` holds an empty command');
  });
});
