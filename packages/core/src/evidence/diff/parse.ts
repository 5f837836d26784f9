import type { DiffFile, DiffModel } from '../../model/index.js';
import { type Draft, fileOf, isOwnHeader, newDraft } from './draft.js';
import { Unread } from './foreign.js';
import { readsHeader } from './header.js';
import { diffLines } from './lines.js';
import { OpenHunk } from './open-hunk.js';
import { headsOf, isPrefixedPair, nameOf } from './paths.js';
import { startOf } from './starts.js';

export interface DiffReader {
  write(chunk: string): void;
  /** `complete: true`: the caller knows that this is the whole change (workspace mode). */
  close(options?: { complete?: boolean }): DiffModel;
}

/** Reads a diff as it comes: git's own, plain unified, combined, or a fragment. Never throws; linear in its text. */
export function openDiff(): DiffReader {
  const state = new State();
  const lines = diffLines((line) => { state.read(line); });
  return {
    write: (chunk) => { lines.write(chunk); },
    close(options = {}) {
      lines.end();
      return state.end(options.complete);
    },
  };
}

export function parseDiff(text: string): DiffModel {
  const reader = openDiff();
  reader.write(text);
  return reader.close();
}

const [PLUS, MINUS, SPACE, BACKSLASH, AT] = [43, 45, 32, 92, 64];
/** No line of a binary patch begins so: base85 lines begin with their length as a letter. */
const MARKS: ReadonlySet<number> = new Set([PLUS, MINUS, SPACE, BACKSLASH, AT]);
/** git format-patch ends a mail with `-- ` and its version. */
const SIGNATURE = '-- ';
// What can follow a file and is none of it: a mail of git format-patch, a commit of git log -p.
const NEXT_COMMIT = /^(?:From [0-9a-f]{40} |commit [0-9a-f]{40})/;
// Our own mark for content that was left out; diffs have no other use for such a line.
const CUT = /^\\ .{0,80}\b(?:cut|omitted|truncated)\b/;

class State {
  readonly #files: DiffFile[] = [];
  #allWhole = true;
  #draft: Draft | null = null;
  #open: OpenHunk | null = null;
  #inBinary = false;
  #blanks = 0;
  /** First folders of the last plain pair: `diff -r old new` says `Only in new: x`. */
  #roots: readonly [string, string] = ['', ''];
  /** `Only in …` lines that came before any pair told the roots, by the place of their file. */
  readonly #early = new Map<number, string>();
  /** `--- x` and then `+++ y`: a header or two body lines; the line after them tells. */
  #held: string[] = [];
  readonly #unread = new Unread();

