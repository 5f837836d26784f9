import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { ARTIFACTS, type Artifacts, dropVerdict, openRunFolder } from '../../src/store/index.js';
import { redact } from '../../src/text/redact/index.js';
import { folder, put } from './repo.js';

const artifacts = (text: string): Artifacts => Object.fromEntries(ARTIFACTS.map((name) => [name, redact(`${name} ${text}`)])) as unknown as Artifacts;
const to = (at: string, from = '--output-dir') => ({ path: at, from });
const mode = (file: string) => statSync(file).mode & 0o777;

describe('the folder of a run', () => {
  test('holds all artifacts, for the owner only, and is ignored by git', () => {
    const root = folder();
    const run = openRunFolder(root, '20260101000000-1-abcdef');
    run.write(artifacts('é登😀'));
    const at = path.join(root, '.verifier/runs/20260101000000-1-abcdef');
    expect(run.folder).toBe(at);
    expect(readdirSync(at).sort()).toEqual([...ARTIFACTS].sort());
    for (const name of ARTIFACTS) expect([name, mode(path.join(at, name)), readFileSync(path.join(at, name), 'utf8')]).toEqual([name, 0o600, `${name} é登😀`]);
    expect(mode(at)).toBe(0o700);
    expect(readFileSync(path.join(root, '.verifier/.gitignore'), 'utf8')).toBe('*\n');
  });

  test('an existing .gitignore stays', () => {
    const root = folder();
    put(root, { '.verifier/.gitignore': '*\n!keep\n' });
    openRunFolder(root, 'a');
    expect(readFileSync(path.join(root, '.verifier/.gitignore'), 'utf8')).toBe('*\n!keep\n');
  });

  test('a large text is written whole, halves of characters together', () => {
    const root = folder();
    const text = '😀'.repeat(700_001);
    openRunFolder(root, 'a').write({ ...artifacts(''), 'diff.patch': redact(`x${text}`) });
    expect(readFileSync(path.join(root, '.verifier/runs/a/diff.patch'), 'utf8') === `x${text}`).toBe(true);
  });

  test('of a run that came to nothing is taken away', () => {
    const root = folder();
    openRunFolder(root, 'a').discard();
    expect(existsSync(path.join(root, '.verifier/runs/a'))).toBe(false);
  });
});

describe('what a check does to the folder meanwhile', () => {
  test.each([undefined, to('out/here')])('cleaned away, it is made again', (output) => {
    const root = folder();
    const run = openRunFolder(root, 'a', output);
    for (const name of readdirSync(root)) rmSync(path.join(root, name), { recursive: true });
    run.write(artifacts('1'));
    expect(readdirSync(run.folder).sort()).toEqual([...ARTIFACTS].sort());
    if (output === undefined) expect(readFileSync(path.join(root, '.verifier/.gitignore'), 'utf8')).toBe('*\n');
  });

  test.each([[undefined, '.verifier'], [undefined, '.verifier/runs'], [undefined, '.verifier/runs/a'], [to('out/here'), 'out'], [to('out/here'), 'out/here']])('%j: a link in the place of %s that leads out, and nothing is written', (output, name) => {
    const [root, outside] = [folder(), folder()];
    const run = openRunFolder(root, 'a', output);
    rmSync(path.join(root, name), { recursive: true });
    symlinkSync(outside, path.join(root, name));
    expect(() => { run.write(artifacts('1')); }).toThrow(/is a link or a file: remove it|leaves the workspace through a link/);
    expect(readdirSync(outside)).toEqual([]);
  });

  test('a link that stays inside leads to another folder all the same', () => {
    const root = folder();
    const run = openRunFolder(root, 'a', to('out'));
    mkdirSync(path.join(root, 'other'));
    rmSync(path.join(root, 'out'), { recursive: true });
    symlinkSync('other', path.join(root, 'out'));
    expect(() => { run.write(artifacts('1')); }).toThrow(/was replaced while the checks ran, so nothing is written/);
    expect(readdirSync(path.join(root, 'other'))).toEqual([]);
  });
});

describe('nothing is followed through a link', () => {
  test('.verifier/.gitignore', () => {
    const root = folder();
    mkdirSync(path.join(root, '.verifier'));
    symlinkSync('nowhere', path.join(root, '.verifier/.gitignore'));
    expect(() => openRunFolder(root, 'a')).toThrow(/\.gitignore is a link: remove it/);
    expect(readdirSync(path.join(root, '.verifier'))).toEqual(['.gitignore']);
  });

  test.each(['.verifier', '.verifier/runs', '.verifier/runs/a'])('%s', (link) => {
    const root = folder();
    const outside = folder();
    mkdirSync(path.dirname(path.join(root, link)), { recursive: true });
    symlinkSync(outside, path.join(root, link));
    expect(() => openRunFolder(root, 'a')).toThrow(/is a link or a file/);
    expect(readdirSync(outside)).toEqual([]);
  });

  test('an artifact that is a link is replaced, and what it pointed at stays', () => {
    const root = folder();
    const outside = path.join(folder(), 'precious');
    writeFileSync(outside, 'precious');
    mkdirSync(path.join(root, 'out'));
    for (const name of ARTIFACTS) symlinkSync(outside, path.join(root, 'out', name));
    openRunFolder(root, 'a', to('out')).write(artifacts('new'));
    expect(readFileSync(outside, 'utf8')).toBe('precious');
    expect(readFileSync(path.join(root, 'out/verdict.json'), 'utf8')).toBe('verdict.json new');
  });
});

