import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { timeOf } from './measure.mjs';

const SIZE = 100_000;
/** What tempts a reader to look twice: openings without an end, runs that overlap, words that nearly match. */
const CONTENTS = {
  spaces: ' ',
  tabs: '\t',
  'the letter a': 'a',
  digits: '7',
  'open brackets': '(',
  'nested arrays': '[{',
  quotes: "'",
  backslashes: '\\',
  'equal signs': '=',
  dashes: '-',
  'colour codes': '\u001b[31m',
  'lone escapes': '\u001b',
  'links that never end': 'http://',
  'the word error': 'error: ',
  'ticks and crosses': '✓ × ',
  'counts of tests': '1 passed, ',
  'assignments of a password': 'password=',
  'addresses of users': 'a@b.',
  'base64 letters': 'eyJhbGciOi',
  'comment openings': '/*',
  'guards': 'requirePermission(',
  'two bytes each': 'é',
};

/** For each input the content whose 100 KB in one line took longest. */
export function slowestLines(cli, folder, at) {
  const file = path.join(folder, 'line');
  const inputs = {
    log: (line) => ({ line, words: ['--verify-logs-file', file, '--diff-file', at('smallDiff')] }),
    'log after vitest began': (line) => ({ line: `\n RUN  v3.2.4 /repo\n\n${line}`, words: ['--verify-logs-file', file, '--diff-file', at('smallDiff')] }),
    diff: (line) => ({ line: `diff --git a/x.ts b/x.ts\n--- a/x.ts\n+++ b/x.ts\n@@ -1 +1,2 @@\n a\n+requireRole(); ${line}`, words: ['--diff-file', file, '--verify-logs-file', at('smallLog')] }),
    report: (line) => ({ line, words: ['--builder-report-file', file, '--diff-file', at('smallDiff'), '--verify-logs-file', at('smallLog')] }),
    task: (line) => ({ line, words: ['--intent-file', file, '--diff-file', at('smallDiff'), '--verify-logs-file', at('smallLog')] }),
  };
  return Object.entries(inputs).map(([input, make]) => {
    const taken = Object.entries(CONTENTS).map(([content, part]) => {
      const { line, words } = make(part.repeat(Math.ceil(SIZE / part.length)).slice(0, SIZE));
      writeFileSync(file, `${line}\n`);
      return { input, content, real: timeOf([cli, 'check', ...words]).real };
    });
    return taken.sort((a, b) => b.real - a.real)[0];
  });
}
