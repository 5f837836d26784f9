import { openDiff } from '../../evidence/diff/index.js';
import { type ChangedFile, streamDiff } from '../../gather/git/index.js';
import type { DiffFile, DiffModel, Notice, Role } from '../../model/index.js';
import { ARTIFACTS } from '../../store/index.js';
import type { Scene } from './scene.js';

/** The change: as the rules read it, as the patch is kept, and as git names its files. */
export interface Change {
  readonly diff: DiffModel;
  readonly patch: string;
  readonly files: readonly ChangedFile[];
  readonly findings: readonly Notice[];
}

export const NO_CHANGE: Change = { diff: { files: [], complete: false }, patch: '', files: [], findings: [] };

/** Files that nobody reads line by line: a cut in them is only noted. */
const UNREAD_ROLES: ReadonlySet<Role> = new Set(['lockfile', 'generated', 'data']);
const NAMED = 5;

/** Reads what differs between the base and the working tree; `outputDir` holds verifier's own files, which are none of it. */
export async function readChange({ repo, base, snapshot }: Scene, outputDir: string | undefined): Promise<Change> {
  const reader = openDiff();
  const pieces: string[] = [];
  const folder = outputDir === undefined ? null : `${repo.prefix}${outputDir.replaceAll('\\', '/').replace(/^(?:\.\/)+|\/+$/g, '')}`;
  const ours = folder === null ? [] : ARTIFACTS.map((name) => `${folder}/${name}`);
  const files = await streamDiff(repo, base, snapshot, ours, (text) => {
    reader.write(text);
    pieces.push(text);
  });
  const cuts = new Map(files.flatMap(({ path, cut }) => (cut === null ? [] : [[path, cut]])));
  const read = reader.close({ complete: true });
  const diff = cuts.size === 0 ? read : { ...read, files: read.files.map((file) => (cuts.has(file.path) ? { ...file, cut: true } : file)) };
  return { diff, patch: pieces.join(''), files, findings: cutFindings(diff.files.filter(({ path }) => cuts.has(path)), cuts) };
}

function cutFindings(files: readonly DiffFile[], cuts: ReadonlyMap<string, string>): Notice[] {
  const told = files.filter(({ role }) => !UNREAD_ROLES.has(role));
  const noted = files.filter(({ role }) => UNREAD_ROLES.has(role));
  return [...cutFinding('warn', told, cuts), ...cutFinding('note', noted, cuts)];
}

function cutFinding(effect: 'warn' | 'note', files: readonly DiffFile[], cuts: ReadonlyMap<string, string>): Notice[] {
  const [first] = files;
  if (first === undefined) return [];
  const names = files.slice(0, NAMED).map(({ path }) => path).join(', ');
  return [{
    rule: 'integrity/diff-cut', effect, source: 'diff', at: { file: first.path, line: 0 },
    message: `${files.length} changed ${files.length === 1 ? 'file was' : 'files were'} not read whole: ${names}${files.length > NAMED ? ', …' : ''}. Look at them by hand, or split the change`,
    evidence: files.slice(0, 20).map(({ path }) => `${path}: ${cuts.get(path) ?? ''}`).join('\n'),
  }];
}
