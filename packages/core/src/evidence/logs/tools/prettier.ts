import type { Recognizer, Reducer } from '../../../model/index.js';

// Prettier 3.10 --check. Files that fail are labelled `[warn]`; a pattern without files is followed by the green sentence.
const WARN = /^\[warn\] (\S.{0,500})$/;
const BAD = /^(?:\[warn\] )?Code style issues (?:were )?found in (?:\d{1,9} files|the above file\(?s?\)?)/;
const ERROR = /^\[error\] ?(.{0,500})$/;
const NO_FILES = /^(?:No files matching the pattern|Explicitly specified (?:file|pattern) was ignored|No parser could be inferred)/;
const BROKEN = /^Error occurred when checking code style in /;

export const recognizer: Recognizer = {
  tool: 'prettier',
  kind: 'lint',
  docs: { title: 'Prettier --check', why: 'Reads the closing sentence and the files above it; a check that matched no file is no evidence.', fix: 'Run `prettier --write` on the files.', since: '0.1.0' },
  marks: ['Checking formatting...', 'All matched files use Prettier code style!', 'Code style issues ', 'No files matching the pattern were found', 'Error occurred when checking code style in '],
  open: openPrettier,
};

function openPrettier(): Reducer {
  let isChecking = false;
  let isTrouble = false;
  return {
    read(line, _at, out) {
      if (line.length > 600) return false;
      if (line === 'Checking formatting...') {
        isChecking = true;
        isTrouble = false;
        return true;
      }
      if (line === 'All matched files use Prettier code style!') {
        if (!isTrouble) out.say({ kind: 'closed', ok: true });
        isChecking = false;
        return true;
      }
      if (BAD.test(line) || BROKEN.test(line)) {
        if (!isTrouble || BAD.test(line)) out.say({ kind: 'closed', ok: false });
        isChecking = false;
        return true;
      }
      const error = ERROR.exec(line)?.[1];
      if (error !== undefined && (isChecking || error.startsWith('No files matching the pattern were found'))) {
        if (NO_FILES.test(error)) out.say({ kind: 'no-tests' });
        else if (!isTrouble) out.say({ kind: 'gate', name: error });
        isTrouble = true;
        return true;
      }
      const file = isChecking ? WARN.exec(line)?.[1] : undefined;
      if (file === undefined) return false;
      out.say({ kind: 'diagnostic', level: 'error', file, line: null });
      return true;
    },
    end(out) {
      if (isChecking && !isTrouble) out.say({ kind: 'unfinished', text: 'prettier began and printed no closing sentence' });
    },
  };
}
