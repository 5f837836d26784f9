import { bare } from '../piece.js';

// From the loosest binding inwards is not needed: the first operator outside of brackets and strings speaks for the condition.
const OPERATORS: readonly (readonly [pattern: RegExp, matcher: string])[] = [
  [/(?<![=!<>])={2,3}(?!=)/, '=='],
  [/!==?/, '!='],
  [/\bis not\b/, 'is not'],
  [/\bis\b/, 'is'],
  [/\bnot in\b/, 'not in'],
  [/\bin\b/, 'in'],
  [/<=|>=/, '>='],
  [/(?<![-=<])[<>](?![<>=])/, '>'],
];

/** A condition as a check: its operator, and what stands on both sides of it. */
export function conditionOf(shown: string): { matcher: string; args: string[] } {
  const text = unwrapped(shown.trim());
  const masked = maskOf(text);
  for (const [pattern, matcher] of OPERATORS) {
    const match = pattern.exec(masked);
    if (match === null) continue;
    return { matcher: match[0] === '<=' || match[0] === '>=' || match[0] === '<' || match[0] === '>' ? match[0] : matcher, args: [bare(text.slice(0, match.index)), bare(text.slice(match.index + match[0].length))] };
  }
  return { matcher: 'truthy', args: [bare(text)] };
}

/** The same length, with everything in brackets and quotes blanked. */
function maskOf(text: string): string {
  let out = '';
  let depth = 0;
  let quote = '';
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at] ?? '';
    if (quote !== '') {
      out += ' ';
      if (char === '\\') {
        out += ' ';
        at += 1;
      } else if (char === quote) quote = '';
    } else if (char === '"' || char === "'" || char === '`') {
      quote = char;
      out += ' ';
    } else if (char === '(' || char === '[' || char === '{') {
      depth += 1;
      out += ' ';
    } else if (char === ')' || char === ']' || char === '}') {
      depth -= 1;
      out += ' ';
    } else out += depth > 0 ? ' ' : char;
  }
  return out.slice(0, text.length);
}

/** Without brackets around all of it. */
function unwrapped(text: string): string {
  if (!text.startsWith('(') || !text.endsWith(')')) return text;
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === '(') depth += 1;
    else if (text[at] === ')') depth -= 1;
    if (depth === 0 && at < text.length - 1) return text;
  }
  return text.slice(1, -1).trim();
}
