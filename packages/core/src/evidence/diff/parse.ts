import type { DiffFile, DiffLine, DiffModel } from '../../model/index.js';
import { type Draft, type DraftHunk, fileOf, newDraft, SUBMODULE } from './draft.js';
import { readsHeader } from './header.js';
import { openLines } from './lines.js';
import { isPrefixedPair, nameOf, namesOfGitLine, NOWHERE, stripped } from './paths.js';

export interface DiffReader {
  write(chunk: string): void;
  /** `complete: true`: the caller knows that this is the whole change (workspace mode). */
  close(options?: { complete?: boolean }): DiffModel;
}

/** Reads a diff as it comes: git's own, plain unified, combined, or a fragment. Never throws; linear in its text. */
export function openDiff(): DiffReader {
  const state = new State();
  const lines = openLines((line) => state.read(line));
  return {
    write: (chunk) => lines.write(chunk),
    close(options = {}) {
      lines.close();
      return state.end(options.complete);
    },
  };
}

export function parseDiff(text: string): DiffModel {
  const reader = openDiff();
  reader.write(text);
  return reader.close();
}

// `@@ -1,7 +1,9 @@ section` (POSIX diff -u, git 2.x); a count that is left out is 1.
const HUNK = /^@@ -(\d{1,9})(?:,(\d{1,9}))? \+(\d{1,9})(?:,(\d{1,9}))? @@ ?/;
// `@@@ -1,2 -1,3 +1,4 @@@`: git's combined form has one @ and one range more per parent.
const COMBINED = /^(@{3,12})((?: -\d{1,9}(?:,\d{1,9})?){2,11}) \+(\d{1,9})(?:,\d{1,9})? @{3,12} ?/;
// What can follow the last hunk of a file and is none of it: a mail of git format-patch, a commit of git log -p.
const NEXT_COMMIT = /^(?:From [0-9a-f]{40} |commit [0-9a-f]{40})/;
const STARTS = /^(?:diff (?:--git |--cc |--combined |-)|Index: |Only in |Binary files |Submodule |\* Unmerged path )/;
const UNCOUNTED = Number.POSITIVE_INFINITY;

class State {
  readonly #files: DiffFile[] = [];
  #allWhole = true;
  #draft: Draft | null = null;
  #hunk: DraftHunk | null = null;
  #skipping = false;
  /** Columns of marks in front of a body line: more than one in combined diffs. */
  #columns = 1;
  #oldLeft = 0;
  #newLeft = 0;
  #oldAt = 0;
  #newAt = 0;
  #blanks = 0;
  /** `--- x` and then `+++ y`: a header or two body lines; the line after them tells. */
  #held: string[] = [];

  read(line: string): void {
    if (this.#held.length > 0 && this.#takes(line)) return;
    if (line.startsWith('--- ')) this.#held = [line];
    else this.#settle(line);
  }

  end(complete: boolean | undefined): DiffModel {
    this.#release('');
    this.#finish();
    return { files: this.#files, complete: complete ?? (this.#allWhole && this.#files.length > 0) };
  }

  /** True when the line joined the held ones. */
  #takes(line: string): boolean {
    if (this.#held.length === 1 && line.startsWith('+++ ')) {
      this.#held.push(line);
      return true;
    }
    this.#release(line);
    return false;
  }

  #release(next: string): void {
    const [minus, plus] = this.#held;
    this.#held = [];
    if (minus === undefined) return;
    if (plus === undefined) return this.#settle(minus);
    const names = [nameOf(minus.slice(4)), nameOf(plus.slice(4))] as const;
    if (!this.#isHeader(names, next)) {
      this.#settle(minus);
      return this.#settle(plus);
    }
    const open = this.#draft !== null && isOwnHeader(this.#draft, names) ? this.#draft : this.#start(newDraft(null));
    open.minus = names[0];
    open.plus = names[1];
  }

