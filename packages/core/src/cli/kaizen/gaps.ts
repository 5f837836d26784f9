import type { DiffFile, Hunk, Role } from '../../model/index.js';

/** Nobody reads these line by line. */
const UNREAD_ROLES: ReadonlySet<Role> = new Set(['lockfile', 'generated', 'data']);
/** Files that hold code: called binary, they were hidden by an attribute, which the change may have set itself. */
const CODE_ROLES: ReadonlySet<Role> = new Set(['source', 'config', 'ci', 'migration', 'test']);
/** git writes the ids of both sides, whatever is configured; a diff by hand has none, and its counts are often wrong. */
const BY_GIT = /^index [0-9a-f]{4,64}\.\.[0-9a-f]{4,64}/m;

/** The id of an empty blob (SHA-1, SHA-256): only such a file is added or deleted without a hunk. */
const EMPTY_BLOB = /\b(?:e69de29|473a0f4)/;

/** Tells of each file of this diff whether some of its content is missing, judged by what git would have written. */
export function gapsIn(diff: string): (file: DiffFile) => boolean {
  const byGit = BY_GIT.test(diff);
  const hasEmpty = EMPTY_BLOB.test(diff);
  const isBroken = ({ cut, binary, change, hunks }: DiffFile) => cut || !isContinuous(hunks) || (!binary && !hasEmpty && hunks.length === 0 && (change === 'added' || change === 'deleted'));
  return (file) => !isUnread(file) && (isHidden(file) || (byGit && isBroken(file)));
}

export const isUnread = ({ role }: DiffFile): boolean => UNREAD_ROLES.has(role);

/** Called binary although it is code, or a name without any content. */
function isHidden({ binary, role, hunks, change, oldMode, newMode }: DiffFile): boolean {
  if (binary) return CODE_ROLES.has(role);
  return hunks.length === 0 && change === 'modified' && oldMode === newMode;
}

/** Each hunk begins where the ones before it leave off: their added and removed lines move the new side, and nothing else does. */
function isContinuous(hunks: readonly Hunk[]): boolean {
  let moved = 0;
  for (const { oldStart, newStart, lines } of hunks) {
    if (lines.length === 0 || lines.some(({ at }) => at === 0)) return false; // its content or its header is missing
    const [old, now] = [lines.filter(({ side }) => side !== 'added').length, lines.filter(({ side }) => side !== 'removed').length];
    // An empty side is counted from the line in front of it.
    if (newStart + (now === 0 ? 1 : 0) - oldStart - (old === 0 ? 1 : 0) !== moved) return false;
    moved += now - old;
  }
  return true;
}
