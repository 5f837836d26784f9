const LETTERS: Readonly<Record<number, string>> = { 7: 'a', 8: 'b', 9: 't', 10: 'n', 11: 'v', 12: 'f', 13: 'r', 34: '"', 92: '\\' };

/** A path as git writes it into a patch with core.quotePath=false: quoted only for control characters, `"` and `\`. */
export function quotedPath(file: Buffer): Buffer {
  if (!file.some(isSpecial)) return file;
  const parts: Buffer[] = [Buffer.from('"')];
  for (const byte of file) {
    const letter = LETTERS[byte];
    if (letter !== undefined) parts.push(Buffer.from(`\\${letter}`));
    else if (isSpecial(byte)) parts.push(Buffer.from(`\\${byte.toString(8).padStart(3, '0')}`));
    else parts.push(Buffer.of(byte));
  }
  parts.push(Buffer.from('"'));
  return Buffer.concat(parts);
}

function isSpecial(byte: number): boolean {
  return byte < 32 || byte === 127 || byte === 34 || byte === 92;
}
