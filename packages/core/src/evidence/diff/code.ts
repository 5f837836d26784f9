import { type DiffFile, type DiffLine, type DiffModel, type Grammar, GRAMMARS, type Hunk, type Syntax, type TextSpan, type WholeFile } from '../../model/index.js';
import { scan } from './scanner.js';
import { blanked, type Side, sidesOf } from './sides.js';
import { spansOf } from './states.js';
import { wholeCodes } from './whole/index.js';

/** Text of one file's hunks that the grammar reads, in UTF-16 units; larger files are left to the scanner. */
const FILE_BUDGET = 256 << 10;
/** The same for all files together, in their order: a parser reads some 2 MB a second. */
const TOTAL_BUDGET = 512 << 10;
/** The same for files that are known as a whole, one and all together. */
const WHOLE_BUDGET = 2 << 20;
/** Lines that nobody wrote by hand: minified code, data. */
const LONG_LINE = 5_000;

/**
 * The model with `code` of its lines filled: comments and string bodies blanked, in the wanted files by their grammar,
 * in files of languages without one by the scanner. Directives and texts stay readable in `text`.
 */
export function withCode(model: DiffModel, syntax: Syntax, wanted: (file: DiffFile) => boolean, whole?: ReadonlyMap<string, WholeFile>): DiffModel {
  let left = TOTAL_BUDGET;
  let leftWhole = WHOLE_BUDGET;
  const files = model.files.map((file) => {
    const { language } = file;
    if (language === null || file.hunks.length === 0) return file;
    const grammar = grammarOf(file);
    if (grammar !== null && !wanted(file)) return file;
    const sides = grammar === null ? undefined : whole?.get(file.path);
    if (grammar !== null && sides !== undefined) {
      const codes = wholeCodes(file, sides, (text) => {
        leftWhole -= text.length;
        return leftWhole < 0 || hasLongLine(text) ? null : wholeSpans(syntax, grammar, text);
      });
      if (codes !== null) return { ...file, hunks: file.hunks.map((hunk) => withCodes(hunk, codes)) };
    }
    const size = grammar === null ? 0 : sizeOf(file);
    const reads = grammar !== null && size <= FILE_BUDGET && size <= left;
    if (reads) left -= size;
    const spansIn = (text: string): readonly TextSpan[] | null => (reads && !hasLongLine(text) ? spansOf(syntax, grammar, text) : null) ?? scan(language, text);
    return { ...file, hunks: file.hunks.map((hunk) => withBlanks(hunk, spansIn)) };
  });
  return { ...model, files };
}

/** The grammars that the wanted files are read with. */
export function grammarsOf(model: DiffModel, wanted: (file: DiffFile) => boolean): Set<Grammar> {
  const grammars = new Set<Grammar>();
  for (const file of model.files) {
    const grammar = file.hunks.length === 0 ? null : grammarOf(file);
    if (grammar !== null && !grammars.has(grammar) && wanted(file)) grammars.add(grammar);
  }
  return grammars;
}

function grammarOf({ language }: DiffFile): Grammar | null {
  return GRAMMARS.find((grammar) => grammar === language) ?? null;
}

function sizeOf(file: DiffFile): number {
  let size = 0;
  for (const { lines } of file.hunks) for (const { text } of lines) size += text.length + 1;
  return size;
}

function hasLongLine(text: string): boolean {
  let start = 0;
  for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', start)) {
    if (end - start > LONG_LINE) return true;
    start = end + 1;
  }
  return text.length - start > LONG_LINE;
}

function withBlanks(hunk: Hunk, spansIn: (text: string) => readonly TextSpan[] | null): Hunk {
  const codes = new Map<DiffLine, string>();
  for (const side of sidesOf(hunk)) blankSide(side, spansIn, codes);
  return codes.size === 0 ? hunk : withCodes(hunk, codes);
}

function withCodes(hunk: Hunk, codes: ReadonlyMap<DiffLine, string>): Hunk {
  const lines = hunk.lines.map((line) => {
    const code = codes.get(line);
    return code === undefined ? line : { at: line.at, side: line.side, text: line.text, code };
  });
  return { ...hunk, lines };
}

/** A file begins as code; one that the grammar cannot make sense of says no more than its hunks. */
function wholeSpans(syntax: Syntax, grammar: Grammar, text: string): readonly TextSpan[] | null {
  const view = syntax.read(grammar, text);
  if (typeof view === 'string' || view.errors > 0) return null;
  return [...view.comments, ...view.strings].sort((a, b) => a.start - b.start);
}

function blankSide(side: Side, spansIn: (text: string) => readonly TextSpan[] | null, codes: Map<DiffLine, string>): void {
  const spans = spansIn(side.text);
  if (spans !== null) blanked(side, spans, codes);
}
