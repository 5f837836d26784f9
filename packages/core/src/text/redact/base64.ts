const VALUES = new Int8Array(128).fill(-1);
'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'.split('').forEach((sign, value) => {
  VALUES[sign.charCodeAt(0)] = value;
});
VALUES[45] = 62; // the alphabet for URLs
VALUES[95] = 63;

/** The printable text that a base64 value of either alphabet holds, up to `most` of its characters; null: it holds none. */
export function decodedBase64(value: string, most: number): string | null {
  let text = '';
  let bits = 0;
  let held = 0;
  const end = Math.min(value.length, most);
  for (let at = 0; at < end; at += 1) {
    const code = value.charCodeAt(at);
    const six = code < 128 ? (VALUES[code] ?? -1) : -1;
    if (six < 0) {
      if (code === 61) break;
      return null;
    }
    held = ((held << 6) | six) & 0xffff;
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    const byte = (held >> bits) & 0xff;
    if (byte > 126 || (byte < 32 && byte !== 10 && byte !== 13 && byte !== 9)) return null;
    text += String.fromCharCode(byte);
  }
  return text;
}

/** Whether the character may stand in a base64 run. */
export function isBase64(code: number): boolean {
  return code < 128 && (VALUES[code] ?? -1) >= 0;
}
