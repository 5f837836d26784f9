import path from 'node:path';
import { openDiff } from '../../evidence/diff/index.js';
import { type ChangedFile, type Nested, nestedIn, streamDiff } from '../../gather/git/index.js';
import type { DiffFile, DiffModel, Notice, Role, WholeFile } from '../../model/index.js';
import { RUN_FILES } from '../../store/index.js';
import type { Scene } from './scene.js';
import { wholeIn } from './whole.js';

/** The change: as the rules read it, as the patch is kept, and as git names its files. */
export interface Change {
  readonly diff: DiffModel;
  readonly whole: ReadonlyMap<string, WholeFile>;
  readonly patch: string;
  readonly files: readonly ChangedFile[];
  readonly findings: readonly Notice[];
}

export const NO_CHANGE: Change = { diff: { files: [], complete: false }, whole: new Map(), patch: '', files: [], findings: [] };

/** Files that nobody reads line by line: a cut in them is only noted. */
const UNREAD_ROLES: ReadonlySet<Role> = new Set(['lockfile', 'generated', 'data']);
const NAMED = 5;
const QUOTED = 20;

/** Reads what differs between the base and the working tree; `runFolder`, a real path, holds verifier's own files, which are none of it. */
export async function readChange({ repo, base, snapshot }: Scene, runFolder: string): Promise<Change> {
  const reader = openDiff();
  const pieces: string[] = [];
  const ours = RUN_FILES.map((name) => path.relative(repo.root, path.join(runFolder, name)).replaceAll('\\', '/'));
  const files = await streamDiff(repo, base, snapshot, ours, (text) => {
    reader.write(text);
    pieces.push(text);
  });
  const nested = await nestedIn(repo, snapshot, files);
  const cuts = new Map(files.flatMap(({ path, cut }) => (cut === null ? [] : [[path, cut]])));
  const read = reader.close({ complete: true });
  const diff = cuts.size === 0 ? read : { ...read, files: read.files.map((file) => (cuts.has(file.path) ? { ...file, cut: true } : file)) };
  return { diff, whole: await wholeIn(repo, base, diff), patch: pieces.join(''), files, findings: [...unmergedFinding(snapshot.unmerged), ...nestedFinding(nested), ...cutFindings(diff.files.filter(({ path }) => cuts.has(path)), cuts)] };
}

// Not a block: what stands in the files may well be right, and `git add` is all that is missing.
function unmergedFinding(files: readonly string[]): Notice[] {
  const [first] = files;
  if (first === undefined) return [];
  return [{
    rule: 'integrity/unmerged', effect: 'ask', source: 'diff', at: { file: first, line: 0 },
    message: `A merge is not resolved in ${counted(files, 'file')}: ${named(files)}. Resolve it, \`git add\` them, and verify again`,
    evidence: files.slice(0, QUOTED).join('\n'),
  }];
}

function nestedFinding(nested: readonly Nested[]): Notice[] {
  const [first] = nested;
  if (first === undefined) return [];
  return [{
    rule: 'integrity/nested-repository', effect: 'warn', source: 'diff', at: { file: first.path, line: 0 },
    message: `${counted(nested, 'folder')} with a repository of ${nested.length === 1 ? 'its' : 'their'} own ${nested.length === 1 ? 'holds' : 'hold'} what the diff does not show: ${named(nested.map(({ path }) => path))}. Review it where it lives, or take \`.git\` out of what is part of the project`,
    evidence: nested.slice(0, QUOTED).map(({ path, why }) => `${path}: ${why}`).join('\n'),
  }];
}

function cutFindings(files: readonly DiffFile[], cuts: ReadonlyMap<string, string>): Notice[] {
  const told = files.filter(({ role }) => !UNREAD_ROLES.has(role));
  const noted = files.filter(({ role }) => UNREAD_ROLES.has(role));
  return [...cutFinding('warn', told, cuts), ...cutFinding('note', noted, cuts)];
}

function cutFinding(effect: 'warn' | 'note', files: readonly DiffFile[], cuts: ReadonlyMap<string, string>): Notice[] {
  const [first] = files;
  if (first === undefined) return [];
  return [{
    rule: 'integrity/diff-cut', effect, source: 'diff', at: { file: first.path, line: 0 },
    message: `${counted(files, 'changed file')} ${files.length === 1 ? 'was' : 'were'} not read whole: ${named(files.map(({ path }) => path))}. Look at them by hand, or split the change`,
    evidence: files.slice(0, QUOTED).map(({ path }) => `${path}: ${cuts.get(path) ?? ''}`).join('\n'),
  }];
}

const counted = (things: readonly unknown[], noun: string): string => `${things.length} ${noun}${things.length === 1 ? '' : 's'}`;
const named = (names: readonly string[]): string => `${names.slice(0, NAMED).join(', ')}${names.length > NAMED ? ', …' : ''}`;
