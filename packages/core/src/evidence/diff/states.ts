import type { Grammar, Syntax, TextSpan } from '../../model/index.js';
import { beginnings, endings, type Guess, linesOf, looksLikeCode } from './guesses.js';

/** Longer texts are read from one state only. */
const LONGEST_GUESS = 16 << 10;

/** Where every quote may hold line breaks, one that is missed turns all that follows inside out. */
const ANY_LINES: readonly Grammar[] = ['ruby', 'bash', 'php', 'rust'];

/** A reading of the text: how many errors, what it takes for comments and strings, and what was guessed for it. */
interface Reading {
  readonly errors: number;
  readonly spans: readonly TextSpan[];
  readonly guesses: readonly Guess[];
}

/**
 * Comments and string bodies of a fragment, which may begin or end inside a block comment or a long string. It is read as
 * code, and from other states where a mark without its partner speaks for them; the reading with the fewest errors is
 * taken. But one that hides lines must explain them: none of them looks like code, and as code each is an error, so that
 * no one can hide code behind a mark. Otherwise only what both readings take for text is text. Null: too costly.
 */
export function spansOf(syntax: Syntax, grammar: Grammar, text: string): readonly TextSpan[] | null {
  const opening = grammar === 'php' ? phpTag(text) : '';
  const read = (guesses: readonly Guess[]): Reading | null => {
    const before = guesses.find((guess) => guess.before !== '')?.before ?? opening;
    const after = guesses.map((guess) => guess.after).join('');
    const view = syntax.read(grammar, before + text + after);
    if (typeof view === 'string') return null;
    const strings = view.errors > 0 && ANY_LINES.includes(grammar) ? withoutDoubtful(view.strings, before + text + after) : view.strings;
    const spans = [...view.comments, ...strings].sort((a, b) => a.start - b.start);
    return { errors: view.errors, spans: shifted(spans, before.length, text.length), guesses };
  };
  const asCode = read([]);
  if (asCode === null || asCode.errors === 0) return asCode?.spans ?? null;
  const starts = beginnings(grammar, text, asCode.spans).filter((guess) => guess.isOdd || text.length <= LONGEST_GUESS);
  const ends = endings(grammar, text, asCode.spans).filter(() => text.length <= LONGEST_GUESS);
  const begun = starts.map((guess) => read([guess]));
  const others = ends.flatMap((end) => [read([end]), ...starts.filter(({ after }) => after === '').map((start) => read([start, end]))]);
  const readings = [...begun, ...others].filter((reading) => reading !== null);
  const taken = best(readings.filter((reading) => isExplained(reading, asCode)), asCode);
  if (taken !== asCode) return taken.spans;
  const doubts = readings.filter(({ guesses: [guess, second] }) => second === undefined && guess?.isOdd === true && guess.before !== '');
  return [best(readings, asCode), ...doubts].reduce((spans, reading) => inBoth(spans, reading.spans), asCode.spans);
}

function best(readings: readonly Reading[], first: Reading): Reading {
  return readings.reduce((taken, reading) => (reading.errors < taken.errors ? reading : taken), first);
}

function isExplained(reading: Reading, asCode: Reading): boolean {
  const lines = reading.guesses.reduce((sum, guess) => sum + linesOf(guess), 0);
  return !reading.guesses.some(looksLikeCode) && asCode.errors - reading.errors >= Math.max(lines, asCode.errors / 2);
}

/** Without strings of more than one line that look like code. */
function withoutDoubtful(spans: readonly TextSpan[], text: string): TextSpan[] {
  return spans.filter(({ start, end }) => {
    const body = text.slice(start, end);
    return !body.includes('\n') || !looksLikeCode({ hidden: body, isComment: false });
  });
}

/** What both rows of spans cover. */
function inBoth(one: readonly TextSpan[], other: readonly TextSpan[]): TextSpan[] {
  const both: TextSpan[] = [];
  for (let a = 0, b = 0; a < one.length && b < other.length; ) {
    const [left, right] = [one[a], other[b]];
    if (left === undefined || right === undefined) break;
    const [start, end] = [Math.max(left.start, right.start), Math.min(left.end, right.end)];
    if (start < end) both.push({ start, end });
    if (left.end < right.end) a += 1;
    else b += 1;
  }
  return both;
}

/** A fragment of PHP is PHP, unless a tag in it says that it begins in the page. */
function phpTag(text: string): string {
  const open = text.indexOf('<?');
  const close = text.indexOf('?>');
  return open >= 0 && (close < 0 || open < close) ? '' : '<?php ';
}

/** Moved back by what was put in front, and cut to the text. */
function shifted(spans: readonly TextSpan[], by: number, length: number): TextSpan[] {
  return spans
    .map(({ start, end }) => ({ start: Math.max(0, start - by), end: Math.min(length, end - by) }))
    .filter(({ start, end }) => start < end);
}
