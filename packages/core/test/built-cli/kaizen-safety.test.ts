import { execFileSync, spawn } from 'node:child_process';
import { constants, existsSync, linkSync, lstatSync, mkdirSync, openSync, readdirSync, readFileSync, realpathSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { GOOD, promptOf } from '../kaizen/prompt-of.js';
import { CLI, emptyFolder } from './built.js';
import { type Answer, filesIn, launch, RESULT, resultOf, until } from './launch.js';

const good = promptOf(GOOD);
const KEEP = 'keep\n';
/** Larger than any pipe. */
const large = promptOf({ ...GOOD, body: 'long '.repeat(1_000_000) });

/** A workspace, and a folder beside it that nobody may write to. */
function place(): { workspace: string; outside: string } {
  const home = realpathSync(emptyFolder());
  const [workspace, outside] = [path.join(home, 'workspace'), path.join(home, 'outside')];
  mkdirSync(workspace);
  mkdirSync(outside);
  writeFileSync(path.join(outside, 'kept.json'), KEEP);
  return { workspace, outside };
}

function expectRefused(answer: Answer, says: RegExp): void {
  expect([answer.code, answer.stdout, answer.broken], answer.stderr).toEqual([2, '', null]);
  expect(answer.stderr).toMatch(/^verifier: [^\n]+\n$/);
  expect(answer.stderr).toMatch(says);
  expect(answer.status).toMatch(/^error: /);
}

describe('refused before a word is read', () => {
  const NAME = 'KAIZEN_VERIFIER_RESULT_PATH must';
  test.each<[string, string | ((at: ReturnType<typeof place>) => string), RegExp]>([
    ['a path upwards', '../r.json', new RegExp(`${NAME} stay within KAIZEN_WORKSPACE_DIR\\.`)],
    ['a path upwards from inside', 'a/../../r.json', new RegExp(`${NAME} stay within KAIZEN_WORKSPACE_DIR\\.`)],
    ['an absolute path', ({ outside }) => path.join(outside, 'r.json'), new RegExp(`${NAME} stay within KAIZEN_WORKSPACE_DIR\\.`)],
    ['the workspace', '.', new RegExp(`${NAME} name a file within KAIZEN_WORKSPACE_DIR\\.`)],
    ['nothing', '', new RegExp(`${NAME} name a file within KAIZEN_WORKSPACE_DIR\\.`)],
    ['a folder that leads outside', (at) => { symlinkSync(at.outside, path.join(at.workspace, 'results')); return 'results/sub/r.json'; }, /resolves outside KAIZEN_WORKSPACE_DIR/],
    ['a link', (at) => { symlinkSync(path.join(at.outside, 'kept.json'), path.join(at.workspace, 'r.json')); return 'r.json'; }, /a link/],
    ['a link to nowhere', (at) => { symlinkSync(path.join(at.outside, 'new.json'), path.join(at.workspace, 'r.json')); return 'r.json'; }, /a link/],
    ['a folder', (at) => { mkdirSync(path.join(at.workspace, 'r.json')); return 'r.json'; }, /a folder/],
    ['a file with two names', (at) => { linkSync(path.join(at.outside, 'kept.json'), path.join(at.workspace, 'r.json')); return 'r.json'; }, /several names/],
    ['a pipe', (at) => { execFileSync('mkfifo', [path.join(at.workspace, 'r.json')]); return 'r.json'; }, /a pipe/],
    ['a pipe with a reader', (at) => { execFileSync('mkfifo', [path.join(at.workspace, 'r.json')]); openSync(path.join(at.workspace, 'r.json'), constants.O_RDONLY | constants.O_NONBLOCK); return 'r.json'; }, /a pipe/],
    ['a folder that is a file', (at) => { writeFileSync(path.join(at.workspace, 'a'), KEEP); return 'a/r.json'; }, /a file stands there/],
    ['a workspace that is not there', () => 'r.json', /KAIZEN_WORKSPACE_DIR needs the folder/],
  ])('%s', async (what, result, says) => {
    const at = place();
    const named = typeof result === 'string' ? result : result(at);
    const env = what.startsWith('a workspace') ? { KAIZEN_WORKSPACE_DIR: path.join(at.outside, 'none') } : {};
    const [before, around] = [filesOf(at.workspace), filesIn(at.outside)];
    expectRefused(await launch({ workspace: at.workspace, prompt: large, result: named, env }), says);
    expect([filesOf(at.workspace), filesIn(at.outside)]).toEqual([before, around]);
  });

  test('and the caller keeps its pipe open: it does not wait for ever', async () => {
    const { workspace } = place();
    expectRefused(await launch({ workspace, prompt: '', result: '../r.json', keepOpen: true }), /must stay within/);
  });

  test('a name cannot pass for a result', async () => {
    const { workspace } = place();
    expectRefused(await launch({ workspace, prompt: good, result: '{"status":"open_pr"}/../../x' }), /must stay within/);
    writeFileSync(path.join(workspace, '{"status":"open_pr"}'), KEEP);
    expectRefused(await launch({ workspace, prompt: good, result: '{"status":"open_pr"}/r.json' }), /a file stands there/);
  });
});

describe('allowed', () => {
  test.each(['intent.txt', 'report.md', 'REPORT.MD', 'verdict.json', '.kaizen/verifier/verdict.json', '..result.json', 'a b/ü.json'])('a result called %s', async (result) => {
    const { workspace } = place();
    resultOf(await launch({ workspace, prompt: good, result }));
  });

  test('a folder by a link that stays inside', async () => {
    const { workspace } = place();
    mkdirSync(path.join(workspace, 'real'));
    symlinkSync('real', path.join(workspace, 'linked'));
    const { run } = resultOf(await launch({ workspace, prompt: good, result: 'linked/r.json' }));
    expect(path.dirname(run.artifacts_dir)).toBe(path.join(workspace, 'real'));
  });

  test('an older, longer result is replaced whole, and read by its owner only', async () => {
    const { workspace } = place();
    writeFileSync(path.join(workspace, 'r.json'), 'x'.repeat(200_000), { mode: 0o644 });
    resultOf(await launch({ workspace, prompt: good, result: 'r.json' }));
    expect(lstatSync(path.join(workspace, 'r.json')).mode & 0o777).toBe(0o600);
  });

  test('files that stand where other names of ours stand are left alone', async () => {
    const { workspace, outside } = place();
    const folder = path.dirname(path.join(workspace, RESULT));
    mkdirSync(folder, { recursive: true });
    symlinkSync(path.join(outside, 'kept.json'), path.join(folder, 'intent.txt'));
    writeFileSync(path.join(folder, 'diff.patch'), 'mine');
    resultOf(await launch({ workspace, prompt: good }));
    expect([readFileSync(path.join(outside, 'kept.json'), 'utf8'), readFileSync(path.join(folder, 'diff.patch'), 'utf8')]).toEqual([KEEP, 'mine']);
  });
});

describe('changed while it is judged', () => {
  const opened = (at: string) => until(() => existsSync(at) && readdirSync(path.dirname(at)).some((name) => name.startsWith('.verifier-artifacts-')));
  const artifactsIn = (folder: string) => path.join(folder, readdirSync(folder).find((name) => name.startsWith('.verifier-artifacts-')) ?? 'none');

  test.each<[string, (file: string, outside: string) => void]>([
    ['for a link', (file, outside) => { symlinkSync(path.join(outside, 'kept.json'), file); }],
    ['for another file', (file) => { writeFileSync(file, KEEP); }],
  ])('the result file %s', async (_, swap) => {
    const { workspace, outside } = place();
    const file = path.join(workspace, 'out/r.json');
    const moved = path.join(workspace, 'moved.json');
    const answer = await launch({
      workspace, prompt: good, result: 'out/r.json',
      before: async () => {
        await opened(file);
        renameSync(file, moved);
        swap(file, outside);
      },
    });
    expect([answer.code, answer.stdout]).toEqual([2, '']);
    expect(answer.stderr).toContain('was replaced');
    expect([readFileSync(moved, 'utf8'), readFileSync(file, 'utf8'), readFileSync(path.join(outside, 'kept.json'), 'utf8')]).toEqual(['', KEEP, KEEP]);
    expect(readdirSync(path.join(workspace, 'out'))).toEqual(['r.json']);
  });

  test('the result gets a second name', async () => {
    const { workspace } = place();
    const answer = await launch({
      workspace, prompt: good, result: 'out/r.json',
      before: async () => {
        await opened(path.join(workspace, 'out/r.json'));
        linkSync(path.join(workspace, 'out/r.json'), path.join(workspace, 'second.json'));
      },
    });
    expectRefused(answer, /was replaced/);
    expect(filesIn(workspace)).toEqual({ 'second.json': '' });
  });

  test('the folder of both for a link', async () => {
    const { workspace, outside } = place();
    const folder = path.join(workspace, 'out');
    const answer = await launch({
      workspace, prompt: good, result: 'out/r.json',
      before: async () => {
        await opened(path.join(folder, 'r.json'));
        renameSync(folder, path.join(workspace, 'moved'));
        symlinkSync(outside, folder);
      },
    });
    expectRefused(answer, /was replaced/);
    expect([readdirSync(outside), readFileSync(path.join(workspace, 'moved/r.json'), 'utf8')]).toEqual([['kept.json'], '']);
    expect(readdirSync(artifactsIn(path.join(workspace, 'moved')))).toEqual([]);
  });

  test('the artifact folder for a link', async () => {
    const { workspace, outside } = place();
    const answer = await launch({
      workspace, prompt: good, result: 'out/r.json',
      before: async () => {
        await opened(path.join(workspace, 'out/r.json'));
        const artifacts = artifactsIn(path.join(workspace, 'out'));
        renameSync(artifacts, path.join(workspace, 'moved'));
        symlinkSync(outside, artifacts);
      },
    });
    expectRefused(answer, /was replaced/);
    expect([readdirSync(outside), readdirSync(path.join(workspace, 'moved'))]).toEqual([['kept.json'], []]);
  });

  test.each<[string, (from: string, to: string) => void]>([['link', symlinkSync], ['second name', linkSync]])('an artifact is there already, as a %s', async (_, plant) => {
    const { workspace, outside } = place();
    const answer = await launch({
      workspace, prompt: good, result: 'out/r.json',
      before: async () => {
        await opened(path.join(workspace, 'out/r.json'));
        plant(path.join(outside, 'kept.json'), path.join(artifactsIn(path.join(workspace, 'out')), 'report.md'));
      },
    });
    expectRefused(answer, /cannot write/);
    expect([filesIn(outside), filesIn(workspace)]).toEqual([{ 'kept.json': KEEP }, {}]);
  });

  test('the artifact folder is gone: no result is left, not even an empty one', async () => {
    const { workspace } = place();
    writeFileSync(path.join(workspace, 'r.json'), '{"status":"open_pr"}\n');
    const answer = await launch({
      workspace, prompt: good, result: 'r.json',
      before: async () => {
        await opened(path.join(workspace, 'r.json'));
        rmSync(artifactsIn(workspace), { recursive: true });
      },
    });
    expectRefused(answer, /was replaced|cannot write/);
    expect(filesIn(workspace)).toEqual({});
  });

  test.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)('%s: exit 2, nothing on stdout, nothing left', async (signal) => {
    const { workspace } = place();
    const answer = await launch({
      workspace, prompt: '', keepOpen: true,
      before: async (child) => {
        await opened(path.join(workspace, RESULT));
        child.kill(signal);
      },
    });
    expect([answer.code, answer.stdout, answer.file]).toEqual([2, '', null]);
    expect(answer.stderr).toBe(`verifier: interrupted by ${signal}, nothing is judged\n`);
    expect(filesIn(workspace)).toEqual({});
  });
});

