import type { Recognizer, Reducer } from '../../../model/index.js';

// turbo 2.11: ` Tasks:    1 successful, 2 total`, `Failed:    @x/b#test`, ` ERROR  run failed: command  exited (1)`
const TASKS = /^ ?Tasks: {2,6}(\d{1,7}) successful, (\d{1,7}) total$/;
const FAILED = /^ ?Failed: {2,6}(\S.{0,500})$/;
const ERROR = /^ {1,2}ERROR {2}(run failed: .{0,200}|.{0,300}#.{0,200} exited \(\d{1,5}\))/;
const COMMAND = /^\S{1,200}#\S{1,80}: {1,2}ERROR {2}command /;
const NONE = /^ {1,2}WARNING {2}No tasks were executed as part of this run\.$/;
const TROUBLE = /^ {0,4}(?:`-> {1,3})?(?:x|×) ((?:Could not find task|Missing tasks in project).{0,300})$/;
const AMBIENT = /^(?: {3}• |\S{1,200}:\S{1,80}: cache (?:bypass|miss|hit)|Cached: | {2}Time: |• )/;

export const recognizer: Recognizer = {
  tool: 'turbo',
  kind: 'wrapper',
  docs: { title: 'Turborepo', why: 'Compares successful with total tasks; what the tasks print is read by the tools they run.', fix: 'Correct the failed task.', since: '0.1.0' },
  marks: ['Tasks:    ', 'Failed:    ', ' ERROR  run failed', ' WARNING  No tasks were executed', '   • turbo ', '• Packages in scope', 'ERROR  command ', 'x Missing tasks in project', 'x Could not find task `'],
  open: openTurbo,
};

function openTurbo(): Reducer {
  let isOpen = false;
  let missing = 0;
  return {
    read(line, _at, out) {
      if (line === '' || line.length > 1000) return false;
      const [, successful, total] = TASKS.exec(line) ?? [];
      if (successful !== undefined && total !== undefined) {
        missing = Number(total) - Number(successful);
        if (total !== '0') out.say({ kind: 'closed', ok: missing === 0 });
        else out.say({ kind: 'no-tests' });
        isOpen = true;
        return true;
      }
      const failed = FAILED.exec(line)?.[1] ?? ERROR.exec(line)?.[1];
      if (failed !== undefined) {
        out.say({ kind: 'gate', name: failed });
        return true;
      }
      if (NONE.test(line)) {
        out.say({ kind: 'no-tests' });
        return true;
      }
      if (line.startsWith('   • turbo ') || line.startsWith('• turbo ')) isOpen = true;
      const trouble = TROUBLE.exec(line)?.[1];
      if (trouble !== undefined) {
        out.say({ kind: 'gate', name: trouble });
        return true;
      }
      return COMMAND.test(line) || (isOpen && AMBIENT.test(line));
    },
    end() { /* the closing block says all */ },
  };
}
