import { grammarsOf } from '../evidence/diff/index.js';
import { loadSyntax } from '../gather/syntax.js';
import type { DiffModel, Syntax } from '../model/index.js';
import { needsCode } from '../rules/needs-code.js';

/** Beyond this many characters of changed files the patterns of the rules are worth V8's optimisation. */
const BRIEF = 8_000;

/**
 * Reads the languages of the change in which some rule has to tell code from comments and strings. `isGuest`: in a process that
 * has other work to do V8's flags stay as they are.
 */
export async function syntaxFor(diff: DiffModel, { isGuest = false }: { readonly isGuest?: boolean } = {}): Promise<Syntax> {
  return loadSyntax(grammarsOf(diff, needsCode), { isBrief: isGuest ? null : isBrief(diff) });
}

/** A change of at most some 200 lines. */
export function isBrief({ files }: DiffModel): boolean {
  let size = 0;
  return files.every(({ hunks }) => hunks.every(({ lines }) => lines.every(({ text }) => (size += text.length) <= BRIEF)));
}
