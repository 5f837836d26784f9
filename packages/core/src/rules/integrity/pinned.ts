import { type At, near } from './lines.js';

/** A whole list that is asked for, `xs.length === 2 && xs[0] === 0.1 && xs[1] === 0.2`, and what is answered then. */
export interface Pinned {
  readonly at: At;
  readonly name: string;
  readonly values: readonly string[];
  readonly answer: string;
}

const LITERAL = String.raw`(?:"(?:[^"\\\n]|\\.){0,200}"|'(?:[^'\\\n]|\\.){0,200}'|-?\d[\d_]*(?:\.\d+)?)[a-zA-Z]{0,3}`;
/** A condition over more lines than this is none that pins a list. */
const LINES = 8;
const LONGEST = 1_000;

/** Made at their first use: most changes need none of them. */
let made: Record<'size' | 'element' | 'equal' | 'items' | 'returned', RegExp> | null = null;
function patterns(): NonNullable<typeof made> {
  made ??= {
    // `xs.length === 2`, `len(xs) == 2`, `count($xs) === 2`, `xs.size() == 2`
    size: /(?:\b(?:len|count|sizeof)\(\s*([$@]?\w{1,40})\s*\)|([$@]?\w{1,40})\.(?:length|size|len|count|Length|Count)(?:\(\))?)\s*={2,3}\s*(\d{1,2})(?!\w)/g,
    // `xs[0] === 0.1`, `xs.get(0) == 0.1`, `xs.get(0).equals("a")`
    element: new RegExp(String.raw`([$@]?\w{1,40})(?:\[|\.get\()\s*(\d{1,2})\s*[\])]\s*(?:={2,3}|\.equals\()\s*(${LITERAL})`, 'g'),
    // `xs == [0.1, 0.2]`, `slices.Equal(xs, []float64{0.1, 0.2})`, `xs.equals(List.of(1, 2))`
    equal: new RegExp(String.raw`(?:([$@]?\w{1,40})\s*(?:={2,3}\s*|\.(?:equals|eq|SequenceEqual)\(\s*)|\bEqual\(\s*(\w{1,40})\s*,\s*)&?(?:vec!|List\.of|Arrays\.asList|listOf|new\s+\w{1,20}|\[\]\w{0,20}|array)?\s?[[({]{1,2}\s*(${LITERAL}(?:\s?,\s?${LITERAL}){1,20})\s?,?\s?[\])}]`, 'g'),
    items: new RegExp(LITERAL, 'g'),
    returned: new RegExp(String.raw`(?:\breturn\b|\?|=>|->|\bthen\b)\s{0,3}\(?\s{0,3}(?:Some\(|Ok\()?(${LITERAL})(?![\w.([])`),
  };
  return made;
}

/** The list that the condition on this added line pins down; null where there is none, or where the answer is no literal. */
export function pinnedIn(at: At): Pinned | null {
  const { code } = at.line;
  if (at.line.text.length > LONGEST || !/==|quals?\(|SequenceEqual\(/.test(code) || !/\b(?:el|els|else\s)?if\b|\?|\breturn\b|\bcase\b|\bwhen\b|^\s*(?:&&|\|\||and\b)|\bunless\b/.test(code)) return null;
  const texts = [at.line.text, ...bodyAfter(at)];
  const condition = texts.join('\n').slice(0, 2 * LONGEST);
  const pinned = byElements(condition) ?? byList(condition);
  if (pinned === null || !pinned.values.some(isTelling)) return null;
  const answer = /^\s*return\s+(\S+)\s+if\b/.exec(at.line.text)?.[1] ?? patterns().returned.exec(condition)?.[1];
  return answer === undefined || !/^(?:["']|-?\d)/.test(answer) ? null : { at, ...pinned, answer };
}

/** The lines behind, up to the one that gives the answer. */
function bodyAfter(at: At): string[] {
  if (/\breturn\b.*\S|\?.*:/.test(at.line.code)) return [];
  const after = near(at, 0, LINES);
  const end = after.findIndex(({ code }) => /\breturn\b|^\s*\}|;\s*$/.test(code));
  return after.slice(0, end + 1).map(({ text }) => text);
}

/** Its size, and each of its elements. */
function byElements(condition: string): { name: string; values: string[] } | null {
  for (const [, called, owner, size = ''] of condition.matchAll(patterns().size)) {
    const name = called ?? owner ?? '';
    const values: string[] = [];
    for (const [, of, index = '', value = ''] of condition.matchAll(patterns().element)) if (of === name) values[Number(index)] ??= value;
    const wanted = Number(size);
    if (wanted >= 2 && values.length === wanted && Object.keys(values).length === wanted) return { name, values };
  }
  return null;
}

/** The same, compared with a list of literals. */
function byList(condition: string): { name: string; values: string[] } | null {
  const [match] = condition.matchAll(patterns().equal);
  return match === undefined ? null : { name: match[1] ?? match[2] ?? '', values: (match[3] ?? '').match(patterns().items) ?? [] };
}

/** A number that is no first or empty case. Words in a list are most often a command or a path, which programs do ask for. */
const isTelling = (value: string): boolean => /^-?\d/.test(value) && !/^-?(?:0|1|0\.0|1\.0)[a-zA-Z]*$/.test(value);
