import { lstatSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type Base, filesAt, type Repository } from '../../gather/git/index.js';
import { type DiffFile, type DiffModel, GRAMMARS, type WholeFile } from '../../model/index.js';
import { needsCode } from '../../rules/needs-code.js';

/** UTF-16 units of all files together, as evidence/diff/code.ts reads them; what is beyond is read by its hunks. */
const BUDGET = 2 << 20;
const WITH_GRAMMAR: ReadonlySet<string> = new Set(GRAMMARS);

/** Both sides of the changed files in which some rule has to tell code from comments and strings. A file that is new or gone stands in the diff whole. */
export async function wholeFiles(repo: Repository, { commit }: Base, diff: DiffModel): Promise<ReadonlyMap<string, WholeFile>> {
  let left = BUDGET;
  const wanted = diff.files.filter(isPart).flatMap((file) => {
    const now = textOf(path.join(repo.root, file.path), left);
    if (now === null) return [];
    left -= now.length;
    return [{ file, now }];
  });
  if (wanted.length === 0) return new Map();
  const old = await filesAt(repo, commit, wanted.map(({ file }) => file.oldPath ?? file.path));
  return new Map(wanted.map(({ file, now }, at) => [file.path, { old: old[at] ?? null, now }]));
}

const isPart = (file: DiffFile): boolean =>
  file.change !== 'added' && file.change !== 'deleted' && file.language !== null && WITH_GRAMMAR.has(file.language) && file.hunks.length > 0 && needsCode(file);

/** Null where there is no plain file of at most that size. */
function textOf(file: string, most: number): string | null {
  try {
    const stat = lstatSync(file);
    return stat.isFile() && stat.size <= most ? readFileSync(file, 'utf8') : null;
  } catch {
    return null; // it went away: the diff says what it held
  }
}
