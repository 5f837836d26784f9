import { GatherError } from '../../model/index.js';
import { openUtf8 } from '../utf8.js';
import type { Base } from './base.js';
import { PartCutter, type PatchLimits } from './part-cutter.js';
import { PatchSplitter } from './patch-splitter.js';
import { type ChangeKind, headerOf, type RawChange, RawReader } from './raw.js';
import type { Repository } from './repository.js';
import { askGit, complaintOf, type GitPlace, streamGit } from './run-git.js';
import type { Snapshot } from './snapshot.js';

export interface ChangedFile {
  readonly path: string;
  readonly oldPath: string | null;
  readonly change: ChangeKind;
  /** Why some or all of its content is missing in the patch; null when it is whole. */
  readonly cut: string | null;
  /** It is a commit of another repository, whose content is not in the patch. */
  readonly gitlink: boolean;
}

export const PATCH_LIMITS: PatchLimits = { file: 2 * 1024 * 1024, total: 32 * 1024 * 1024 };

// Git's own answer whatever anybody configured. CR at the end of a line is no difference: a checkout may add it.
// Renames: of more than 400 files on a side only equal ones are paired, since git compares each with each.
const ARGS = [
  'diff-index', '--cached', '--raw', '--patch', '-z', '--full-index', '-M50%', '-l400', '--no-color', '--no-ext-diff', '--no-textconv',
  '--src-prefix=a/', '--dst-prefix=b/', '--unified=3', '--inter-hunk-context=0', '--diff-algorithm=myers', '--indent-heuristic',
  '--submodule=short', '--ignore-submodules=dirty', '--ignore-cr-at-eol', '--no-relative',
] as const;

/**
 * Streams the difference between base and snapshot into `sink`, as git's patch text.
 * `ours` are files that verifier itself wrote there, from the root: they are no change.
 */
export async function streamDiff(repo: Repository, base: Base, snapshot: Snapshot, ours: readonly string[], sink: (text: string) => void, limits: PatchLimits = PATCH_LIMITS): Promise<ChangedFile[]> {
  const args = [...ARGS, base.commit, '--', '.', ...ours.map((file) => `:(exclude,top,literal)${file}`)];
  const { place } = snapshot.shadow;
  let pieces = new Pieces(sink, limits);
  let answer = await streamGit(args, place, (chunk) => { pieces.write(chunk); });
  if (answer.code !== 0 && repo.settings.has('extensions.partialclone') && !pieces.begun) {
    await fetchContents(repo.place, base);
    pieces = new Pieces(sink, limits);
    answer = await streamGit(args, place, (chunk) => { pieces.write(chunk); });
  }
  if (answer.code !== 0) throw new GatherError(`git cannot compare ${base.ref} with the working tree: ${complaintOf(answer.stderr)}`);
  return pieces.end(snapshot);
}

/** In a partial clone old contents may still be at the remote; the shadow knows no remote, the caller's repository does. */
async function fetchContents(place: GitPlace, base: Base): Promise<void> {
  await streamGit(['-c', 'core.hooksPath=/dev/null', 'diff-tree', '-r', '--patch', '--no-ext-diff', '--no-textconv', base.commit, 'HEAD'], place, () => undefined);
  await askGit(['-c', 'core.fsmonitor=false', '-c', 'core.hooksPath=/dev/null', 'diff-files', '--patch', '--no-ext-diff', '--no-textconv', '--ignore-submodules=dirty'], place);
}

class Pieces {
  readonly #raw = new RawReader();
  readonly #splitter: PatchSplitter;
  readonly #cutter: PartCutter;
  readonly #cuts = new Map<RawChange, string>();
  readonly #decoder = openUtf8();
  readonly #sink: (text: string) => void;
  #current = -1;
  begun = false;

  constructor(sink: (text: string) => void, limits: PatchLimits) {
    this.#sink = sink;
    this.#cutter = new PartCutter(limits, (piece) => { this.#give(piece); });
    this.#splitter = new PatchSplitter({
      opened: (header) => { this.#open(header); },
      bytes: (piece) => { this.#cutter.write(piece); },
    });
  }

  write(chunk: Buffer): void {
    const patch = this.#raw.read(chunk);
    if (patch !== null && patch.length > 0) this.#splitter.write(patch);
  }

  end(snapshot: Snapshot): ChangedFile[] {
    this.#splitter.end();
    this.#close();
    this.#silent(this.#current + 1, this.#raw.changes.length);
    for (const file of snapshot.unread) this.#say(headerOf(Buffer.from(file.path)), file.change === 'added', `not read: ${file.why}`);
    this.#sink(this.#decoder.end());
    const changes = this.#raw.changes.map((change) => ({ path: change.path, oldPath: change.oldPath, change: change.change, cut: this.#cuts.get(change) ?? null, gitlink: change.gitlink }));
    const unread = snapshot.unread.map((file) => ({ path: file.path, oldPath: null, change: file.change, cut: file.why, gitlink: false }));
    return [...changes, ...unread].sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
  }

  #open(header: Buffer): void {
    this.#close();
    const { changes } = this.#raw;
    const now = changes[this.#current];
    if (now?.retyped !== true || !now.header.equals(header)) {
      let next = this.#current + 1;
      while (next < changes.length && changes[next]?.header.equals(header) !== true) next += 1;
      if (next < changes.length) {
        this.#silent(this.#current + 1, next);
        this.#current = next;
      }
    }
    this.#cutter.open();
  }

  #close(): void {
    const omitted = this.#cutter.close();
    const change = this.#raw.changes[this.#current];
    if (omitted > 0 && change !== undefined) this.#cuts.set(change, `${omitted} bytes of its patch are beyond the limit`);
  }

  /** Files that differ and have no part in the patch: only the ends of their lines do. */
  #silent(from: number, to: number): void {
    for (const change of this.#raw.changes.slice(from, to)) this.#say(change.header, false, 'only line endings differ');
  }

  #say(header: Buffer, added: boolean, text: string): void {
    this.#give(Buffer.concat([header, Buffer.from(`\n${added ? 'new file mode 100644\n' : ''}\\ verifier: ${text}\n`)]));
  }

  #give(piece: Buffer): void {
    this.begun = true;
    this.#sink(this.#decoder.write(piece));
  }
}
