import type { DiffFile, Evidence, Inputs, TaskKind, TestChanges } from '../model/index.js';
import { withCode } from './diff/index.js';
import { readTask } from './task.js';
import { readTests } from './tests/index.js';

/**
 * What the inputs say. `needsCode` names the files in which some rule has to tell code from comments and strings. Tests and
 * task are read when a rule first asks for them: most changes hold nothing that one would ask about.
 */
export function readEvidence({ task, diff, whole, report, runs, trials, syntax, workspace, now }: Inputs, needsCode: (file: DiffFile) => boolean): Evidence {
  const read = withCode(diff, syntax, needsCode, whole);
  let tests: TestChanges | undefined;
  let asks: ReadonlySet<TaskKind> | undefined;
  return {
    task: task.trim(),
    diff: read,
    report: report.trim(),
    runs,
    ...(trials === undefined ? {} : { trials }),
    get tests() {
      return (tests ??= readTests(read));
    },
    get asks() {
      return (asks ??= readTask(task));
    },
    workspace,
    now,
  };
}
