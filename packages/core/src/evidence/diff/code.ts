import { type DiffFile, type DiffLine, type DiffModel, type Grammar, GRAMMARS, type Hunk, type Syntax, type TextSpan } from '../../model/index.js';
import { scanned } from './scanner.js';
import { statesOf } from './states.js';

/** Hunks of one file beyond this many UTF-16 units are read by the scanner. */
const BUDGET = 256 << 10;

const isGrammar = (language: string | null): language is Grammar => (GRAMMARS as readonly string[]).includes(language ?? '');

/** The grammars that the wanted files are written in. */
export const grammarsOf = (model: DiffModel, wanted: (file: DiffFile) => boolean): Set<Grammar> =>
  new Set(model.files.flatMap((file) => (isGrammar(file.language) && !file.binary && wanted(file) ? [file.language] : [])));

/**
 * Fills `code` of the wanted files: comments and string bodies become blanks, place for place. By the grammar over both
 * sides of each hunk; by the scanner where there is no grammar, or too much text.
 */
export const withCode = (model: DiffModel, syntax: Syntax, wanted: (file: DiffFile) => boolean): DiffModel => ({
  ...model,
  files: model.files.map((file) => (file.language !== null && !file.binary && wanted(file) ? { ...file, hunks: hunksOf(file, file.language, syntax) } : file)),
});

function hunksOf(file: DiffFile, language: string, syntax: Syntax): Hunk[] {
  const size = file.hunks.reduce((sum, { lines }) => sum + lines.reduce((length, { text }) => length + text.length + 1, 0), 0);
  const isRead = isGrammar(language) && size <= BUDGET;
  return file.hunks.map((hunk) => {
    const codes = new Map<DiffLine, string>();
    for (const side of ['removed', 'added'] as const) {
      const lines = hunk.lines.filter((line) => line.side === side || line.side === 'context');
      if (!lines.some((line) => line.side === side)) continue;
      const source = lines.map(({ text }) => text).join('\n');
      const spans = (isRead ? parsed(language as Grammar, source, syntax) : null) ?? scanned(language, source);
      if (spans === null) continue;
      // Context lines stand on both sides: the new one, which comes last, is kept.
      blanked(source, spans).split('\n').forEach((code, index) => {
        const line = lines[index];
        if (line) codes.set(line, code);
      });
    }
    return { ...hunk, lines: hunk.lines.map((line) => ({ ...line, code: codes.get(line) ?? line.code })) };
  });
}

/** A hunk may begin inside a comment or a long string: the reading with the fewest errors is the right one; among equals, code. */
function parsed(language: Grammar, source: string, syntax: Syntax): TextSpan[] | null {
  let best: { spans: TextSpan[]; errors: number } | null = null;
  for (const before of statesOf(language, source)) {
    const view = syntax.read(language, before + source);
    if (typeof view === 'string') return best?.spans ?? null;
    if (best === null || view.errors < best.errors) {
      best = { errors: view.errors, spans: [...view.comments, ...view.strings].map(({ start, end }) => ({ start: start - before.length, end: end - before.length })) };
    }
    if (best.errors === 0) break;
  }
  return best?.spans.sort((a, b) => a.start - b.start) ?? null;
}

function blanked(source: string, spans: readonly TextSpan[]): string {
  const pieces: string[] = [];
  let at = 0;
  for (const { start, end } of spans) {
    const from = Math.max(start, at);
    if (end <= from) continue;
    pieces.push(source.slice(at, from), source.slice(from, end).replace(/[^\n]/g, ' '));
    at = end;
  }
  pieces.push(source.slice(at));
  return pieces.join('');
}