describe('--output-dir', () => {
  test('inside the workspace, also through a link that stays inside; a second run replaces the first', () => {
    const root = folder();
    mkdirSync(path.join(root, 'real'));
    symlinkSync('real', path.join(root, 'link'));
    openRunFolder(root, 'a', to('link/./out/')).write(artifacts('1'));
    openRunFolder(root, 'b', to('link/out')).write(artifacts('2'));
    expect(readdirSync(path.join(root, 'real/out')).sort()).toEqual([...ARTIFACTS].sort());
    expect(readFileSync(path.join(root, 'real/out/intent.txt'), 'utf8')).toBe('intent.txt 2');
  });

  test.each(['/tmp/x', '../x', 'a/../../x', '', '.', 'a/..', 'C:\\x', '\\\\host\\x', '.git/x', 'a/.git', 'a/.GIT/hooks', 'a\0b', 'a\nb'])('%j is refused', (outputDir) => {
    const root = folder();
    expect(() => openRunFolder(root, 'a', to(outputDir))).toThrow(/^--output-dir /);
    expect(readdirSync(root)).toEqual([]);
  });

  test('a link that leads out is refused, and nothing is made outside', () => {
    const root = folder();
    const outside = folder();
    symlinkSync(outside, path.join(root, 'link'));
    expect(() => openRunFolder(root, 'a', to('link/deeper'))).toThrow(/leaves the workspace through a link/);
    expect(readdirSync(outside)).toEqual([]);
  });

  test('a link into git’s own folder is refused', () => {
    const root = folder();
    put(root, { 'lib/.git/config': '' });
    symlinkSync('lib/.git', path.join(root, 'link'));
    expect(() => openRunFolder(root, 'a', to('link/hooks'))).toThrow(/leads into git’s own folder/);
    expect(readdirSync(path.join(root, 'lib/.git'))).toEqual(['config']);
  });

  test('a folder in the place of an artifact is refused, and named as it was asked for', () => {
    const root = folder();
    mkdirSync(path.join(root, 'out/report.md'), { recursive: true });
    expect(() => openRunFolder(root, 'a', to('out', 'c.json: `outputDir`'))).toThrow('c.json: `outputDir` "out" holds a folder report.md, where a file of that name is to be written: name another folder');
    for (const wrong of ['../x', '.git/x', 'file/out']) {
      put(root, { file: 'x' });
      expect(() => openRunFolder(root, 'a', to(wrong, 'c.json: `outputDir`'))).toThrow(/c\.json: `outputDir`/);
    }
  });

  test('the verdict of an earlier run is gone before the next one is written, and when the next one comes to nothing', () => {
    const root = folder();
    openRunFolder(root, 'a', to('out')).write(artifacts('1'));
    const run = openRunFolder(root, 'b', to('out'));
    expect(readdirSync(path.join(root, 'out'))).not.toContain('verdict.json');
    run.write(artifacts('2'));
    dropVerdict(root, to('out'));
    expect(readdirSync(path.join(root, 'out'))).not.toContain('verdict.json');
    dropVerdict(root, to('missing/out'));
    expect(readdirSync(root)).toEqual(['out']);
  });

  test('a file in the way, or a dangling link', () => {
    const root = folder();
    put(root, { file: 'x' });
    symlinkSync('nowhere', path.join(root, 'dangling'));
    expect(() => openRunFolder(root, 'a', to('file/out'))).toThrow(/is a file where a folder is needed/);
    expect(() => openRunFolder(root, 'a', to('dangling/out'))).toThrow(/cannot write|leaves/);
  });
});

describe('what cannot be written', () => {
  test('is one sentence, and nothing is left half-written', () => {
    const root = folder();
    const run = openRunFolder(root, 'a', to('out'));
    run.write(artifacts('1'));
    mkdirSync(path.join(root, 'out/.diff.patch.b.tmp'));
    const next = openRunFolder(root, 'b', to('out'));
    expect(() => { next.write(artifacts('2')); }).toThrow(/^cannot write .*: /);
    expect(existsSync(path.join(root, 'out/verdict.json'))).toBe(false);
    expect(readdirSync(path.join(root, 'out')).filter((name) => name.endsWith('.tmp'))).toEqual(['.diff.patch.b.tmp']);
  });

  test.skipIf(process.getuid?.() === 0)('a workspace that may not be written', () => {
    const root = folder();
    chmodSync(root, 0o500);
    expect(() => openRunFolder(root, 'a')).toThrow(/it may not be written/);
    chmodSync(root, 0o700);
  });
});
