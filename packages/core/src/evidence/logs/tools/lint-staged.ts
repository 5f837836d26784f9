import type { Recognizer, Reducer } from '../../../model/index.js';

// lint-staged 15–17, verbose renderer (no terminal): `[STARTED] …`, `[COMPLETED] …`, `[FAILED] false [FAILED]`
const STEP = /^\[(STARTED|COMPLETED|FAILED|SKIPPED|DATA|OUTPUT|TITLE)\] (\S.{0,500})$/;
const FAILED = /^✖ (.{1,300}?):?$/;
const NONE = /^→ lint-staged could not find any staged files\b|^→ No staged files (?:found|match any configured task)\b|^→ No (?:valid )?configuration found/;
const LAST = /^(?:Cleaning up temporary files|Cleaned up temporary files)/;

export const recognizer: Recognizer = {
  tool: 'lint-staged',
  kind: 'wrapper',
  docs: { title: 'lint-staged', why: 'A failed step is red; the run is green when its last step is completed and no step failed.', fix: 'Correct what the failed task reports.', since: '0.1.0' },
  marks: ['[STARTED] ', '[COMPLETED] ', '[FAILED] ', '→ No staged files ', 'could not find any staged files', '→ No configuration found'],
  open: openLintStaged,
};

function openLintStaged(): Reducer {
  let isOpen = false;
  let isRed = false;
  return {
    read(line, _at, out) {
      if (line === '' || line.length > 1000) return false;
      const [, state, title] = STEP.exec(line) ?? [];
      if (state !== undefined && title !== undefined) {
        if (state === 'STARTED' && !isOpen) {
          isOpen = true;
          isRed = false;
        }
        if (state === 'FAILED' && !isRed) {
          isRed = true;
          out.say({ kind: 'gate', name: title });
        }
        if (state === 'COMPLETED' && LAST.test(title)) {
          if (!isRed) out.say({ kind: 'closed', ok: true });
          isOpen = false;
        }
        return true;
      }
      if (NONE.test(line)) {
        out.say({ kind: 'no-tests' });
        return true;
      }
      return isRed && FAILED.test(line);
    },
    end(out) {
      if (isOpen && !isRed) out.say({ kind: 'unfinished', text: 'lint-staged began and did not clean up' });
    },
  };
}
