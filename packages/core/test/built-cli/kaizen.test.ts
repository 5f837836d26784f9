import { readdirSync, readFileSync, realpathSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { GOOD, GREEN_OUTPUT, promptOf } from '../kaizen/prompt-of.js';
import { emptyFolder, verifier } from './built.js';
import { filesIn, launch, RESULT, resultOf } from './launch.js';

const FIXTURES = path.resolve(import.meta.dirname, '../../../../fixtures/kaizen-loop');
const ARTIFACTS = ['builder-report.md', 'diff.patch', 'intent.txt', 'report.md', 'verdict.json', 'verify-logs.txt'];
const workspace = () => realpathSync(emptyFolder());
const recorded = readFileSync(path.join(FIXTURES, 'open_pr.recorded.md'), 'utf8');

describe('the result', () => {
  test.each(readdirSync(FIXTURES))('of %s: by the schema, the same bytes in file and stdout', async (file) => {
    const result = resultOf(await launch({ workspace: workspace(), prompt: readFileSync(path.join(FIXTURES, file), 'utf8') }));
    expect([result.status, result.verdict]).toEqual([file.split('.')[0], file.split('.')[0]]);
  });

  test('of the recorded prompt', async () => {
    const folder = workspace();
    const { run, ...result } = resultOf(await launch({ workspace: folder, prompt: recorded, result: path.join(folder, RESULT) }));
    expect(result).toEqual({
      schemaVersion: 1, verdict: 'open_pr', final_verdict: 'mergeable', status: 'open_pr', evidence_grade: 'executed', confidence: 82, risk: 'low',
      summary: 'Open PR with 0 should_fix item(s); risk is low.', notes: 'evidence_grade=executed\nrisk=low\nconfidence=82', reason: '', must_fix: [], should_fix: [],
    });
    expect(run).toMatchObject({
      workspace: folder, base_ref: 'unknown', head_ref: 'unknown', changed_files: ['src/greeting.js', 'test/greeting.test.js'],
      verify_commands: [{ command: 'node --test', exit_code: 0, signal: null, duration_ms: 0 }, { command: 'node --check src/greeting.js', exit_code: 0, signal: null, duration_ms: 0 }],
    });
    expect(run.id).toMatch(/^kaizen-\d{14}-\d+$/);
    expect(Date.parse(run.completed_at) - Date.parse(run.started_at)).toBe(run.duration_ms);
  });

  test('of a failed command: the reason is for the builder, and each message says what to do', async () => {
    const results = [{ command: 'npm test', ok: false, output: 'not ok 1 - greets by name\n1..1\n# tests 1\n# pass 0\n# fail 1' }];
    const { notes, reason, must_fix, should_fix, final_verdict, risk, run } = resultOf(await launch({ workspace: workspace(), prompt: promptOf({ ...GOOD, results }) }));
    expect([final_verdict, risk, run.verify_commands]).toEqual(['not_mergeable', 'high', [{ command: 'npm test', exit_code: null, signal: null, duration_ms: 0 }]]);
    expect(must_fix).toHaveLength(1);
    expect(reason).toBe(must_fix[0]?.evidence);
    expect(notes.split('\n')).toEqual(['evidence_grade=executed', 'risk=high', 'confidence=81', `must_fix=${must_fix[0]?.message}`]);
    expect([must_fix[0]?.source, should_fix]).toEqual(['verify_logs', []]);
  });

  test('of a warning: the caveat in one line', async () => {
    const { reason, should_fix, final_verdict } = resultOf(await launch({ workspace: workspace(), prompt: promptOf({ ...GOOD, notes: 'Verification: done.\nResidual risk: names with line breaks.' }) }));
    expect([final_verdict, reason]).toEqual(['conditional', should_fix[0]?.message]);
  });

  test('without a diff nothing can be said, with one a question is left', async () => {
    const finals = [promptOf({ ...GOOD, diff: '', files: [] }), promptOf({ ...GOOD, results: [] })].map(async (prompt) => resultOf(await launch({ workspace: workspace(), prompt })).final_verdict);
    expect(await Promise.all(finals)).toEqual(['inconclusive', 'conditional']);
  });
});

describe('what is kept', () => {
  test('six artifacts that only their owner reads, beside the result, and nothing else', async () => {
    const folder = workspace();
    writeFileSync(path.join(folder, 'mine.txt'), 'mine');
    const answer = await launch({ workspace: folder, prompt: promptOf({ ...GOOD, comments: 'Also shout, please.' }) });
    const { artifacts_dir } = resultOf(answer).run;
    expect(path.dirname(artifacts_dir)).toBe(path.join(folder, '.kaizen/verifier'));
    expect(path.basename(artifacts_dir)).toMatch(/^\.verifier-artifacts-.{6}$/);
    expect([readdirSync(artifacts_dir).sort(), statSync(artifacts_dir).mode & 0o777]).toEqual([ARTIFACTS, 0o700]);
    expect([...ARTIFACTS.map((name) => path.join(artifacts_dir, name)), path.join(folder, RESULT)].map((file) => statSync(file).mode & 0o777)).toEqual(Array(7).fill(0o600));
    expect(Object.keys(filesIn(folder)).filter((name) => !name.startsWith('.kaizen/verifier/'))).toEqual(['mine.txt']);
    const kept = filesIn(artifacts_dir);
    expect(kept['verdict.json']).toBe(answer.stdout);
    expect(kept['intent.txt']).toBe('Greet people by name\n\nThe greeting is too terse.\n\nComments:\n\nAlso shout, please.');
    expect(kept['diff.patch']).toBe(`${GOOD.diff}\n`);
    expect(kept['builder-report.md']).toBe(`${GOOD.summary}\n\n${GOOD.notes}`);
    expect(kept['verify-logs.txt']).toBe(`$ node --test\nexit code 0\n${GREEN_OUTPUT.trim()}\n`);
    expect(kept['report.md']).toContain('May go on');
  });

  test('the log that is kept can be read by verifier check', async () => {
    const { artifacts_dir } = resultOf(await launch({ workspace: workspace(), prompt: recorded })).run;
    const args = ['--task-file', 'intent.txt', '--diff-file', 'diff.patch', '--verify-logs-file', 'verify-logs.txt', '--builder-report-file', 'builder-report.md'];
    expect(JSON.parse(verifier(['check', ...args], { cwd: artifacts_dir }).stdout)).toMatchObject({ verdict: 'open_pr', evidence_grade: 'reported' });
  });

  test('nothing secret: neither in stdout nor in a file, also what only the environment knows', async () => {
    const folder = workspace();
    const token = ['ghp', 'q7RzLm2kVt5xBn4d'.repeat(2)].join('_');
    const known = 'plain-looking-value-of-a-variable';
    const prompt = promptOf({
      ...GOOD, title: `Use ${token}`, body: `token=${token}`, comments: known, summary: `${known} ${token}`,
      results: [{ command: `npm test -- ${known}`, ok: true, output: `${GREEN_OUTPUT}\n${token} ${known}` }],
      diff: `${GOOD.diff}\n+const key = "${token}"; // ${known}`, files: [`src/${known}.js`],
    });
    const answer = await launch({ workspace: folder, prompt, env: { DEPLOY_TOKEN: known } });
    const all = [answer.stdout, answer.stderr, ...Object.values(filesIn(folder))].join('\n');
    expect(JSON.parse(answer.stdout)).toMatchObject({ schemaVersion: 1 });
    expect([all.includes(token), all.includes(known), all.includes('[REDACTED]')]).toEqual([false, false, true]);
  });

  test('the workspace by a link: real paths', async () => {
    const folder = workspace();
    const alias = path.join(workspace(), 'alias');
    symlinkSync(folder, alias);
    const answers = [await launch({ workspace: alias, prompt: recorded }), await launch({ workspace: alias, prompt: recorded, result: path.join(folder, 'out/r.json') })];
    for (const { run } of answers.map(resultOf)) expect([run.workspace, run.artifacts_dir.startsWith(`${folder}${path.sep}`)]).toEqual([folder, true]);
  });
});
