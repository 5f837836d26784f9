import type { Grammar, SourceView, Syntax, TextSpan } from '../../model/index.js';

/** Longer texts are read from one state only. */
const LONGEST_GUESS = 16 << 10;

/** Another way to read a fragment: text that its hunk does not show is put around it. `hidden`: what becomes comment or string by that. */
interface Guess {
  readonly before: string;
  readonly after: string;
  readonly hidden: string;
  readonly isComment: boolean;
}

/**
 * Comments and string bodies of a fragment, which may begin or end inside a block comment or a long string. It is read as
 * code, and otherwise only where a mark without its partner speaks for it. A guess that hides lines must explain them:
 * as code each of them has to be an error, so that no one can hide code behind a mark. Null: too costly.
 */
export function spansOf(syntax: Syntax, grammar: Grammar, text: string): TextSpan[] | null {
  const opening = grammar === 'php' ? phpTag(text) : '';
  const asCode = syntax.read(grammar, opening + text);
  if (typeof asCode === 'string') return null;
  const plain: Reading = { view: asCode, before: opening, after: '' };
  if (asCode.errors === 0 || text.length > LONGEST_GUESS) return withTail(syntax, grammar, text, plain);
  const begun = better(syntax, grammar, text, plain, beginnings(grammar, text));
  return withTail(syntax, grammar, text, better(syntax, grammar, text, begun, endings(grammar, text)));
}

interface Reading {
  readonly view: SourceView;
  readonly before: string;
  readonly after: string;
}

/** The first guess that explains what it hides, or the reading that there was. */
function better(syntax: Syntax, grammar: Grammar, text: string, than: Reading, guesses: Iterable<Guess>): Reading {
  for (const guess of guesses) {
    if (looksLikeCode(guess)) continue;
    const before = guess.before === '' ? than.before : guess.before;
    const view = syntax.read(grammar, before + text + guess.after);
    if (typeof view !== 'string' && than.view.errors - view.errors >= linesOf(guess)) return { view, before, after: guess.after };
  }
  return than;
}

/** A string that runs to the end of the text may have ended at its opening mark: what looks like code behind it is read again. */
function withTail(syntax: Syntax, grammar: Grammar, text: string, { view, before, after }: Reading): TextSpan[] {
  const spans = shifted(view, before.length, text.length);
  const last = spans[spans.length - 1];
  if (after !== '' || last === undefined || last.end < text.trimEnd().length) return spans;
  const lineEnd = text.indexOf('\n', last.start);
  const tail = lineEnd < 0 ? '' : text.slice(lineEnd + 1);
  if (!looksLikeCode({ hidden: tail, isComment: view.comments[view.comments.length - 1]?.end === last.end + before.length })) return spans;
  const again = syntax.read(grammar, (grammar === 'php' ? '<?php ' : '') + tail);
  const cut = [...spans.slice(0, -1), { start: last.start, end: lineEnd }];
  if (typeof again === 'string') return cut;
  return [...cut, ...shifted(again, grammar === 'php' ? 6 : 0, tail.length).map(({ start, end }) => ({ start: start + lineEnd + 1, end: end + lineEnd + 1 }))];
}

/** Lines that have to be explained; in a comment those with a star in front speak for themselves. */
function linesOf({ hidden, isComment }: Guess): number {
  return Math.max(1, hidden.split('\n').filter((line) => line.trim() !== '' && !(isComment && STARRED.test(line))).length);
}

/** A statement, a block, a call or an assignment: rather seen where it is text than missed where it runs. */
function looksLikeCode({ hidden, isComment }: Pick<Guess, 'hidden' | 'isComment'>): boolean {
  return hidden.split('\n').some((line) => !(isComment && STARRED.test(line)) && CODE.test(line));
}
const STARRED = /^\s{0,40}\*(?!\/?\w*[(.])/;
const CODE = /[;{}]\s{0,20}$|\w\(|[^=!<>]=[^=]|\/\/|^\s{0,40}#/;

const SLASH_STAR: readonly Grammar[] = ['typescript', 'tsx', 'javascript', 'go', 'rust', 'java', 'php', 'c-sharp', 'cpp', 'css'];
const LONG_STRINGS: Readonly<Partial<Record<Grammar, readonly string[]>>> = {
  typescript: ['`'], tsx: ['`'], javascript: ['`'], go: ['`'], python: ['"""', "'''"], java: ['"""'], 'c-sharp': ['"""'],
};
const HEREDOC: Readonly<Partial<Record<Grammar, (word: string) => string>>> = {
  ruby: (word) => `x = <<~${word}\n`,
  bash: (word) => `cat <<'${word}'\n`,
  php: (word) => `<?php $x = <<<'${word}'\n`,
};

function* beginnings(grammar: Grammar, text: string): Generator<Guess> {
  if (SLASH_STAR.includes(grammar)) {
    const close = text.indexOf('*/');
    const open = text.indexOf('/*');
    const before = grammar === 'php' ? '<?php /*' : '/*';
    if (close >= 0 && (open < 0 || close < open)) yield { before, after: '', hidden: text.slice(0, close), isComment: true };
    else if (close < 0 && open < 0 && /^\s{0,40}\*/.test(text)) yield { before, after: '*/', hidden: text, isComment: true };
  }
  for (const mark of LONG_STRINGS[grammar] ?? []) {
    const at = text.indexOf(mark);
    if (at >= 0) yield { before: `x = ${mark}`, after: '', hidden: text.slice(0, at), isComment: false };
  }
  const heredoc = HEREDOC[grammar];
  const end = heredoc === undefined ? null : /^[ \t]{0,40}([A-Z][A-Z_]{2,20});?$/m.exec(text);
  if (heredoc !== undefined && end !== null) yield { before: heredoc(end[1] ?? ''), after: '', hidden: text.slice(0, end.index), isComment: false };
}

function* endings(grammar: Grammar, text: string): Generator<Guess> {
  const open = SLASH_STAR.includes(grammar) ? text.lastIndexOf('/*') : -1;
  if (open >= 0 && !text.includes('*/', open)) yield { before: '', after: '*/', hidden: text.slice(open + 2), isComment: true };
  for (const mark of LONG_STRINGS[grammar] ?? []) {
    const at = text.lastIndexOf(mark);
    if (at >= 0) yield { before: '', after: mark, hidden: text.slice(at + mark.length), isComment: false };
  }
}

/** A fragment of PHP is PHP, unless a tag in it says that it begins in the page. */
function phpTag(text: string): string {
  const open = text.indexOf('<?');
  const close = text.indexOf('?>');
  return open >= 0 && (close < 0 || open < close) ? '' : '<?php ';
}

/** Comments and strings in one row, moved back by what was put in front and cut to the text. */
function shifted(view: SourceView, by: number, length: number): TextSpan[] {
  return [...view.comments, ...view.strings]
    .map(({ start, end }) => ({ start: Math.max(0, start - by), end: Math.min(length, end - by) }))
    .filter(({ start, end }) => start < end)
    .sort((a, b) => a.start - b.start);
}
