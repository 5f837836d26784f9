export interface Problem {
  readonly level: 'error' | 'warning';
  readonly file: string | null;
  readonly line: number;
}

const LIMIT = 4000;
// eslint 8 and 9, xo: `  1:5   error  'y' is never reassigned  prefer-const`
const STYLISH = /^ {2,8}(\d{1,7}):\d{1,7} {1,12}(error|warning) {1,12}\S/;
// next lint 13–15: `1:5  Error: 'y' is not defined.  no-undef`
const NEXT = /^(\d{1,7}):\d{1,7} {1,4}(Error|Warning): \S/;
// compact: `/repo/a.js: line 1, col 5, Error - text (rule)`
const COMPACT = /^(\S.{0,500}): line (\d{1,7}), col \d{1,7}, (Error|Warning) - \S/;
// unix: `/repo/a.js:1:5: text [Error/rule]`
const UNIX = /^(\S[^:]{0,500}):(\d{1,7}):\d{1,7}: .{1,2000} \[(Error|Warning)(?:\/[^\]]{1,200})?\]$/;
// visualstudio: `/repo/a.js(1,5): error rule : text`
const VISUAL_STUDIO = /^(\S[^(]{0,500})\((\d{1,7}),\d{1,7}\): (error|warning) [\w@/-]{1,100} : \S/;

/** One problem as eslint's text formatters print it; `file` is null when it stands on a line above. */
export function readProblem(line: string): Problem | null {
  if (line.length > LIMIT) return null;
  const [, row, level] = STYLISH.exec(line) ?? NEXT.exec(line) ?? [];
  if (row !== undefined && level !== undefined) return { level: levelOf(level), file: null, line: Number(row) };
  const [, file, at, word] = COMPACT.exec(line) ?? UNIX.exec(line) ?? VISUAL_STUDIO.exec(line) ?? [];
  if (file === undefined || word === undefined) return null;
  return { level: levelOf(word), file, line: Number(at) };
}

const levelOf = (word: string): Problem['level'] => (word.toLowerCase() === 'error' ? 'error' : 'warning');
