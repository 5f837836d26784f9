// Runners that print a mark before each test: mocha, node:test, ava, jest, vitest, jasmine-spec-reporter, PHPUnit testdox, …
const PASSED = '✔✓√';
const FAILED = '✖✗✘×';
// The time behind the name: `(12ms)`, `12ms`, `(0.5 ms)`. Anchored at the end, bounded.
const TIME = / \(?\d{1,7}(?:\.\d{1,6})? ?m?s\)?$/;
const NAME_LIMIT = 1000;

/** A line that begins with a tick or a cross, whoever printed it; null for any other line. */
export function readTick(line: string): { passed: boolean; name: string } | null {
  let at = 0;
  while (at < line.length && (line.charCodeAt(at) === 32 || line.charCodeAt(at) === 9)) at += 1;
  const mark = line[at];
  if (mark === undefined || mark < '×' || line[at + 1] !== ' ') return null;
  const passed = PASSED.includes(mark);
  if (!passed && !FAILED.includes(mark)) return null;
  return { passed, name: line.slice(at + 2, at + 2 + NAME_LIMIT).trim().replace(TIME, '') };
}
