// ECMA-48: CSI (colours, cursor), OSC (titles, hyperlinks; ended by BEL or ST: one that never ends hides nothing), two-byte escapes and character sets (`ESC ( B`, which tput prints before `ESC [ m`). Parameter bytes of a
// CSI are bounded by their own class, so the scan is linear.
const ESCAPES = /\u001B(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001B]{0,4096}(?:\u0007|\u001B\\)|[@-Z\\\]^_=>78]|[()*+][0-9A-Za-z])|\u009B[0-?]*[ -/]*[@-~]/g;

const ESC = '\u001B';
const BRACKET = 91;

/** The text without terminal control sequences; `mayHoldC1`: it may hold one that begins with U+009B. */
export function withoutAnsi(text: string, mayHoldC1 = true): string {
  if (mayHoldC1 && text.includes('\u009B')) return text.replace(ESCAPES, '');
  const first = text.indexOf(ESC);
  return first < 0 ? text : (withoutColours(text, first) ?? text.replace(ESCAPES, ''));
}

/** By hand for what nearly every escape of a log is, a CSI: a third less time than by the pattern. null where there is another one. */
function withoutColours(text: string, first: number): string | null {
  let kept = '';
  let from = 0;
  for (let at = first; at >= 0; at = text.indexOf(ESC, from)) {
    if (text.charCodeAt(at + 1) !== BRACKET) return null;
    let end = at + 2;
    let code = text.charCodeAt(end);
    for (; code >= 0x30 && code <= 0x3f; code = text.charCodeAt((end += 1)));
    for (; code >= 0x20 && code <= 0x2f; code = text.charCodeAt((end += 1)));
    if (!(code >= 0x40 && code <= 0x7e)) return null;
    if (at > from) kept += text.slice(from, at);
    from = end + 1;
  }
  return from < text.length ? kept + text.slice(from) : kept;
}
