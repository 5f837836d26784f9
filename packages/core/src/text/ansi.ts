// ECMA-48: CSI (colours, cursor), OSC (titles, hyperlinks; ended by BEL or ST: one that never ends hides nothing), two-byte escapes and character sets (`ESC ( B`, which tput prints before `ESC [ m`). Parameter bytes of a
// CSI are bounded by their own class, so the scan is linear.
const ESCAPES = /\u001B(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001B]{0,4096}(?:\u0007|\u001B\\)|[@-Z\\\]^_=>78]|[()*+][0-9A-Za-z])|\u009B[0-?]*[ -/]*[@-~]/g;

/** The text without terminal control sequences. */
export const withoutAnsi = (text: string): string => (text.includes('\u001B') || text.includes('\u009B') ? text.replace(ESCAPES, '') : text);
