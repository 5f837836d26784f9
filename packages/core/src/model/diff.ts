import type { Grammar } from './syntax.js';

export type Change = 'added' | 'deleted' | 'modified' | 'renamed' | 'copied';
export type Role = 'source' | 'test' | 'config' | 'ci' | 'docs' | 'lockfile' | 'generated' | 'migration' | 'data';

export interface DiffLine {
  /** 1-based line number on the line's own side (new for added and context, old for removed); 0 when no hunk header says. */
  readonly at: number;
  readonly side: 'added' | 'removed' | 'context';
  readonly text: string;
  /** `text` with comments and string bodies blanked (same length); equal to `text` until a reader of code looked. */
  readonly code: string;
}

/** Lines that stood under one `@@` header, or all lines of a file that has none. */
export interface Hunk {
  readonly oldStart: number;
  readonly newStart: number;
  /** The text after the second `@@`: the enclosing function, as git guesses it. */
  readonly section: string;
  readonly lines: readonly DiffLine[];
}

export interface DiffFile {
  /** Decoded, with forward slashes; of a deleted file the old path. */
  readonly path: string;
  readonly oldPath: string | null;
  readonly change: Change;
  readonly role: Role;
  /** By extension or name: a grammar's name, or a name like `kotlin`, `sql`, `yaml` that a scanner serves; null: unknown. */
  readonly language: Grammar | (string & {}) | null;
  readonly oldMode: string | null;
  readonly newMode: string | null;
  readonly binary: boolean;
  /** Content is missing: too large, or a fragment without hunk headers. */
  readonly cut: boolean;
  readonly hunks: readonly Hunk[];
}

export interface DiffModel {
  readonly files: readonly DiffFile[];
  /** The whole change is known: workspace mode, or every file has `@@` hunks (or says that it has none). Absence rules need it. */
  readonly complete: boolean;
  /** The first line of what was given and could not be read as a diff. */
  readonly unread?: string;
}
