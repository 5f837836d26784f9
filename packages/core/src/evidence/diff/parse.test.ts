import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import type { DiffFile, DiffModel } from '../../model/index.js';
import { openDiff, parseDiff } from './index.js';

const FIXTURES = path.resolve(import.meta.dirname, '../../../../../fixtures/diff');
const names = readdirSync(FIXTURES).filter((name) => name.endsWith('.diff')).sort();

test.each(names)('%s reads as it should', async (name) => {
  const text = readFileSync(path.join(FIXTURES, name), 'utf8');
  await expect(said(parseDiff(text))).toMatchFileSnapshot(path.join(FIXTURES, name.replace(/\.diff$/, '.read')));
});

test.each(names)('%s reads the same in pieces of any size', (name) => {
  const text = readFileSync(path.join(FIXTURES, name), 'utf8');
  for (const size of [1, 7, 100]) {
    const reader = openDiff();
    for (let at = 0; at < text.length; at += size) reader.write(text.slice(at, at + size));
    expect(reader.close()).toEqual(parseDiff(text));
  }
});

test.each(names.filter((name) => name.startsWith('none-')))('%s holds no file', (name) => {
  const text = readFileSync(path.join(FIXTURES, name), 'utf8');
  const first = text.split('\n').find((line) => line.trim() !== '');
  expect(parseDiff(text)).toEqual({ files: [], complete: false, ...(first === undefined ? {} : { unread: first }) });
});

describe('a diff is data', () => {
  test('workspace mode says that the change is whole', () => {
    const reader = openDiff();
    reader.write('diff --git a/x b/x\n+a\n');
    expect(reader.close({ complete: true }).complete).toBe(true);
    expect(parseDiff('diff --git a/x b/x\n+a\n').complete).toBe(false);
  });

  test('no text breaks it, and no line of the body is lost', () => {
    const junk = ['\0', '\r', '\uFFFD', '\uD800', '"', '\\', '\u001B[31m', '@@', '--- ', '+++ ', 'diff --git ', '/dev/null', '\t'];
    for (const one of junk) {
      const model = parseDiff(`diff --git a/x.ts b/x.ts\n--- a/x.ts\n+++ b/x.ts\n@@ -1,1 +1,3 @@ ${one}\n-${one}\n+${one}x\n+${one}\n+z\n${one}`);
      expect(model.files.flatMap((file) => file.hunks.flatMap((hunk) => hunk.lines.map((line) => line.text)))).toEqual(
        expect.arrayContaining([one === '\r' ? '' : one, `${one}x`, 'z']),
      );
    }
  });

  test('a file of 100,000 removed lines is one hunk of as many lines', () => {
    const model = parseDiff(`--- a/x.ts\n+++ b/x.ts\n@@ -1,100000 +0,0 @@\n${'-a\n'.repeat(100_000)}`);
    expect(model.files[0]?.hunks[0]?.lines).toHaveLength(100_000);
    expect(model.files[0]?.hunks[0]?.lines[99_999]).toEqual({ at: 100_000, side: 'removed', text: 'a', code: 'a' });
  });
});

function said(model: DiffModel): string {
  return `complete: ${model.complete}\n${model.files.map(fileSaid).join('')}`;
}

function fileSaid(file: DiffFile): string {
  const flags = [file.binary ? 'binary' : '', file.cut ? 'cut' : '', file.oldMode === file.newMode ? '' : `${file.oldMode} -> ${file.newMode}`].filter(Boolean);
  const head = `\n${file.change} ${JSON.stringify(file.path)}${file.oldPath === null ? '' : ` from ${JSON.stringify(file.oldPath)}`} ${file.role} ${file.language} ${flags.join(' ')}`;
  const hunks = file.hunks.map((hunk) => {
    const lines = hunk.lines.map((line) => `${String(line.at).padStart(4)} ${{ added: '+', removed: '-', context: ' ' }[line.side]} ${JSON.stringify(line.text)}`);
    return `  ${hunk.oldStart} ${hunk.newStart} ${JSON.stringify(hunk.section)}\n${lines.map((line) => `${line}\n`).join('')}`;
  });
  return `${head.trimEnd()}\n${hunks.join('')}`;
}
