import type { Recognizer, Reducer } from '../../../model/index.js';

// TypeScript 5.9 (and vue-tsc, tsc -b): `a.ts(1,14): error TS2322: text`, pretty `a.ts:1:14 - error TS2322: text`, global
// `error TS18003: text`. The code survives every locale; so does the word in front of it.
const PLAIN = /^(\S{1,500}?)\((\d{1,7}),\d{1,7}\): (\S{1,20}) TS\d{1,6}: /;
const PRETTY = /^(\S{1,500}?):(\d{1,7}):\d{1,7} - (\S{1,20}) TS\d{1,6}: /;
const GLOBAL = /^(\S{1,20}) TS\d{1,6}: /;
const CLOSING = /^(?:\[?\d{1,2}:\d\d:\d\d(?: [AP]M)?\]? (?:- )?)?Found (\d{1,9}) errors?(?:\.| in | )/;
const CLOCK = /^\[?\d{1,2}:\d\d:\d\d(?: [AP]M)?\]? (?:- )?(?:Starting compilation|File change detected|Projects in this build|Project '|Building project|Updating |Skipping )/;
// The source line, its underline, related places, the table of files.
const FRAME = /^(?: {0,8}\d{1,7} |\s{0,400}~{1,400}\s*$| {2}\S{1,500}:\d{1,7}:\d{1,7}(?: - |$)|Errors {2}Files$)/;
// `  The types of 'a.b.c' are incompatible` goes on right behind the error.
const MORE = /^ {2,}\S/;

export const recognizer: Recognizer = {
  tool: 'tsc',
  kind: 'lint',
  docs: {
    title: 'TypeScript compiler',
    why: 'Reads each `error TSnnnn` with its place, plain or pretty, in any locale.',
    fix: 'Run `tsc --noEmit`; it prints nothing when all is well.',
    since: '0.1.0',
  },
  marks: [' TS1', ' TS2', ' TS4', ' TS5', ' TS6', ' TS7', ' TS8', ' TS9', 'error TS', '. Watching for file changes', 'Projects in this build', 'Starting compilation in watch mode'],
  open: openTsc,
};

function openTsc(): Reducer {
  let inFrame = false;
  let isBehindError = false;
  return {
    read(line, _at, out) {
      const isNext = isBehindError;
      isBehindError = false;
      if (line === '') return inFrame;
      const first = line.charCodeAt(0);
      if (first === 32 || first === 9) {
        isBehindError = isNext && MORE.test(line);
        return isBehindError || (inFrame && line.length < 2000 && FRAME.test(line));
      }
      if (line.includes(' TS')) {
        const head = line.length > 2000 ? line.slice(0, 2000) : line;
        const [, file, row, level] = PLAIN.exec(head) ?? PRETTY.exec(head) ?? [];
        const word = level ?? GLOBAL.exec(head)?.[1];
        if (word !== undefined) {
          if (word !== 'message') out.say({ kind: 'diagnostic', level: word === 'warning' ? 'warning' : 'error', file: file ?? null, line: row === undefined ? null : Number(row) });
          inFrame = true;
          isBehindError = true;
          return true;
        }
      }
      if (line.length < 300) {
        const [, errors] = (line.startsWith('Found ') && inFrame) || line.includes('Watching for file changes') ? (CLOSING.exec(line) ?? []) : [];
        if (errors !== undefined) {
          out.say({ kind: 'closed', ok: errors === '0' });
          return true;
        }
        if (CLOCK.test(line)) {
          inFrame = true;
          return true;
        }
      }
      if (inFrame && FRAME.test(line)) return true;
      inFrame = false;
      return false;
    },
    end() { /* tsc says nothing when all is well */ },
  };
}