  #isHeader(names: readonly [string, string], next: string): boolean {
    if (names[0] === '' || names[1] === '') return false;
    if (this.#draft === null) return true;
    const hunkFollows = next.startsWith('@@');
    const strong = isPrefixedPair(...names);
    if (this.#hunk === null) return hunkFollows || strong || this.#draft.git?.some((name) => names.includes(name)) === true;
    // The two lines fill the hunk exactly as its header counts them: they are its last lines.
    const fills = this.#oldLeft === 1 && this.#newLeft === 1;
    return hunkFollows ? strong || !fills : strong && (this.#isFull() || !this.#hunk.numbered);
  }

  #settle(line: string): void {
    if (STARTS.test(line) && this.#begins(line)) return;
    if (this.#draft === null) return;
    if (this.#skipping && !MARKS.has(line.charCodeAt(0))) return;
    this.#skipping = false;
    if (line.startsWith('@@')) {
      if (this.#opensHunk(line, this.#draft)) return;
    } else if (this.#hunk === null) {
      const what = readsHeader(line, this.#draft);
      if (what === 'binary') this.#skipping = true;
      if (what !== 'no') return;
    }
    this.#body(line, this.#draft);
  }

  #begins(line: string): boolean {
    const draft = draftOf(line, this.#draft !== null && this.#hunk === null);
    if (draft === null) return false;
    if (draft === 'none') this.#finish();
    else this.#start(draft);
    return true;
  }

  #start(draft: Draft): Draft {
    this.#finish();
    this.#draft = draft;
    return draft;
  }

  #finish(): void {
    this.#closeHunk();
    const done = this.#draft === null ? null : fileOf(this.#draft);
    if (done !== null) {
      this.#files.push(done.file);
      this.#allWhole &&= done.whole;
    }
    this.#draft = null;
    this.#skipping = false;
  }

  #closeHunk(): void {
    // The header promises more lines than there are.
    if (this.#draft !== null && this.#hunk?.numbered === true && this.#columns === 1 && !this.#isFull()) this.#draft.cut = true;
    this.#hunk = null;
    this.#blanks = 0;
  }

  #isFull(): boolean {
    return this.#oldLeft <= 0 && this.#newLeft <= 0;
  }

  #opensHunk(line: string, draft: Draft): boolean {
    const plain = HUNK.exec(line);
    const combined = plain === null ? COMBINED.exec(line) : null;
    if (plain === null && combined === null && !/^@@(?:$|[ .])/.test(line)) return false;
    this.#closeHunk();
    const match = plain ?? combined;
    this.#oldAt = Number(plain?.[1] ?? combined?.[2]?.match(/\d+/)?.[0] ?? 0);
    this.#newAt = Number(match?.[3] ?? 0);
    this.#oldLeft = plain === null ? UNCOUNTED : Number(plain[2] ?? 1);
    this.#newLeft = plain === null ? UNCOUNTED : Number(plain[4] ?? 1);
    this.#columns = combined === null ? 1 : (combined[1]?.length ?? 2) - 1;
    this.#hunk = { oldStart: this.#oldAt, newStart: this.#newAt, section: match === null ? '' : line.slice(match[0].length), numbered: match !== null, lines: [] };
    draft.hunks.push(this.#hunk);
    return true;
  }

  #body(line: string, draft: Draft): void {
    const mark = line.charCodeAt(0);
    const isBody = mark === PLUS || mark === MINUS || mark === SPACE;
    if (mark === BACKSLASH) return;
    if (this.#hunk === null) {
      if (!isBody) return;
      this.#opensHunk('@@', draft);
    }
    const full = this.#isFull();
    if (line === '') {
      this.#blanks += 1;
      if (!full && this.#oldLeft !== UNCOUNTED) this.#flushBlanks();
    } else if (isBody && !(full && line === SIGNATURE)) {
      this.#flushBlanks();
      if (this.#columns === 1) this.#push(mark === PLUS ? 'added' : mark === MINUS ? 'removed' : 'context', line.slice(1));
      else this.#pushCombined(line);
    } else if (full || NEXT_COMMIT.test(line)) this.#finish();
    else if (this.#oldLeft !== UNCOUNTED) this.#push('context', line); // its leading blank was eaten on the way
  }

  #pushCombined(line: string): void {
    const marks = line.slice(0, this.#columns);
    this.#push(marks.includes('-') ? 'removed' : marks.includes('+') ? 'added' : 'context', line.slice(this.#columns));
  }

  #flushBlanks(): void {
    for (; this.#blanks > 0; this.#blanks -= 1) this.#push('context', '');
  }

  #push(side: DiffLine['side'], text: string): void {
    const hunk = this.#hunk;
    if (hunk === null) return;
    hunk.lines.push({ at: hunk.numbered ? (side === 'removed' ? this.#oldAt : this.#newAt) : 0, side, text, code: text });
    if (side !== 'added') {
      this.#oldAt += 1;
      this.#oldLeft -= 1;
    }
    if (side !== 'removed') {
      this.#newAt += 1;
      this.#newLeft -= 1;
    }
  }
}

const PLUS = 43;
const MINUS = 45;
const SPACE = 32;
const BACKSLASH = 92;
/** No line of a binary patch begins so: base85 lines begin with their length as a letter. */
const MARKS: ReadonlySet<number> = new Set([PLUS, MINUS, SPACE, BACKSLASH, 64]);
/** git format-patch ends a mail with `-- ` and its version. */
const SIGNATURE = '-- ';

/** `---` and `+++` belong to the `diff` line before them; else they begin a file of their own, as they do for patch(1). */
function isOwnHeader(draft: Draft, names: readonly [string, string]): boolean {
  if (draft.hunks.length > 0 || draft.minus !== null || draft.binary) return false;
  if (draft.git === null) return true;
  const ours = [...draft.git, ...stripped(...draft.git)];
  return [...names, ...stripped(...names)].some((name) => name !== NOWHERE && ours.includes(name));
}

/** The file that a line begins; 'none': it ends the one before and names none itself; null: it begins nothing. */
function draftOf(line: string, inHeader: boolean): Draft | 'none' | null {
  if (line.startsWith('diff --git ')) return newDraft(namesOfGitLine(line.slice(11)));
  const combined = /^diff --(?:cc|combined) /.exec(line);
  if (combined !== null) {
    const name = nameOf(line.slice(combined[0].length));
    return newDraft([name, name]);
  }
  if (line.startsWith('Binary files ')) {
    if (inHeader || !line.endsWith(' differ')) return null;
    const [minus, plus] = line.slice(13, -7).split(' and ');
    return { ...newDraft(null), minus: nameOf(minus ?? ''), plus: nameOf(plus ?? minus ?? ''), binary: true };
  }
  const only = /^Only in ([^:]+): (.+)$/.exec(line);
  if (only !== null) {
    const name = `${only[1] ?? ''}/${only[2] ?? ''}`;
    return { ...newDraft(null), minus: NOWHERE, plus: name, cut: true };
  }
  const submodule = /^Submodule (\S+) (?:[0-9a-f]{7,64}\.{2,3}[0-9a-f]{7,64}|contains )/.exec(line);
  if (submodule !== null) return { ...newDraft([submodule[1] ?? '', submodule[1] ?? '']), oldMode: SUBMODULE, newMode: SUBMODULE };
  if (line.startsWith('* Unmerged path ')) return { ...newDraft([line.slice(16), line.slice(16)]), cut: true };
  if (line.startsWith('diff -') || line.startsWith('Index: ')) return 'none';
  return null;
}
