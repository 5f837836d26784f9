import type { DiffFile, Evidence, Rule } from '../../model/index.js';
import { found } from './finding.js';
import { addedIn, type At, isMoved } from './lines.js';

// Written as escapes, so that this file holds none of them.
const BIDI = /[\u202A-\u202E\u2066-\u2069]/;
const TAGS = /\uDB40[\uDC00-\uDC7F]/;
const ZERO_WIDTH = /\u200B|\u200C|\u200D|\u2060|\u180E|\u00AD|.\uFEFF/;
const EMOJI = /[\u2190-\u2BFF\u3030\u303D\u3297\u3299]|\uFE0F|[\uD83C-\uD83E][\uDC00-\uDFFF]/;
/** Scripts whose letters are joined by such characters: Arabic, Indic scripts, Thai, Khmer. */
const JOINED: readonly (readonly [from: number, to: number])[] = [[0x600, 0x7ff], [0x900, 0xdff], [0xe00, 0x109f], [0x1780, 0x17ff]];
/** A word of Latin letters with some that only look so: Cyrillic, Greek, Armenian. */
const MIXED = /[A-Za-z_$][\w$]{0,60}[\u0370-\u03FF\u0400-\u04FF\u0530-\u058F]|[\u0400-\u04FF][\u0400-\u04FF\w$]{0,60}[A-Za-z]/;
const ALIKE = /[\u0430\u0435\u043E\u0440\u0441\u0443\u0445\u0456\u0458\u0455\u0501\u0410\u0412\u0415\u041A\u041C\u041D\u041E\u0420\u0421\u0422\u0425\u0391\u0392\u0395\u0396\u0397\u0399\u039A\u039C\u039D\u039F\u03A1\u03A4\u03A5\u03A7\u03BF\u03BD\u0578\u057D]/;

export const rule: Rule = {
  id: 'integrity/hidden-unicode',
  docs: {
    title: 'Characters that nobody sees',
    why: 'Direction marks, tag characters and letters that look like others make a reviewer read something else than the machine does.',
    fix: 'Take the characters away, or write them as escapes.',
    since: '0.1.0',
  },
  *check(evidence) {
    for (const file of evidence.diff.files) {
      const hit = hitIn(file, evidence);
      if (hit !== null) yield found(hit.isHard ? 'block' : 'warn', `Hidden unicode in ${file.path}:${hit.at.line.at}: ${hit.says}. Take it away, or write it as an escape`, [{ file, line: hit.at.line }]);
    }
    for (const [name, text, source] of [['task', evidence.task, 'task'], ['report', evidence.report, 'builder_report']] as const) {
      if (BIDI.test(text) || TAGS.test(text)) yield { effect: 'warn', source, message: `Hidden unicode in the ${name}: invisible direction or tag characters (bidi). Look at its bytes before you believe what it says` };
    }
  },
};

function hitIn(file: DiffFile, { diff }: Evidence): { at: At; says: string; isHard: boolean } | null {
  const isWords = /(?:^|\/)(?:locales?|i18n|l10n|lang|translations|messages)\//i.test(file.path) || file.role === 'docs' || file.role === 'data';
  const isCode = !isWords && file.role !== 'generated';
  for (const at of addedIn(file)) {
    const { text, code } = at.line;
    // Plain text is nearly all there is.
    if (!NOT_ASCII.test(text) || isMoved(at, diff)) continue;
    if (TAGS.test(text) && !/\uD83C\uDFF4/.test(text)) return { at, says: `invisible tag characters (${shown(text, TAGS)})`, isHard: true };
    if (BIDI.test(text) && !(isWords && /[\u0590-\u08FF]/.test(text))) return { at, says: `a bidi control character (${shown(text, BIDI)}) that turns the order of what is shown`, isHard: isCode };
    if (hasSelectors(text)) return { at, says: 'invisible variation selectors', isHard: false };
    const zero = ZERO_WIDTH.exec(text);
    if (zero !== null && isCode && !holdsJoined(text) && !EMOJI.test(text) && !/\u00AD/.test(zero[0])) return { at, says: `an invisible zero width character (${shown(text, ZERO_WIDTH)})`, isHard: false };
    if (isCode && MIXED.test(code) && ALIKE.test(MIXED.exec(code)?.[0] ?? '') && !/[\u0400-\u04FF]{3}/.test(code)) return { at, says: 'a name that mixes scripts (homoglyph): a letter that only looks like a Latin one', isHard: false };
  }
  return null;
}
const holdsJoined = (text: string): boolean => text.split('').some((char) => JOINED.some(([from, to]) => char.charCodeAt(0) >= from && char.charCodeAt(0) <= to));

/** Two in a row: one alone chooses how an emoji looks. */
function hasSelectors(text: string): boolean {
  let row = 0;
  for (const char of text) {
    const code = char.codePointAt(0) ?? 0;
    row = (code >= 0xfe00 && code <= 0xfe0f) || (code >= 0xe0100 && code <= 0xe01ef) ? row + 1 : 0;
    if (row > 1) return true;
  }
  return false;
}

const NOT_ASCII = /[^\x00-\x7F]/;

function shown(text: string, pattern: RegExp): string {
  const [char = ''] = pattern.exec(text) ?? [];
  return Array.from(char, (one) => `U+${(one.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`).find((name) => name.length > 6 || /U\+(?:20|FE|18|00AD)/.test(name)) ?? '';
}
