import type { Evidence, Rule, TestCase } from '../../model/index.js';
import { count, isAskedFor, isExplainedByProduct, livingSubject, named, subjectOf } from './explain.js';
import { found, type Place } from './finding.js';

export const rule: Rule = {
  id: 'integrity/test-removed',
  docs: {
    title: 'Tests were removed while what they test stays',
    why: 'A test that is gone cannot fail. What it held is held by nobody.',
    fix: 'Restore the tests, or say in the task why the behaviour is gone.',
    since: '0.1.0',
  },
  *check(evidence) {
    const removed = evidence.tests.removed.filter((test) => !test.isGroup && !isExplained(test, evidence));
    for (const [path, tests] of groups(removed)) {
      const [first] = tests;
      if (first === undefined) continue;
      const isWhole = first.file.change === 'deleted';
      const living = tests.map((test) => livingSubject(test, evidence)).find((name) => name !== null) ?? null;
      const subject = living ?? subjectOf(path);
      const isLost = isWhole || living !== null;
      const places: Place[] = tests.map(({ file, line }) => ({ file, line }));
      yield found(
        isLost && !isReworked(tests, evidence) ? 'block' : 'warn',
        isWhole
          ? `The test file ${path} was deleted with ${count(tests.length, 'test')} of \`${subject}\`: ${named(tests)}. Restore it, or say in the task why the behaviour is gone`
          : `${count(tests.length, 'test')} of \`${subject}\` ${tests.length === 1 ? 'was' : 'were'} removed from ${path} and appear nowhere else: ${named(tests)}. Restore ${tests.length === 1 ? 'it' : 'them'}, or say in the task why the behaviour is gone`,
        places,
      );
    }
  },
};

function isExplained(test: TestCase, evidence: Evidence): boolean {
  if (test.switches.some(({ kind }) => kind === 'skipped') && test.assertions.length === 0) return true; // a pending test that held nothing
  return isExplainedByProduct(test, evidence) || isAskedFor(test, evidence) || isMerged(test, evidence) || isRepeated(test, evidence);
}

/** Its values are rows of another test now, or its checks stand in another one. */
function isMerged(test: TestCase, { tests: { kept, added, removed, newFunctions } }: Evidence): boolean {
  const gone = removed.filter(({ file, isGroup }) => file.path === test.file.path && !isGroup).length;
  // A data provider is a function of its own.
  const rowsNow = [...added, ...kept.map(({ now }) => now), ...newFunctions.values()].filter(({ file }) => file.path === test.file.path).reduce((sum, { rows }) => sum + rows.length, 0);
  const rowsOld = kept.filter(({ old }) => old.file.path === test.file.path).reduce((sum, { old }) => sum + old.rows.length, 0);
  if (rowsNow - rowsOld >= gone) return true;
  if (added.some((other) => other.file.path === test.file.path && holdsValues(other, test))) return true;
  const others = [...added, ...kept.map(({ now }) => now)];
  return test.assertions.length > 0 && test.assertions.every(({ key }) => others.some(({ assertions }) => assertions.some((other) => other.key === key && key.length > 12)));
}

/** All that the test asks and expects stands in a new one that checks and goes round: its table has no rows that the reader knows. */
function holdsValues(other: TestCase, test: TestCase): boolean {
  if (other.assertions.length === 0 || !/\bfor\b|\beach\b|forEach|\.map\(|^for|#\[case|\.Run\(|subTest\(/m.test(other.body)) return false;
  const wanted = valuesIn(test.body);
  const there = valuesIn(other.body);
  return wanted.size >= 2 && [...wanted].every((value) => there.has(value));
}

/** Texts and numbers, without what is only said when a check fails. */
const valuesIn = (body: string): Set<string> => new Set((body.slice(0, 20_000).match(/"[^"\n]{1,200}"|'[^'\n]{1,200}'|(?<![\w.])-?\d[\w.]*/g) ?? []).filter((value) => !/%|\$\{/.test(value)));

function isRepeated(test: TestCase, { tests: { kept } }: Evidence): boolean {
  // Of a test that is shown in part, the part is compared.
  return test.body !== '' && kept.some(({ now }) => now.body === test.body || (!now.isWhole && now.name === test.name && now.body.length > 20 && test.body.startsWith(now.body)));
}

/** A rewrite that leaves more tests and more checks than there were. */
function isReworked(tests: readonly TestCase[], { tests: { added } }: Evidence): boolean {
  const checks = (list: readonly TestCase[]) => list.reduce((sum, { assertions }) => sum + assertions.length, 0);
  return added.length >= 3 && added.length >= tests.length && checks(added) >= checks(tests);
}

function groups(tests: readonly TestCase[]): Map<string, TestCase[]> {
  const byFile = new Map<string, TestCase[]>();
  for (const test of tests) byFile.set(test.file.path, [...(byFile.get(test.file.path) ?? []), test]);
  return byFile;
}