  read(line: string): void {
    this.#unread.see(line, this.#open === null || !this.#open.isCounted || this.#open.isFull);
    if (this.#held.length === 1 && line.startsWith('+++ ')) {
      this.#held.push(line);
      return;
    }
    if (this.#held.length > 0) this.#release(line);
    if (line.startsWith('--- ')) this.#held = [line];
    else this.#settle(line);
  }

  end(complete: boolean | undefined): DiffModel {
    this.#release('');
    this.#finish();
    for (const [at, line] of this.#early) {
      const start = startOf(line, this.#roots);
      const read = start === null || start === 'none' ? null : fileOf(start);
      if (read !== null) this.#files[at] = read.file;
    }
    const hasFiles = this.#files.length > 0;
    return { files: this.#files, complete: complete ?? (this.#allWhole && hasFiles), ...this.#unread.line(hasFiles) };
  }

  #release(next: string): void {
    const [minus, plus] = this.#held;
    this.#held = [];
    if (minus === undefined) return;
    if (plus === undefined) {
      this.#settle(minus);
      return;
    }
    const names = [nameOf(minus.slice(4)), nameOf(plus.slice(4))] as const;
    if (!this.#isHeader(names, next)) {
      for (const line of [minus, plus]) this.#settle(line);
      return;
    }
    const draft = this.#draft !== null && isOwnHeader(this.#draft, names) ? this.#draft : this.#start(newDraft(null));
    [draft.minus, draft.plus] = names;
    if (draft.git === null) this.#roots = headsOf(names);
  }

  #isHeader(names: readonly [string, string], next: string): boolean {
    if (names[0] === '' || names[1] === '') return false;
    if (this.#draft === null) return true;
    const hunkFollows = next.startsWith('@@');
    const strong = isPrefixedPair(...names);
    if (this.#open === null) return hunkFollows || strong || isOwnHeader(this.#draft, names);
    // Two lines that fill the hunk exactly as its header counts them are its last lines.
    if (hunkFollows) return strong || !this.#open.wantsOnePair;
    return strong && (this.#open.isFull || !this.#open.isCounted);
  }

  #settle(line: string): void {
    const start = this.#inBinaryHeader(line) ? null : startOf(line, this.#roots);
    if (start === 'none') this.#finish();
    else if (start !== null) {
      this.#start(start);
      if (this.#roots[0] === '' && line.startsWith('Only in ')) this.#early.set(this.#files.length, line);
    } else if (this.#draft !== null) this.#readOn(line, this.#draft);
  }

  /** git's own `Binary files … differ` stands in a file that its `diff` line has named. */
  #inBinaryHeader(line: string): boolean {
    return this.#open === null && this.#draft?.git != null && !this.#draft.cut && !this.#draft.binary && line.startsWith('Binary files ');
  }

  #readOn(line: string, draft: Draft): void {
    if (this.#inBinary && !MARKS.has(line.charCodeAt(0))) return;
    this.#inBinary = false;
    const opened = line.startsWith('@@') ? OpenHunk.of(line) : null;
    if (opened !== null) this.#openHunk(opened, draft);
    else if (line.startsWith('\\')) {
      if (CUT.test(line)) draft.cut = true;
    } else if (this.#open !== null) this.#body(line, this.#open);
    else this.#header(line, draft);
  }

  #header(line: string, draft: Draft): void {
    const what = readsHeader(line, draft);
    if (what === 'binary') this.#inBinary = true;
    if (what === 'no' && MARKS.has(line.charCodeAt(0))) this.#openHunk(OpenHunk.bare(), draft).add(line);
    else if (what === 'no' && NEXT_COMMIT.test(line)) this.#finish();
  }

  #body(line: string, open: OpenHunk): void {
    const mark = line.charCodeAt(0);
    if (line === '') {
      this.#blanks += 1; // a blank context line, or what stands between the hunk and the next thing
    } else if ((mark === PLUS || mark === MINUS || mark === SPACE) && !(open.isFull && line === SIGNATURE)) {
      this.#pushBlanks(open);
      open.add(line);
    } else if (open.isFull || NEXT_COMMIT.test(line)) {
      this.#finish();
    } else if (open.isCounted) {
      this.#pushBlanks(open);
      open.push('context', line); // its leading blank was eaten on the way
    }
  }

  #pushBlanks(open: OpenHunk): void {
    for (; this.#blanks > 0; this.#blanks -= 1) open.push('context', '');
  }

  #openHunk(open: OpenHunk, draft: Draft): OpenHunk {
    this.#closeHunk();
    draft.hunks.push(open.hunk);
    this.#open = open;
    return open;
  }

  #closeHunk(): void {
    const open = this.#open;
    if (open !== null && this.#draft !== null && open.isCounted) {
      while (this.#blanks > 0 && !open.isFull) {
        open.push('context', '');
        this.#blanks -= 1;
      }
      if (!open.isFull) this.#draft.cut = true; // the header promises more lines than there are
    }
    if (open !== null) this.#unread.seeHunk(open.hunk.lines);
    this.#open = null;
    this.#blanks = 0;
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
    this.#inBinary = false;
  }
}
