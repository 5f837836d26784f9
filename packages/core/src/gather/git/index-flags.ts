/** Bits of an entry's flags (gitformat-index(5), versions 2 to 4). */
const ASSUME_VALID = 0x8000;
const EXTENDED = 0x4000;
const NAME_LENGTH = 0x0fff;

/**
 * Whether an entry of the index is marked `assume-unchanged`, or may be: also true for an index that is not understood
 * or keeps entries in another file. A look at 10,000 entries takes a millisecond, asking git for it a process.
 */
export function mayHide(index: Buffer, hashBytes: 20 | 32): boolean {
  if (index.length < 12 || index.toString('latin1', 0, 4) !== 'DIRC') return index.length > 0;
  const version = index.readUInt32BE(4);
  if (version < 2 || version > 4) return true;
  const fixed = 40 + hashBytes;
  let at = 12;
  for (let left = index.readUInt32BE(8); left > 0; left -= 1) {
    if (at + fixed + 2 > index.length) return true;
    const flags = index.readUInt16BE(at + fixed);
    if ((flags & ASSUME_VALID) !== 0) return true;
    const name = at + fixed + 2 + ((flags & EXTENDED) === 0 ? 0 : 2);
    const end = (flags & NAME_LENGTH) < NAME_LENGTH && version < 4 ? name + (flags & NAME_LENGTH) : index.indexOf(0, version < 4 ? name : afterCount(index, name));
    if (end < 0) return true;
    // Versions 2 and 3 fill up with 1 to 8 zero bytes to a multiple of 8; version 4 ends with one.
    at = version === 4 ? end + 1 : at + ((end - at + 8) & ~7);
  }
  return index.toString('latin1', at, at + 4) === 'link';
}

/** Version 4 begins a name with how much of the one before is dropped: bytes whose high bit says that more follow. */
function afterCount(index: Buffer, from: number): number {
  let at = from;
  while (at < index.length && ((index[at] ?? 0) & 0x80) !== 0) at += 1;
  return at + 1;
}
