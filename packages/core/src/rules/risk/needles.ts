import { NEEDLES } from './needle-table.js';
import { needleWords } from './needle-words.js';

const EDGE = 20;
const known = new WeakMap<RegExp, readonly string[] | null>();
let lowered = { text: '', lower: '' };

/** `pattern.test(text)`, without compiling the pattern when none of its own words is there: compiling costs more than the test. */
export function isMatch(pattern: RegExp, text: string): boolean {
  const words = needlesOf(pattern);
  if (words) {
    const searched = pattern.ignoreCase ? lowerOf(text) : text;
    if (!words.some((word) => searched.includes(word))) return false;
  }
  return pattern.test(text);
}

/** The table spares reading a long pattern at every start: it holds those that the rules name. */
function needlesOf(pattern: RegExp): readonly string[] | null {
  const before = known.get(pattern);
  if (before !== undefined) return before;
  const listed = NEEDLES[keyOf(pattern)];
  const words = listed === undefined ? needleWords(pattern) : listed === '' ? null : listed.split('\n');
  known.set(pattern, words);
  return words;
}

/** Short, and another one for each pattern of the rules: the generator sees to that. */
export function keyOf({ source, ignoreCase }: RegExp): string {
  return `${source.length}${ignoreCase ? 'i' : ''} ${source.slice(0, EDGE)} ${source.slice(-EDGE)}`;
}

function lowerOf(text: string): string {
  if (lowered.text !== text) lowered = { text, lower: text.toLowerCase() };
  return lowered.lower;
}
