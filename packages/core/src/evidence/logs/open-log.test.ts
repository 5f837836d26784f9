import { describe, expect, test } from 'vitest';
import type { Recognizer } from '../../model/index.js';
import { openLog } from './open-log.js';

const docs = { title: '', why: '', fix: '', since: '0.1.0' };
/** A made-up runner: `BEGIN`, `pass x`, `DONE n`. */
const toy: Recognizer = {
  tool: 'toy',
  kind: 'tests',
  docs,
  marks: ['BEGIN toy', 'DONE toy'],
  adoptsTicks: true,
  open() {
    let isOpen = false;
    return {
      read(line, _at, out) {
        if (line.startsWith('pass ')) out.passed(line.slice(5));
        else if (line.startsWith('DONE toy')) { isOpen = false; out.say({ kind: 'totals', passed: 1, failed: 0, skipped: 0 }); }
        else if (line.startsWith('BEGIN toy')) isOpen = true;
        else return false;
        return true;
      },
      end(out) { if (isOpen) out.say({ kind: 'unfinished', text: 'BEGIN toy' }); },
    };
  },
};
const read = (text: string, tools: readonly Recognizer[] = [toy]) => {
  const log = openLog(null, tools);
  log.write(text);
  return log.close(null);
};
const shapes = (text: string) => read(text).facts.map(({ tool, kind, span, count }) => `${tool} ${kind} ${span.join('-')} x${count}`);

describe('facts', () => {
  test('neighbours that passed or say nothing are one fact; names are kept', () => {
    const run = read('BEGIN toy\npass a\npass b\npass c\nDONE toy\n');
    expect(run.facts.map(({ kind, span, count }) => [kind, ...span, count])).toEqual([['noise', 1, 1, 1], ['passed', 2, 4, 3], ['totals', 5, 5, 1]]);
    expect(run.passed).toEqual({ names: ['a', 'b', 'c'], count: 3, cut: false });
  });

  test('a tool that began and never closed is said', () => {
    expect(shapes('BEGIN toy\npass a\n').at(-1)).toBe('toy unfinished 2-2 x1');
  });

  test('loose ticks go to the tool that is recognized later, or to nobody', () => {
    expect(shapes('✔ a\n✖ b\nDONE toy\n')).toEqual(['toy passed 1-1 x1', 'toy failure 2-2 x1', 'toy totals 3-3 x1']);
    expect(shapes('✔ a\n✖ b\n')).toEqual(['unknown passed 1-1 x1', 'unknown failure 2-2 x1']);
  });

  test('packages of a monorepo are told apart by their prefix', () => {
    expect(shapes('packages/a test: BEGIN toy\npackages/b test: BEGIN toy\npackages/a test: pass x\npackages/a test: DONE toy\n')).toContain('toy unfinished 2-2 x1');
    expect(read('web-1  | BEGIN toy\nweb-1  | pass x\nweb-1  | DONE toy').passed.names).toEqual(['x']);
  });

  test('of each kind the first 200 and the last 20 are kept, and the rest is counted', () => {
    const run = read(Array.from({ length: 1000 }, (_, index) => `Error: number ${index}`).join('\n'));
    expect(run.facts).toHaveLength(220);
    expect(run.facts.at(-1)?.text).toBe('Error: number 999');
    expect(run.omitted).toEqual({ failure: 780 });
  });
});

describe('carriers', () => {
  test.each([
    ['colours', '\u001B[32mDONE toy\u001B[39m'],
    ['CRLF', 'DONE toy\r'],
    ['a redraw', 'waiting…\rDONE toy'],
    ['a CI stamp', '2026-01-31T12:00:00.1234567Z DONE toy'],
    ['a coloured stamp', '\u001B[2m2026-01-31T12:00:00Z\u001B[22m DONE toy'],
    ['two stamps', '2026-01-31T12:00:00.1234567Z 2026-01-31T12:00:00.123456789Z DONE toy'],
    ['a name and a stamp behind it', 'web-1  | 2026-01-31T12:00:00.123456789Z DONE toy'],
    ['a stamp, a name and a stamp', '2026-01-31T12:00:00.1234567Z web-1  | 2026-01-31T12:00:00.123456789Z DONE toy'],
    ['a group marker', '##[group]DONE toy'],
    ['BuildKit', '#12 3.456 DONE toy'],
    ['a hyperlink', '\u001B]8;;http://x\u0007DONE toy\u001B]8;;\u0007'],
  ])('%s', (_, line) => {
    expect(shapes(`${line}\n`)).toEqual(['toy totals 1-1 x1']);
  });
});

test('lines of one container are one lane, whatever their times are', () => {
  const lines = Array.from({ length: 200 }, (_, at) => `web-1  | 2026-01-31T12:00:00.${String(at).padStart(9, '0')}Z ${at === 199 ? 'DONE toy' : 'noise'}\n`);
  expect(shapes(lines.join('')).filter((shape) => shape.includes('totals'))).toEqual(['toy totals 1-1 x1'.replace('1-1', '200-200')]);
});

describe('frames', () => {
  const STAMP = '2024-05-01T10:00:00.0000000Z';

  test('a log of `gh run view --log` is read job by job', () => {
    const lines = [['test (20)\tRun npm test', '\uFEFFBEGIN toy'], ['lint\tUNKNOWN STEP', 'BEGIN toy'], ['lint\tUNKNOWN STEP', 'pass a'], ['lint\tUNKNOWN STEP', 'DONE toy']];
    const text = lines.map(([job, said = '']) => `${job}\t${said.startsWith('\uFEFF') ? '\uFEFF' : ''}${STAMP} ${said.replace('\uFEFF', '')}\n`).join('');
    expect(shapes(text)).toEqual(['toy unfinished 1-1 x1', 'toy noise 1-2 x2', 'toy passed 3-3 x1', 'toy totals 4-4 x1']);
  });

  test.each([
    ['numbered by cat -n', '     1\tBEGIN toy\n     2\tpass a\n     3\tDONE toy\n'],
    ['in the syslog', 'May  1 10:00:00 ci npm[7]: BEGIN toy\nMay  1 10:00:00 ci npm[7]: pass a\nMay  1 10:00:01 ci npm[7]: DONE toy\n'],
    ['kept by docker', ['BEGIN toy', 'pass a', 'DONE toy'].map((log) => `${JSON.stringify({ log: `${log}\n`, stream: 'stdout', time: STAMP })}\n`).join('')],
  ])('a log %s', (_, text) => {
    expect(shapes(text)).toEqual(['toy noise 1-1 x1', 'toy passed 2-2 x1', 'toy totals 3-3 x1']);
  });
});

test('chunks of any size give the same run', () => {
  const text = '\u001B[32mBEGIN toy\u001B[39m\r\npass ü ✓ 漢字\nwhat is this\nError: no\r\nDONE toy';
  for (const size of [1, 2, 3, 5, 8, 13]) {
    const log = openLog(null, [toy]);
    for (let at = 0; at < text.length; at += size) log.write(text.slice(at, at + size));
    expect(log.close(null)).toEqual(read(text));
  }
});

test('the last 200 lines that nobody explains stay visible', () => {
  const run = read(Array.from({ length: 500 }, (_, index) => `line ${index}`).join('\n'));
  expect(run.unread).toHaveLength(200);
  expect(run.unread[0]).toEqual({ at: 301, text: 'line 300' });
  expect(run.lines).toBe(500);
});
