import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bash, COMPLETE, CREATE, done, dropPlaces, FIX, RED_FILES, say, TASK } from './scenario.js';

const PACKAGE = path.resolve(import.meta.dirname, '../..');
let folder: string;
let tarball: string;

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'dsh-pack-'));
  const [{ filename }] = JSON.parse(execFileSync('npm', ['pack', '--json', '--pack-destination', folder], { cwd: PACKAGE, stdio: ['ignore', 'pipe', 'ignore'] }).toString()) as [{ filename: string }];
  tarball = path.join(folder, path.basename(filename));
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
  dropPlaces();
});

test('nothing of the harness is imported at run time', () => {
  const text = readFileSync(path.join(PACKAGE, 'dist/index.js'), 'utf8');
  expect([...text.matchAll(/^import .* from "([^"]+)"/gm)].map(([, from]) => from).filter((from) => !isBuiltin(from ?? ''))).toEqual([]);
});

test('the transcript in both READMEs is what the demo prints', () => {
  const printed = execFileSync(process.execPath, [path.join(PACKAGE, 'demo/run-demo.mjs')], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] }).trim();
  for (const name of ['README.md', 'README.zh.md']) {
    const shown = /```text\n(== Control[^]*?)\n```/.exec(readFileSync(path.join(PACKAGE, name), 'utf8'))?.[1];
    expect(shown).toBe(printed);
  }
});

describe.concurrent('installed as people do it', () => {
  test.each(['folder', 'tarball'])('from a %s: denied, fixed, accepted, a skipped test told by its grammar', async (what) => {
    const skip = bash("sed -i \"s/test('adds'/test.skip('adds'/\" math.test.js");
    const ran = await done({
      installed: what === 'folder' ? PACKAGE : tarball,
      scripts: [CREATE, COMPLETE, skip, COMPLETE, bash("sed -i \"s/test.skip('adds'/test('adds'/\" math.test.js"), FIX, COMPLETE, say('Done.')],
    });
    expect(ran.denials).toHaveLength(2);
    expect(ran.denials[0]).toContain('`npm test` exit code 1');
    expect(ran.denials[1]).toContain('[integrity/test-skipped]');
    expect(ran.phases).toEqual(['complete']);
    expect(ran.stderr).toBe('');
  });
});

describe.concurrent('other workspaces', () => {
  const hasGo = isThere('go');
  test.skipIf(!hasGo)('Go in the default sandbox, whose home is read-only: it has a cache', async () => {
    const ran = await done({
      env: { DSH_PERMISSION_MODE: 'workspace-write' },
      files: {
        'go.mod': 'module example.com/ws\n\ngo 1.19\n',
        'add.go': 'package ws\n\nfunc Add(a, b int) int { return a - b }\n',
        'add_test.go': 'package ws\n\nimport "testing"\n\nfunc TestAdd(t *testing.T) {\n\tif Add(2, 3) != 5 {\n\t\tt.Fatal("wrong sum")\n\t}\n}\n',
      },
      config: { gateTurnEnd: false },
      scripts: [CREATE, COMPLETE, bash("sed -i 's/a - b/a + b/' add.go"), COMPLETE, say('Done.')],
    });
    expect(ran.denials).toHaveLength(1);
    expect(ran.denials[0]).toContain('`go test ./...` exit code 1');
    expect(ran.denials[0]).toContain('TestAdd (add_test.go:7)');
    expect(ran.phases).toEqual(['complete']);
  });

  test('with a repository, where the builder commits what it did', async () => {
    const git = 'git -c user.name=t -c user.email=t@example.com';
    const ran = await done({
      files: RED_FILES,
      config: { gateTurnEnd: false },
      sessions: ({ workspace }) => [{ cwd: workspace, turns: [{ say: 'Begin' }, { say: TASK }] }],
      scripts: [
        bash(`git init -q && git add . && ${git} commit -q -m one`), say('Ready.'),
        CREATE, bash(`sed -i "s/test('adds'/test.skip('adds'/" math.test.js && ${git} commit -q -a -m two`), COMPLETE,
        bash('git checkout -q HEAD~1 -- math.test.js'), FIX, COMPLETE, say('Done.'),
      ],
    });
    expect(ran.denials).toHaveLength(1);
    expect(ran.denials[0]).toContain('[integrity/test-skipped]');
    expect(ran.phases).toEqual(['complete']);
  });
});

function isThere(program: string): boolean {
  try {
    execFileSync(program, ['version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
