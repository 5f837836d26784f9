import type { Assertion, Evidence, Rule } from '../../model/index.js';
import { changesOf, LITERAL, type Match } from './changes.js';
import { clean, productOf } from './explain.js';
import { found } from './finding.js';

/** Tasks after which the code gives what it gave. */
const SAME: readonly string[] = ['refactor', 'performance', 'dependency'];

interface Hit {
  readonly match: Pick<Match, 'pair'> & { readonly old: Assertion['line']; readonly now: Assertion['line'] };
  readonly from: string;
  readonly to: string;
}

export const rule: Rule = {
  id: 'integrity/expected-changed',
  docs: {
    title: 'The expected value of a test was changed',
    why: 'The answer key follows the code: a test that expected the right value now expects what the code happens to give.',
    fix: 'Restore the expected value and fix the code, or say in the task that the value is to change.',
    since: '0.1.0',
  },
  *check(evidence) {
    for (const hit of hitsIn(evidence)) {
      const why = reasonAgainst(hit, evidence);
      if (why === null) continue;
      const { match: { pair, old, now }, from, to } = hit;
      yield found(why.effect, `The expected value of ${pair.now.name === '' ? 'a test' : `\`${clean(pair.now.name)}\``} was changed from ${clean(from, 50)} to ${clean(to, 50)} in ${pair.now.file.path}:${now.at}, ${why.says}. Restore the expectation, or say in the task that the value is to change`, [{ file: pair.now.file, line: old }, { file: pair.now.file, line: now }]);
    }
  },
};

/** The same check of the same thing, with another literal. */
function hitsIn(evidence: Evidence): Hit[] {
  return changesOf(evidence).flatMap(({ pair, matches, lost, gained }) => [
    ...matches.flatMap(({ old, now }) => {
      const values = now.line.side === 'added' ? otherLiteral(old, now) : null;
      return values === null ? [] : [{ match: { pair, old: old.line, now: now.line }, from: values[0], to: values[1] }];
    }),
    ...(lost.length === 0 && gained.length === 0 ? rowHits(pair) : []),
  ]);
}

function otherLiteral(old: Assertion, now: Assertion): readonly [string, string] | null {
  if (old.matcher !== now.matcher || old.args.length !== now.args.length || old.isHelper || old.key === now.key) return null;
  const different = old.args.flatMap((arg, index) => (arg === now.args[index] ? [] : [[arg, now.args[index] ?? ''] as const]));
  const [pair] = different;
  if (pair === undefined || different.length !== 1 || !isValue(pair[0]) || !isValue(pair[1]) || plainOf(pair[0]) === plainOf(pair[1])) return null;
  // Who is asked was renamed, and what is asked is the same.
  const [askedOld, askedNow] = pair.map((text) => text.slice(text.indexOf('(')));
  if (pair.every((text) => /^[\w.:]{1,80}\(/.test(text)) && askedOld === askedNow) return null;
  return old.tolerance !== now.tolerance ? null : pair;
}

/** Which quotes are used says nothing. */
const plainOf = (text: string): string => text.replace(/["'`]/g, '');

/** A row of a table whose last value alone is another one. */
function rowHits(pair: Match['pair']): Hit[] {
  const { old, now } = pair;
  if (old.rows.length === 0 || old.rows.length !== now.rows.length) return [];
  const hits: Hit[] = [];
  for (const [index, row] of old.rows.entries()) {
    const other = now.rows[index] ?? '';
    if (plainOf(row) === plainOf(other)) continue;
    const [a, b] = [cellsOf(row), cellsOf(other)];
    const different = a.flatMap((cell, at) => (cell === b[at] ? [] : [at]));
    const [at] = different;
    if (a.length < 2 || a.length !== b.length || different.length !== 1 || at === undefined || at === 0 || !isValue(a[at] ?? '') || !isValue(b[at] ?? '')) continue;
    const lines = now.file.hunks[now.hunk]?.lines ?? [];
    const oldLine = lines.find(({ side, text }) => side === 'removed' && text.replace(/\s+/g, '').includes((a[at] ?? '').replace(/\s+/g, '')));
    const newLine = lines.find(({ side, text }) => side === 'added' && text.replace(/\s+/g, '').includes((b[at] ?? '').replace(/\s+/g, '')));
    if (oldLine !== undefined && newLine !== undefined) hits.push({ match: { pair, old: oldLine, now: newLine }, from: a[at] ?? '', to: b[at] ?? '' });
  }
  return hits;
}

function cellsOf(row: string): string[] {
  return row.replace(/^(?:\w+\()?[[({]|[\])}]+$/g, '').split(/,(?=(?:[^"']*["'][^"']*["'])*[^"']*$)/);
}

const isValue = (text: string): boolean => LITERAL.test(text) || /^(?:&?\[|\{|new[A-Z]\w*\(|[A-Z]\w*[({])[^=]{0,300}$/.test(text) || /^-?\d/.test(text);

/** Why the change of the value is not believed; null: it is asked for, or the product explains it. */
function reasonAgainst({ from, to }: Hit, { task, asks, diff }: Evidence): { effect: 'block' | 'warn'; says: string } | null {
  const product = productOf(diff);
  const [old, now] = [coreOf(from), coreOf(to)];
  const said = task.slice(0, 20_000);
  const [saysOld, saysNow] = [holds(said, old) && isQuoted(said, old), holds(said, now)];
  if (saysOld && !saysNow && !isLeft(said, old)) return { effect: 'block', says: `but the task asks for ${clean(old, 40)}` };
  if (saysNow) return null;
  if (now.length > 1 && holds(product.added, now) && !holds(product.removed, now)) return null;
  if (asks.has('tests') && !product.hasChange && !asks.has('fix-check')) return null;
  const isSame = SAME.some((kind) => asks.has(kind as 'refactor')) && !asks.has('feature') && !asks.has('fix');
  if (isSame && product.hasChange) return { effect: 'block', says: 'although the task asks for no other behaviour' };
  if (asks.has('fix-check')) return { effect: product.hasChange ? 'warn' : 'block', says: product.hasChange ? 'and nothing in the task asks for the new value' : 'and the product was not changed at all' };
  return product.hasChange || task === '' ? null : { effect: 'warn', says: 'although the product was not changed' };
}

/** `from X to Y`, `instead of X`: the old value is named as the one that goes. */
function isLeft(task: string, value: string): boolean {
  const at = task.indexOf(value);
  return /(?:\bfrom|\binstead of|\brather than|\bnot|\bwas|\bcurrently|\breturns|\bgives|\bno longer)\s+["'`]?$/i.test(task.slice(Math.max(0, at - 30), at));
}

/** A plain word is one of the language: only in quotes it is a value. */
const isQuoted = (task: string, value: string): boolean => !/^[a-z]{2,}$/i.test(value) || /^(?:true|false|null|nil|none)$/i.test(value) || [`"${value}"`, `'${value}'`, `\`${value}\``].some((quoted) => task.includes(quoted));

const coreOf = (text: string): string => text.replace(/^[rbuf]?(["'`])([\s\S]*)\1$/, '$2');

function holds(text: string, value: string): boolean {
  if (value.length < 2 && !/\d/.test(value)) return false;
  const squeezed = /\s/.test(value) ? text : text;
  for (let at = squeezed.indexOf(value); at >= 0; at = squeezed.indexOf(value, at + 1)) {
    if (!/[\w.]/.test(squeezed[at - 1] ?? ' ') && !/\w/.test(squeezed[at + value.length] ?? ' ')) return true;
  }
  return false;
}
