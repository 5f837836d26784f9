import type { Grammar, TextSpan } from '../../model/index.js';

/** Text that a hunk does not show, put in front of it or behind it. `hidden`: what becomes comment or string by that. */
export interface Guess {
  readonly before: string;
  readonly after: string;
  readonly hidden: string;
  readonly isComment: boolean;
  /** Opens and closes alike, and stands in the text an odd number of times. */
  readonly isOdd: boolean;
}

const SLASH_STAR: readonly Grammar[] = ['typescript', 'tsx', 'javascript', 'go', 'rust', 'java', 'php', 'c-sharp', 'cpp', 'css'];
const LONG_STRINGS: Readonly<Partial<Record<Grammar, readonly string[]>>> = {
  typescript: ['`'], tsx: ['`'], javascript: ['`'], go: ['`'], python: ['"""', "'''"], java: ['"""'], 'c-sharp': ['"""'],
};
const HEREDOC: Readonly<Partial<Record<Grammar, (word: string) => string>>> = {
  ruby: (word) => `x = <<~${word}\n`,
  bash: (word) => `cat <<'${word}'\n`,
  php: (word) => `<?php $x = <<<'${word}'\n`,
};

/** The states that a text may begin in beside code, as far as a mark in it speaks for them. `spans`: what is text if it is code. */
export function beginnings(grammar: Grammar, text: string, spans: readonly TextSpan[]): Guess[] {
  const guesses: Guess[] = [];
  const close = SLASH_STAR.includes(grammar) ? text.indexOf('*/') : -1;
  const before = grammar === 'php' ? '<?php /*' : '/*';
  if (close >= 0 && !text.slice(0, close).includes('/*')) guesses.push({ before, after: '', hidden: text.slice(0, close), isComment: true, isOdd: false });
  else if (SLASH_STAR.includes(grammar) && /^\s{0,40}\*/.test(text) && close < 0 && !text.includes('/*')) guesses.push({ before, after: '*/', hidden: text, isComment: true, isOdd: false });
  if (guesses.some(isStarred)) return guesses;
  for (const mark of LONG_STRINGS[grammar] ?? []) {
    const marks = marksIn(text, mark, spans);
    if (marks[0] !== undefined) guesses.push({ before: `x = ${mark}`, after: '', hidden: text.slice(0, marks[0]), isComment: false, isOdd: marks.length % 2 === 1 });
  }
  const heredoc = HEREDOC[grammar];
  const end = heredoc === undefined ? null : /^[ \t]{0,40}([A-Z][A-Z_]{2,20});?$/m.exec(text);
  if (heredoc !== undefined && end !== null) guesses.push({ before: heredoc(end[1] ?? ''), after: '', hidden: text.slice(0, end.index), isComment: false, isOdd: false });
  return guesses;
}

/** The states that a text may end in beside code. */
export function endings(grammar: Grammar, text: string, spans: readonly TextSpan[]): Guess[] {
  const guesses: Guess[] = [];
  const open = SLASH_STAR.includes(grammar) ? text.lastIndexOf('/*') : -1;
  if (open >= 0 && !text.includes('*/', open)) guesses.push({ before: '', after: '*/', hidden: text.slice(open + 2), isComment: true, isOdd: false });
  if (guesses.some(isStarred)) return guesses;
  for (const mark of LONG_STRINGS[grammar] ?? []) {
    const marks = marksIn(text, mark, spans);
    const last = marks.pop();
    if (last !== undefined) guesses.push({ before: '', after: mark, hidden: text.slice(last + mark.length), isComment: false, isOdd: marks.length % 2 === 0 });
  }
  return guesses;
}

/** Lines that have to be explained; in a comment those with a star in front speak for themselves. */
export function linesOf({ hidden, isComment }: Guess): number {
  return hidden.split('\n').filter((line) => line.trim() !== '' && !(isComment && STARRED.test(line))).length;
}

/** Stars in front of every line: nothing else is written so. */
function isStarred(guess: Guess): boolean {
  return guess.isComment && linesOf(guess) === 0 && guess.hidden.includes('*');
}

/** A statement, a block, a call or an assignment: rather seen where it is text than missed where it runs. */
export function looksLikeCode({ hidden, isComment }: Pick<Guess, 'hidden' | 'isComment'>): boolean {
  return hidden.split('\n').some((line) => !(isComment && STARRED.test(line)) && CODE.test(line));
}
const STARRED = /^\s{0,40}\*(?!\/?\w*[(.])/;
const CODE = /[;{}]\s{0,20}$|\w\(|[^=!<>]=[^=]|(?<!:)\/\/|^\s{0,40}#|^\s{0,40}(?:do|done|end|fi|else|then|private|public|return|def|class|if|for|while)\b|[\w)?!]\.\w/;

/** Where a mark stands, outside of comments and strings. */
function marksIn(text: string, mark: string, spans: readonly TextSpan[]): number[] {
  const marks: number[] = [];
  let next = 0;
  for (let at = text.indexOf(mark); at >= 0; at = text.indexOf(mark, at + mark.length)) {
    while ((spans[next]?.end ?? Infinity) <= at) next += 1;
    const span = spans[next];
    if (span === undefined || span.start >= at + mark.length || span.start === at) marks.push(at);
  }
  return marks;
}
