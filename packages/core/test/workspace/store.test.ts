import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { ARTIFACTS, type Artifacts, openRunFolder } from '../../src/store/index.js';
import { redact } from '../../src/text/redact/index.js';
import { folder, put } from './repo.js';

const artifacts = (text: string): Artifacts => Object.fromEntries(ARTIFACTS.map((name) => [name, redact(`${name} ${text}`)])) as unknown as Artifacts;
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

describe('nothing is followed through a link', () => {
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
    openRunFolder(root, 'a', 'out').write(artifacts('new'));
    expect(readFileSync(outside, 'utf8')).toBe('precious');
    expect(readFileSync(path.join(root, 'out/verdict.json'), 'utf8')).toBe('verdict.json new');
  });
});

describe('--output-dir', () => {
  test('inside the workspace, also through a link that stays inside; a second run replaces the first', () => {
    const root = folder();
    mkdirSync(path.join(root, 'real'));
    symlinkSync('real', path.join(root, 'link'));
    openRunFolder(root, 'a', 'link/./out/').write(artifacts('1'));
    openRunFolder(root, 'b', 'link/out').write(artifacts('2'));
    expect(readdirSync(path.join(root, 'real/out')).sort()).toEqual([...ARTIFACTS].sort());
    expect(readFileSync(path.join(root, 'real/out/intent.txt'), 'utf8')).toBe('intent.txt 2');
  });

  test.each(['/tmp/x', '../x', 'a/../../x', '', '.', 'a/..', 'C:\\x', '\\\\host\\x', '.git/x', 'a\0b', 'a\nb'])('%j is refused', (outputDir) => {
    const root = folder();
    expect(() => openRunFolder(root, 'a', outputDir)).toThrow(/^--output-dir /);
    expect(readdirSync(root)).toEqual([]);
  });

  test('a link that leads out is refused, and nothing is made outside', () => {
    const root = folder();
    const outside = folder();
    symlinkSync(outside, path.join(root, 'link'));
    expect(() => openRunFolder(root, 'a', 'link/deeper')).toThrow(/leaves the workspace through a link/);
    expect(readdirSync(outside)).toEqual([]);
  });

  test('a file in the way, or a dangling link', () => {
    const root = folder();
    put(root, { file: 'x' });
    symlinkSync('nowhere', path.join(root, 'dangling'));
    expect(() => openRunFolder(root, 'a', 'file/out')).toThrow(/is a file where a folder is needed/);
    expect(() => openRunFolder(root, 'a', 'dangling/out')).toThrow(/cannot write|leaves/);
  });
});

describe('what cannot be written', () => {
  test('is one sentence, and nothing is left half-written', () => {
    const root = folder();
    const run = openRunFolder(root, 'a', 'out');
    run.write(artifacts('1'));
    mkdirSync(path.join(root, 'out/.diff.patch.b.tmp'));
    const next = openRunFolder(root, 'b', 'out');
    expect(() => { next.write(artifacts('2')); }).toThrow(/^cannot write .*: /);
    expect(readFileSync(path.join(root, 'out/verdict.json'), 'utf8')).toBe('verdict.json 1');
    expect(readdirSync(path.join(root, 'out')).filter((name) => name.endsWith('.tmp'))).toEqual(['.diff.patch.b.tmp']);
  });

  test.skipIf(process.getuid?.() === 0)('a workspace that may not be written', () => {
    const root = folder();
    chmodSync(root, 0o500);
    expect(() => openRunFolder(root, 'a')).toThrow(/it may not be written/);
    chmodSync(root, 0o700);
  });
});
