import type { Change, DiffFile, DiffLine, Hunk } from '../../model/index.js';
import { languageOf } from './language.js';
import { NOWHERE, stripped, strippedAlone } from './paths.js';
import { roleOf } from './role.js';

/** What has been read of one file so far. Names are as written, decoded, with their prefixes. */
export interface Draft {
  git: readonly [string, string] | null;
  minus: string | null;
  plus: string | null;
  from: string | null;
  to: string | null;
  /** What an extended header says, before names and lines have their say. */
  says: 'added' | 'deleted' | 'renamed' | 'copied' | null;
  similarity: number | null;
  oldMode: string | null;
  newMode: string | null;
  binary: boolean;
  cut: boolean;
  /** The blob ids of the `index` line say that nothing is left to show: an empty file, added or deleted. */
  empty: boolean | null;
  hunks: DraftHunk[];
}

export interface DraftHunk extends Hunk {
  readonly numbered: boolean;
  readonly lines: DiffLine[];
}

export function newDraft(git: readonly [string, string] | null): Draft {
  return {
    git, minus: null, plus: null, from: null, to: null, says: null, similarity: null,
    oldMode: null, newMode: null, binary: false, cut: false, empty: null, hunks: [],
  };
}

/** `---` and `+++` belong to the `diff` line before them; else they begin a file of their own, as they do for patch(1). */
export function isOwnHeader(draft: Draft, names: readonly [string, string]): boolean {
  if (draft.hunks.length > 0 || draft.minus !== null || draft.binary) return false;
  if (draft.git === null) return true;
  const ours = [...draft.git, ...stripped(...draft.git)];
  return [...names, ...stripped(...names)].some((name) => name !== NOWHERE && ours.includes(name));
}

/** The finished file, or null when nothing names it. `whole`: its whole change is shown. */
export function fileOf(draft: Draft): { file: DiffFile; whole: boolean } | null {
  const names = namesOf(draft);
  if (names === null) return null;
  const change = changeOf(draft, names);
  const path = change === 'deleted' ? names.old : names.now;
  const lines = draft.hunks.flatMap((hunk) => (hunk.lines.length > SAMPLE ? hunk.lines.slice(0, SAMPLE) : hunk.lines)).slice(0, SAMPLE);
  const file: DiffFile = {
    path,
    oldPath: change === 'renamed' || change === 'copied' ? names.old : null,
    change,
    role: roleOf(path, { change, lines }),
    language: languageOf(path, lines),
    oldMode: draft.oldMode,
    newMode: draft.newMode,
    binary: draft.binary,
    cut: draft.cut,
    hunks: draft.hunks.map(({ oldStart, newStart, section, lines: own }) => ({ oldStart, newStart, section, lines: own })),
  };
  return { file, whole: isWhole(draft, change) };
}

/** Role and language look at the first lines only. */
const SAMPLE = 400;

interface Names {
  readonly old: string;
  readonly now: string;
}

/** `---` and `+++` outrank the `diff` line, because they are what patch(1) obeys. */
function namesOf(draft: Draft): Names | null {
  const minus = draft.minus === NOWHERE ? null : draft.minus;
  const plus = draft.plus === NOWHERE ? null : draft.plus;
  const moved = draft.from !== null && draft.to !== null ? { old: draft.from, now: draft.to } : null;
  if (moved !== null && (plus === null || plus === moved.now || plus.endsWith(`/${moved.now}`))) return moved;
  if (minus !== null && plus !== null) return pair(minus, plus);
  const one = plus ?? minus;
  if (one === null) return draft.git === null ? null : pair(...draft.git);
  if (draft.git?.includes(one) === true) {
    const both = pair(...draft.git);
    return plus === null ? { old: both.old, now: both.old } : { old: both.now, now: both.now };
  }
  const name = strippedAlone(one);
  return { old: name, now: name };
}

function pair(before: string, after: string): Names {
  const [old, now] = stripped(before, after);
  return { old, now };
}

/** A header that the lines contradict is not believed: nothing that adds lines is a deletion. */
function changeOf(draft: Draft, names: Names): Change {
  const says = draft.says === 'added' || draft.minus === NOWHERE ? 'added' : draft.says === 'deleted' || draft.plus === NOWHERE ? 'deleted' : draft.says;
  if (says === 'added') return has(draft, 'removed') ? 'modified' : 'added';
  if (says === 'deleted') return has(draft, 'added') ? 'modified' : 'deleted';
  if (says === 'renamed' || says === 'copied') return names.old === names.now ? 'modified' : says;
  if (draft.git !== null) return names.old !== names.now ? 'renamed' : 'modified';
  return plainChange(draft, names);
}

/** Without git's headers an empty side means that the file was not there (GNU diff -N), and other names mean little. */
function plainChange(draft: Draft, names: Names): Change {
  const [first] = draft.hunks;
  const only = draft.hunks.length === 1 && first?.numbered === true ? first : null;
  if (only !== null && only.oldStart === 0 && !has(draft, 'removed') && !has(draft, 'context')) return 'added';
  if (only !== null && only.newStart === 0 && !has(draft, 'added') && !has(draft, 'context')) return 'deleted';
  const prefixed = draft.minus?.startsWith('a/') === true && draft.plus?.startsWith('b/') === true;
  return prefixed && names.old !== names.now ? 'renamed' : 'modified';
}

function has(draft: Draft, side: DiffLine['side']): boolean {
  return draft.hunks.some((hunk) => hunk.lines.some((line) => line.side === side));
}

function isWhole(draft: Draft, change: Change): boolean {
  if (draft.hunks.length > 0) return draft.hunks.every((hunk) => hunk.numbered);
  if (draft.cut) return false;
  if (draft.binary) return true;
  if (change === 'renamed' || change === 'copied') return draft.similarity === null || draft.similarity === 100;
  if (change === 'added' || change === 'deleted') return draft.empty !== false;
  return draft.oldMode !== draft.newMode || draft.newMode === SUBMODULE;
}

export const SUBMODULE = '160000';