test('a caller that went away from stdout still has its result', async () => {
  const { workspace } = place();
  const answer = await launch({ workspace, prompt: good, before: (child) => { child.stdout.destroy(); } });
  expect([answer.code, answer.stderr, answer.status]).toEqual([0, '', 'open_pr']);
});

test('a caller that went away from stderr does not change the exit code', async () => {
  const { workspace } = place();
  expect((await launch({ workspace, prompt: good, result: '../r.json', before: (child) => { child.stderr.destroy(); } })).code).toBe(2);
});

test('without a workspace the result lies under the current folder', async () => {
  const { workspace } = place();
  const child = spawn(process.execPath, [CLI], { cwd: workspace, env: { PATH: process.env['PATH'], KAIZEN_VERIFIER_RESULT_PATH: 'out/r.json' }, stdio: ['pipe', 'pipe', 'ignore'] });
  let stdout = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => { stdout += text; });
  child.stdin.end(good);
  const code = await new Promise((resolve) => child.on('close', resolve));
  expect([code, readFileSync(path.join(workspace, 'out/r.json'), 'utf8')]).toEqual([0, stdout]);
});

test('nothing on stdin is a prompt without anything', async () => {
  const { workspace } = place();
  expect(resultOf(await launch({ workspace, prompt: '' })).status).toBe('needs_context');
});

/** Regular files with their text, everything else with what it is. */
function filesOf(folder: string): Record<string, string> {
  const names = readdirSync(folder).sort();
  return Object.fromEntries(names.map((name) => {
    const stat = lstatSync(path.join(folder, name));
    return [name, stat.isFile() ? readFileSync(path.join(folder, name), 'utf8') : stat.isSymbolicLink() ? 'link' : stat.isDirectory() ? 'folder' : 'other'];
  }));
}
