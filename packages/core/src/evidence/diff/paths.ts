/** Old and new side of a `diff --git` line, as written: decoded, prefixes still on. Null when it names no file. */
export function namesOfGitLine(rest: string): readonly [string, string] | null {
  if (rest.startsWith('"')) {
    const first = unquoted(rest, 0);
    const second = rest.slice(first.end).trim();
    return second === '' ? [first.text, first.text] : [first.text, nameOf(second)];
  }
  const quote = rest.endsWith('"') ? rest.indexOf(' "') : -1;
  if (quote > 0) return [slashed(rest.slice(0, quote)), unquoted(rest, quote + 1).text];
  const names = halves(rest) ?? atPrefix(rest) ?? atSpace(rest);
  return names[0] === '' ? null : [slashed(names[0]), slashed(names[1])];
}

/** The file name of a `---` or `+++` line, without its time stamp (GNU diff 3.x and svn put it behind a tab). */
export function nameOf(rest: string): string {
  if (rest.startsWith('"')) return unquoted(rest, 0).text;
  const tab = rest.indexOf('\t');
  const name = tab < 0 ? rest : rest.slice(0, tab);
  const stamp = tab < 0 ? STAMP.exec(name.slice(-48)) : null;
  return slashed(stamp === null ? name.trimEnd() : name.slice(0, name.length - stamp[0].length));
}

/** Both sides of one file without their prefixes (`a/` `b/`, `i/` `w/`, `old-1.0/` `new-1.1/`, none). */
export function stripped(before: string, after: string): readonly [string, string] {
  if (before === after) return [plain(before), plain(after)];
  const [oldHead, oldRest] = headAndRest(before);
  const [newHead, newRest] = headAndRest(after);
  const differ = oldHead !== newHead && oldRest !== '' && newRest !== '';
  if (differ && (oldRest === newRest || (PREFIXES.has(oldHead) && PREFIXES.has(newHead)))) return [plain(oldRest), plain(newRest)];
  if (before.startsWith('/') && after.startsWith('/')) return sharedTail(before, after);
  return [plain(before), plain(after)];
}

/** One side alone: the other one is /dev/null and no `diff --git` line tells the prefix. */
export function strippedAlone(name: string): string {
  const [head, rest] = headAndRest(name);
  return PREFIXES.has(head) && rest !== '' ? plain(rest) : plain(name);
}

/** True when the pair looks like a file header and nothing else: `a/x` and `b/x`, or one of them beside /dev/null. */
export function isPrefixedPair(before: string, after: string): boolean {
  const [oldHead, oldRest] = headAndRest(before);
  const [newHead, newRest] = headAndRest(after);
  if (before === NOWHERE) return PREFIXES.has(newHead) && newRest !== '';
  if (after === NOWHERE) return PREFIXES.has(oldHead) && oldRest !== '';
  return oldHead !== newHead && oldRest !== '' && oldRest === newRest && PREFIXES.has(oldHead) && PREFIXES.has(newHead);
}

/** The first folder of both names, where they differ. */
export function headsOf(names: readonly [string, string]): readonly [string, string] {
  const [old, now] = [headAndRest(names[0])[0], headAndRest(names[1])[0]];
  return old === now ? ['', ''] : [old, now];
}

export const NOWHERE = '/dev/null';

// git 2.x: a/ b/ by default; i/ w/ c/ o/ with diff.mnemonicPrefix, 1/ 2/ there with --no-index.
const PREFIXES: ReadonlySet<string> = new Set(['a', 'b', 'i', 'w', 'c', 'o', '1', '2']);
// `2024-05-01 10:00:00.000000000 +0200` after blanks, where a mail or an editor has eaten the tab.
const STAMP = /\s\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d{1,9})?(?: [+-]\d{4})?$/;
const ESCAPES: Readonly<Record<string, number>> = { a: 7, b: 8, t: 9, n: 10, v: 11, f: 12, r: 13, '"': 34, '\\': 92 };

/** git quotes as C does: octal bytes of UTF-8. A quote that never closes ends with the text. */
function unquoted(text: string, from: number): { text: string; end: number } {
  const bytes: number[] = [];
  const encoder = new TextEncoder();
  let at = from + 1;
  while (at < text.length && text[at] !== '"') {
    if (text[at] !== '\\') {
      let end = at + 1;
      while (end < text.length && text[end] !== '"' && text[end] !== '\\') end += 1;
      for (const byte of encoder.encode(text.slice(at, end))) bytes.push(byte);
      at = end;
      continue;
    }
    const octal = /^[0-3][0-7]{2}/.exec(text.slice(at + 1, at + 4));
    const letter = text[at + 1] ?? '\\';
    bytes.push(octal === null ? (ESCAPES[letter] ?? letter.charCodeAt(0) & 0xff) : Number.parseInt(octal[0], 8));
    at += octal === null ? 2 : 4;
  }
  return { text: new TextDecoder().decode(Uint8Array.from(bytes)), end: at + 1 };
}

/** `a/my file b/my file`: prefixes are of one length, so the middle blank parts two equal names. */
function halves(rest: string): [string, string] | null {
  const middle = (rest.length - 1) / 2;
  if (rest[middle] !== ' ') return null;
  const pair: [string, string] = [rest.slice(0, middle), rest.slice(middle + 1)];
  return pair[0] === pair[1] || headAndRest(pair[0])[1] === headAndRest(pair[1])[1] ? pair : null;
}

function atPrefix(rest: string): [string, string] | null {
  for (const mark of [' b/', ' w/', ' i/', ' c/', ' a/', ' o/']) {
    const at = rest.indexOf(mark);
    if (at > 0) return [rest.slice(0, at), rest.slice(at + 1)];
  }
  return null;
}

function atSpace(rest: string): [string, string] {
  const at = rest.indexOf(' ');
  return at < 0 ? [rest, rest] : [rest.slice(0, at), rest.slice(at + 1)];
}

function headAndRest(name: string): [string, string] {
  const slash = name.indexOf('/');
  return slash < 0 ? ['', ''] : [name.slice(0, slash), name.slice(slash + 1)];
}

function sharedTail(before: string, after: string): [string, string] {
  const old = before.split('/');
  const now = after.split('/');
  let same = 0;
  while (same < old.length && same < now.length && old[old.length - 1 - same] === now[now.length - 1 - same]) same += 1;
  return same === 0 ? [before, after] : [old.slice(-same).join('/'), now.slice(-same).join('/')];
}

/** A name with backslashes that git did not quote comes from Windows. */
function slashed(name: string): string {
  return name.includes('\\') ? name.replaceAll('\\', '/') : name;
}

function plain(name: string): string {
  return name.startsWith('./') ? name.slice(2) : name;
}
