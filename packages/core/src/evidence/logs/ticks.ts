import { withoutTime } from './grammar/timed-name.js';

// Runners that print a mark before each test: mocha, node:test, ava, jest, vitest, jasmine-spec-reporter, PHPUnit testdox, …
const PASSED = '✔✓√';
const FAILED = '✖✗✘×';
const NAME_LIMIT = 1000;

/** A line that begins with a tick or a cross, whoever printed it; null for any other line. */
export function readTick(line: string): { passed: boolean; name: string } | null {
  let at = 0;
  while (line.charCodeAt(at) === 32 || line.charCodeAt(at) === 9) at += 1;
  // × is the first of them.
  if (!(line.charCodeAt(at) >= 0xd7) || line.charCodeAt(at + 1) !== 32) return null;
  const mark = line[at] ?? '';
  const passed = PASSED.includes(mark);
  if (!passed && !FAILED.includes(mark)) return null;
  return { passed, name: withoutTime(line.slice(at + 2, at + 2 + NAME_LIMIT).trim()) };
}
