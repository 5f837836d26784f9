import type { Out, Recognizer, Reducer } from '../../../model/index.js';
import { isOuterFailure } from '../grammar/outer.js';
import { readProblem } from '../grammar/stylish.js';

// ESLint 6 to 9: stylish, compact, unix, visualstudio, json, and codeframe and table (in core up to 7); xo and next lint print the same lines.
const CLOSING = /^✖ \d{1,9} problems? \((\d{1,9}) errors?, (\d{1,9}) warnings?\)$/;
const PLAIN_CLOSING = /^\d{1,9} problems?$/;
const FIXABLE = /^ {2}\d{1,9} errors? and \d{1,9} warnings? potentially fixable with the /;
const TOO_MANY = /^ESLint found too many warnings \(maximum: \d{1,9}\)\.$/;
const OOPS = 'Oops! Something went wrong! :(';
const NO_FILES = /^(?:No files matching (?:the pattern )?|All files matched by |You are linting ".{1,300}", but all of the files matching the glob pattern )/;
const OPTION = /^Invalid option '--?[\w-]{1,60}'/;
const TIMING = /^(?:Rule +\| Time \(ms\) \| Relative$|:-{2,}\|-+:\|-+:$|[\w@/-]{1,100} +\| +[\d.]{1,12} \| +[\d.]{1,8}%$)/;
const JSON_COUNT = /"(errorCount|warningCount|fatalErrorCount)":(\d{1,9})/g;
// codeframe: `error: 'a' is assigned a value but never used (no-unused-vars) at src/a.js:1:5:`, closed by `1 error and 1 warning found.`
const FRAMED = /^(error|warning): .{1,2000} at (.{1,500}):(\d{1,9}):\d{1,9}:$/;
const FRAMES = /^(?:(\d{1,9}) errors?)?(?: and )?(?:(\d{1,9}) warnings?)? found\.$/;
const FRAME = /^[> ] {0,8}\d{0,9} \|/; // the code below it
// table: `║ 1        │ 5        │ error    │ …`, closed by `║ 1 Error …║` and `║ 0 Warnings …║`
const ROW = /^║ (\d{1,9}) {1,12}│ \d{1,9} {1,12}│ (error|warning) {1,12}│ /;
const COUNTED = /^║ (\d{1,9}) (Error|Warning)s? {1,300}║$/;
const GONE = /^The [\w-]{1,40} formatter is no longer part of core ESLint\./;
const FILE = /^(?:\/|\.{0,2}\/|[A-Za-z]:\\|[\w@.-]).{0,500}\.\w{1,10}$/;
// stylelint prints `  1:3  ✖  text  rule` and closes with the same sentence.
const FOREIGN = /^ {1,8}\d{1,7}:\d{1,7} {1,12}[✖⚠×‼] /;

export const recognizer: Recognizer = {
  tool: 'eslint',
  kind: 'lint',
  docs: {
    title: 'ESLint',
    why: 'Reads the closing counts, each error with its place, and the gates behind them (too many warnings, a crash of a rule or of the configuration).',
    fix: 'Use `--max-warnings 0` if warnings are to fail the check.',
    since: '0.1.0',
  },
  marks: [
    ' problem (', ' problems (', '  error  ', '  warning  ', '  Error: ', '  Warning: ', 'ESLint found too many warnings', OOPS, 'Invalid option \'--',
    ', Error - ', ', Warning - ', ' [Error/', ' [Warning/', '): error ', '): warning ', '"errorCount":', '  ✖  ', '  ⚠  ',
    'error: ', 'warning: ', '║ 0 ', '║ Line ', ' formatter is no longer part of',
  ],
  open: openEslint,
};

