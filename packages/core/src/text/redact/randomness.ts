/** What a value is made of; counted over its first 256 characters. */
export interface Shape {
  readonly lower: number;
  readonly upper: number;
  readonly digit: number;
  /** Neither letter nor digit. */
  readonly other: number;
  /** Mean length of a run of one kind; a capital and the small letters behind it are one run. Words have long runs. */
  readonly run: number;
}

const LONGEST = 256;
/** The 160 most frequent letter pairs of English running text; three of four pairs in words, one of four by chance. */
const PAIRS =
  'th he in er an re on at en nd ti es or te of ed is it al ar st to nt ng se ha as ou io le ve co me de hi ri ro ic ne ea ra ce li ch ll be ma si om ur ca el ta la ns di fo ho pe ec pr no ct us ac ot il tr ly nc et ut ss so rs un lo wa ge ie wh ee wi em ad ol rt po we na ul ni ts mo ow pa im mi ai sh ir su id os iv ia am fi ci vi pl ig tu ev ld ry mp fe bl ab gh ty op wo sa ay ex ke ui da ag bo up ap ps ck cr oo gr qu ue rd ff rm pp ck dr fr sp bu ob au rk ev ef ru ub lt sw sc pu ub';
let pairs: Uint8Array | undefined;

export function shapeOf(value: string): Shape {
  let lower = 0;
  let upper = 0;
  let digit = 0;
  let other = 0;
  let runs = 0;
  let last = ''; // l, u, d or o
  const end = Math.min(value.length, LONGEST);
  for (let at = 0; at < end; at += 1) {
    const code = value.charCodeAt(at);
    const kind = code >= 97 && code <= 122 ? 'l' : code >= 65 && code <= 90 ? 'u' : code >= 48 && code <= 57 ? 'd' : 'o';
    if (kind === 'l') lower += 1;
    else if (kind === 'u') upper += 1;
    else if (kind === 'd') digit += 1;
    else other += 1;
    if (kind !== last && kind !== 'o' && !(kind === 'l' && last === 'u')) runs += 1;
    last = kind;
  }
  return { lower, upper, digit, other, run: runs === 0 ? end : (lower + upper + digit) / runs };
}

/** Whether a value of at least `least` characters looks made by a generator, not by a person or a programmer. */
export function looksRandom(value: string, least = 12): boolean {
  if (value.length < least) return false;
  const { lower, upper, digit, other, run } = shapeOf(value);
  const letters = lower + upper;
  const count = letters + digit;
  if (other > count / 2) return false;
  if (letters === 0) return false;
  if (digit > 0 && run <= 2.6) return true;
  if (digit >= 2 && run <= 3.4 && !isWordy(value)) return true;
  if (digit > 0 && count >= 14 && run <= 9 && !isWordy(value)) return true;
  return digit === 0 && count >= 12 && !isWordy(value) && (upper === 0 || lower === 0 || run < 3.2);
}

/** Whether the letters of a value come in pairs as words have them; looks at its first 64 characters. */
export function isWordy(value: string): boolean {
  pairs ??= pairTable();
  let seen = 0;
  let known = 0;
  let last = -1;
  const end = Math.min(value.length, 64);
  for (let at = 0; at < end; at += 1) {
    const letter = (value.charCodeAt(at) | 32) - 97;
    const now = letter >= 0 && letter < 26 ? letter : -1;
    if (now >= 0 && last >= 0) {
      seen += 1;
      known += pairs[last * 26 + now] ?? 0;
    }
    last = now;
  }
  return seen >= 4 && known / seen >= 0.5;
}

function pairTable(): Uint8Array {
  const table = new Uint8Array(26 * 26);
  for (const pair of PAIRS.split(' ')) table[(pair.charCodeAt(0) - 97) * 26 + pair.charCodeAt(1) - 97] = 1;
  return table;
}
