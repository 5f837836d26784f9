import type { DiffFile, Evidence, Inputs } from '../model/index.js';
import { withCode } from './diff/index.js';
import { readTask } from './task.js';
import { readTests } from './tests/index.js';

/** What the inputs say. `needsCode` names the files in which some rule has to tell code from comments and strings. */
export function readEvidence({ task, diff, report, runs, syntax, workspace, now }: Inputs, needsCode: (file: DiffFile) => boolean): Evidence {
  const read = withCode(diff, syntax, needsCode);
  return { task: task.trim(), diff: read, report: report.trim(), runs, tests: readTests(read), asks: readTask(task), workspace, now };
}
