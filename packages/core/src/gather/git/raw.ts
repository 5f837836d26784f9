import { quotedPath } from './quote.js';

export type ChangeKind = 'added' | 'deleted' | 'modified' | 'renamed' | 'copied';

/** One changed file as git's raw output names it: the authority on what changed. */
export interface RawChange {
  readonly path: string;
  readonly oldPath: string | null;
  readonly change: ChangeKind;
  /** The line that opens its part of the patch. */
  readonly header: Buffer;
  /** A file that became a link, or the like: its patch has two parts, a deletion and an addition. */
  readonly retyped: boolean;
  /** It is a commit of another repository now. */
  readonly gitlink: boolean;
}

const KINDS: Readonly<Record<string, ChangeKind>> = { A: 'added', D: 'deleted', R: 'renamed', C: 'copied' };

const GITLINK = '160000';

/** Takes the records of `--raw -z` off the front of the output, up to the empty one that stands before the patch. */
export class RawReader {
  readonly changes: RawChange[] = [];
  #fields: Buffer[] = [];
  #rest = Buffer.alloc(0);
  #over = false;

  /** Gives what follows the records, once they are over. */
  read(chunk: Buffer): Buffer | null {
    if (this.#over) return chunk;
    const data = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    let at = 0;
    for (let end = data.indexOf(0, at); end >= 0; end = data.indexOf(0, at)) {
      const field = data.subarray(at, end);
      at = end + 1;
      if (field.length === 0 && this.#fields.length === 0) {
        this.#over = true;
        return data.subarray(at);
      }
      this.#take(field);
    }
    this.#rest = Buffer.from(data.subarray(at));
    return null;
  }

  /** `:100644 100644 <sha> <sha> R086`, then one path, or two for a rename or a copy. */
  #take(field: Buffer): void {
    this.#fields.push(Buffer.from(field));
    const [, mode, , , status = ''] = this.#fields[0]?.toString('latin1').split(' ') ?? [];
    const kind = KINDS[status[0] ?? ''] ?? 'modified';
    const moved = kind === 'renamed' || kind === 'copied';
    if (this.#fields.length < (moved ? 3 : 2)) return;
    const [, old = Buffer.alloc(0), now = old] = this.#fields;
    this.#fields = [];
    this.changes.push({ path: now.toString(), oldPath: moved ? old.toString() : null, change: kind, header: headerOf(old, now), retyped: status === 'T', gitlink: mode === GITLINK });
  }
}

/** The line that opens a file's part of a patch, as git writes it. */
export function headerOf(old: Buffer, now = old): Buffer {
  const name = (side: string, file: Buffer) => quotedPath(Buffer.concat([Buffer.from(side), file]));
  return Buffer.concat([Buffer.from('diff --git '), name('a/', old), Buffer.from(' '), name('b/', now)]);
}