function openEslint(before: () => readonly string[] = () => []): Reducer {
  let state: 'idle' | 'list' | 'oops' | 'closed' = 'idle';
  // The path stands above the first problem, by which the tool is known.
  const above = before().at(-1) ?? '';
  let file: string | null = above.length < 600 && FILE.test(above) ? above : null;
  let isForeign = false;
  let errors = 0; // since the last closing line
  let warnings = 0;
  let tabled = 0; // errors, in the closing table
  let isFramed = false;
  let oops: { at: number; isNext: boolean } | null = null;

  const close = (failed: number, warned: number, out: Out) => {
    out.say({ kind: 'closed', ok: failed === 0 });
    if (warned > 0) out.say({ kind: 'soft', what: 'warning', amount: warned });
    state = 'closed';
    errors = 0;
    warnings = 0;
    file = null;
  };

  // `Oops!`, a blank line, `ESLint: 9.39.5`, a blank line, then what went wrong.
  const readOops = (line: string, out: Out): boolean => {
    if (isOuterFailure(line) || line.startsWith('> ') || line.startsWith('$ ')) {
      state = 'closed';
      return false;
    }
    if (/^ESLint: \d/.test(line)) oops = { at: oops?.at ?? 0, isNext: true };
    else if (oops?.isNext) {
      if (NO_FILES.test(line)) out.say({ kind: 'no-tests' });
      else out.say({ kind: 'gate', name: line.slice(0, 500), from: oops.at });
      oops = null;
    }
    return true;
  };

  const add = (level: string | undefined, place: { file: string | null; line: number }, out: Out): true => {
    if (level === 'warning') warnings += 1;
    else {
      errors += 1;
      out.say({ kind: 'diagnostic', level: 'error', ...place });
    }
    state = 'list';
    return true;
  };

  const readFrame = (line: string, out: Out): boolean => {
    const [, level, at, row] = FRAMED.exec(line) ?? [];
    isFramed ||= level !== undefined;
    return level !== undefined && add(level, { file: at ?? null, line: Number(row) }, out);
  };

  const readTable = (line: string, out: Out): boolean => {
    const [, row, level] = ROW.exec(line) ?? [];
    if (row !== undefined) return add(level, { file, line: Number(row) }, out);
    const [, amount, what] = COUNTED.exec(line) ?? [];
    if (amount === undefined) return state === 'list';
    if (what === 'Error') tabled = Number(amount);
    else close(tabled, Number(amount), out);
    return true;
  };

  const readJson = (line: string, out: Out): boolean => {
    const sums = { errorCount: 0, fatalErrorCount: 0, warningCount: 0 };
    for (const [, key = '', amount = '0'] of line.matchAll(JSON_COUNT)) sums[key as keyof typeof sums] += Number(amount);
    close(sums.errorCount, sums.warningCount, out);
    return true;
  };

  return {
    read(line, at, out) {
      if (line === '') return state === 'list' || state === 'oops';
      if (state === 'oops') return readOops(line, out);
      const first = line.charCodeAt(0);
      if (first === 32 || (first >= 48 && first <= 57) || line.includes(': line ') || line.endsWith(']') || line.includes('): ')) {
        const problem = readProblem(line);
        if (problem) return add(problem.level, { file: problem.file ?? file, line: problem.line }, out);
        if (first === 32 && FOREIGN.test(line)) isForeign = true;
      }
      if (first === 0x2716) {
        const [, failed, warned] = CLOSING.exec(line) ?? [];
        if (failed === undefined || isForeign) return false;
        close(Number(failed), Number(warned), out);
        return true;
      }
      if (first === 0x2551) return readTable(line, out);
      if ((first === 0x65 || first === 0x77) && line.endsWith(':')) return readFrame(line, out);
      if (first === 0x5b && line.startsWith('[{"filePath":')) return readJson(line, out);
      if (line === OOPS) {
        state = 'oops';
        oops = { at, isNext: false };
        return true;
      }
      if (TOO_MANY.test(line) || OPTION.test(line) || GONE.test(line)) {
        out.say({ kind: 'gate', name: line.slice(0, 500) });
        state = 'closed';
        return true;
      }
      if (state === 'idle') return false;
      if (state === 'list' && PLAIN_CLOSING.test(line)) {
        close(errors, warnings, out);
        return true;
      }
      if (isFramed && FRAMES.test(line)) {
        const [, failed, warned] = FRAMES.exec(line) ?? [];
        close(Number(failed ?? 0), Number(warned ?? 0), out);
        return true;
      }
      if (isFramed && FRAME.test(line)) return true;
      if (FIXABLE.test(line) || TIMING.test(line)) return true;
      if (state === 'list' && line.length < 600 && FILE.test(line)) {
        file = line;
        return true;
      }
      return false;
    },
    end(out) {
      if (oops) out.say({ kind: 'gate', name: OOPS, from: oops.at, text: OOPS });
      if (warnings > 0) out.say({ kind: 'soft', what: 'warning', amount: warnings, text: `${warnings} warnings` });
    },
  };
}
