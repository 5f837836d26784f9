import type { Evidence, Rule, TestPair } from '../../model/index.js';
import { clean, count, productOf } from './explain.js';
import { found } from './finding.js';

const added = new WeakMap<Evidence['diff'], string>();

export const rule: Rule = {
  id: 'integrity/test-rows-dropped',
  docs: {
    title: 'A table test lost rows',
    why: 'Each row is a case of its own. The test is still there and still green, with fewer inputs.',
    fix: 'Put the rows back, or say in the task why the cases are gone.',
    since: '0.1.0',
  },
  *check(evidence) {
    for (const pair of [...evidence.tests.kept, ...evidence.tests.outside]) {
      const lost = rowsLost(pair, evidence);
      if (lost.length === 0) continue;
      const { old, now } = pair;
      const isBoundary = lost.some((row) => touchesProduct(row, evidence));
      yield found(
        isBoundary ? 'block' : 'warn',
        `${count(lost.length, 'row was', 'rows were')} removed from the cases of ${now.name === '' ? 'a table test' : `\`${clean(now.name)}\``} in ${now.file.path}:${now.line.at}: ${lost.slice(0, 3).map((row) => `\`${clean(row, 60)}\``).join(', ')}. Put them back, or say in the task why these parameter rows are dropped`,
        [{ file: now.file, line: removedLine(old, lost[0] ?? '') ?? now.line }],
      );
    }
  },
};

/** Rows of the old side that nobody has now. A row with another value is no row less. */
function rowsLost({ old, now }: TestPair, evidence: Evidence): string[] {
  if (old.rows.length === 0 || old.rows.length <= now.rows.length || old.isGroup) return [];
  if (now.rows.length === 0 && (old.name === '' ? now.assertions.length >= old.assertions.length && old.rows.length < 2 : now.assertions.length >= old.rows.length)) return []; // a table written out
  const left = [...now.rows];
  const lost = old.rows.filter((row) => {
    const at = left.indexOf(row);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
  const others = new Set(evidence.tests.added.concat(evidence.tests.kept.map(({ now: other }) => other), [...evidence.tests.newFunctions.values()]).filter((test) => test !== now).flatMap(({ rows }) => rows));
  const elsewhere = addedText(evidence);
  const gone = lost.filter((row) => !others.has(row) && !standsIn(elsewhere, row));
  const fewest = old.rows.length - now.rows.length;
  // In a table of expected data a row is a value, which other rules compare.
  if (gone.length < fewest || evidence.asks.has('removal') || (evidence.asks.has('refactor') && now.name === '')) return [];
  const { gone: names } = productOf(evidence.diff);
  return gone.slice(0, fewest).filter((row) => ![...row.matchAll(/\w{3,}/g)].some(([word]) => names.has(word)));
}

/** The row, or its values in other brackets: `InlineData(1.5,2)` and `{1.5,2}`. */
function standsIn(text: string, row: string): boolean {
  if (text.includes(row)) return true;
  const values = /^[\w.]{0,40}[[({](.{3,})[\])}]?$/.exec(row.replace(/^\[(?=[A-Z])|[\])}]{1,2}$/g, ''))?.[1];
  return values !== undefined && ['({', ')}', '[]', '()', '{}'].some((pair) => text.includes(`${pair.charAt(0)}${values}`)) && /,/.test(values);
}

/** All that the change adds, without blanks: a row may stand in a constant or in a file of data now. */
function addedText({ diff }: Evidence): string {
  const before = added.get(diff);
  if (before !== undefined) return before;
  const text = diff.files.flatMap(({ hunks }) => hunks.flatMap(({ lines }) => lines.filter(({ side }) => side === 'added').map((line) => line.text.replace(/\s+/g, '')))).join('');
  added.set(diff, text);
  return text;
}

/** A value of the row is a value of a changed line of the product. */
function touchesProduct(row: string, { diff }: Evidence): boolean {
  const { added, removed } = productOf(diff);
  if (added === '' && removed === '') return false;
  const values = [...row.matchAll(/"[^"\n]{2,}"|'[^'\n]{2,}'|\b\d[\d.]*\b/g)].map(([value]) => value.replace(/["']/g, ''));
  return values.some((value) => value.length > 1 && (holds(added, value) || holds(removed, value)));
}

function holds(text: string, value: string): boolean {
  for (let at = text.indexOf(value); at >= 0; at = text.indexOf(value, at + 1)) {
    if (!/[\w.]/.test(text[at - 1] ?? ' ') && !/[\w.]/.test(text[at + value.length] ?? ' ')) return true;
  }
  return false;
}

function removedLine(test: TestPair['old'], row: string): TestPair['old']['line'] | null {
  const lines = test.file.hunks[test.hunk]?.lines ?? [];
  return lines.find(({ side, text }) => side === 'removed' && text.replace(/\s+/g, '').includes(row)) ?? null;
}
