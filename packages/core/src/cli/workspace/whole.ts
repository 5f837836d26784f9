import { type Base, type Repository, wholeFiles } from '../../gather/git/index.js';
import { type DiffFile, type DiffModel, GRAMMARS, type WholeFile } from '../../model/index.js';
import { needsCode } from '../../rules/needs-code.js';

/** UTF-16 units of all files together, as evidence/diff/code.ts reads them; what is beyond is read by its hunks. */
const BUDGET = 2 << 20;
const WITH_GRAMMAR: ReadonlySet<string> = new Set(GRAMMARS);

/** Both sides of the changed files in which some rule has to tell code from comments and strings. A file that is new or gone stands in the diff whole. */
export const wholeIn = (repo: Repository, { commit }: Base, { files }: DiffModel): Promise<ReadonlyMap<string, WholeFile>> => wholeFiles(repo, commit, files.filter(isPart), BUDGET);

const isPart = (file: DiffFile): boolean =>
  file.change !== 'added' && file.change !== 'deleted' && file.language !== null && WITH_GRAMMAR.has(file.language) && file.hunks.length > 0 && needsCode(file);
