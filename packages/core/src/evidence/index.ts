import type { DiffFile, Evidence, Inputs } from '../model/index.js';
import { withCode } from './diff/index.js';

/** What the inputs say. `needsCode` names the files in which some rule has to tell code from comments and strings. */
export const readEvidence = ({ task, diff, report, runs, syntax, workspace, now }: Inputs, needsCode: (file: DiffFile) => boolean): Evidence => ({
  task: task.trim(),
  diff: withCode(diff, syntax, needsCode),
  report: report.trim(),
  runs,
  workspace,
  now,
});
