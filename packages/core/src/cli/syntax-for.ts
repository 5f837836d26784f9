import { grammarsOf } from '../evidence/diff/index.js';
import { loadSyntax } from '../gather/syntax.js';
import type { DiffModel, Syntax } from '../model/index.js';
import { needsCode } from '../rules/needs-code.js';

/** Beyond this many characters of changed files the patterns of the rules are worth V8's optimisation. */
const BRIEF = 8_000;

/** Reads the languages of the change in which some rule has to tell code from comments and strings. */
export async function syntaxFor(diff: DiffModel): Promise<Syntax> {
  return loadSyntax(grammarsOf(diff, needsCode), { isBrief: isBrief(diff) });
}

function isBrief({ files }: DiffModel): boolean {
  let size = 0;
  return files.every(({ hunks }) => hunks.every(({ lines }) => lines.every(({ text }) => (size += text.length) <= BRIEF)));
}
