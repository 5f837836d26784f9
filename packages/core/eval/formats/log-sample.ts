import { z } from 'zod';
import { VERDICTS } from '../../src/model/schemas/names.js';
import { isDefect } from '../cases.js';
import type { EvalCase } from '../model.js';

const WantedSchema = z.object({ verdict: z.array(z.enum(VERDICTS)).min(1), why: z.string().optional(), undecidable: z.boolean().optional() });

/** A captured log with its truth: what it printed, how it ended, which verdicts are acceptable for the bare text and for the text with its status. */
export const LogSampleSchema = z.object({
  id: z.string().min(1),
  tool: z.string().min(1),
  command: z.string(),
  exitCode: z.number().nullable(),
  signal: z.string().nullable(),
  combined: z.string(),
  expect: WantedSchema,
  expectWithFooter: WantedSchema.optional(),
});

const TASK = 'Reword one sentence of the guide.';
const REPORT = 'Reworded the sentence.';
const DIFF = `diff --git a/docs/guide.md b/docs/guide.md
index 1111111..2222222 100644
--- a/docs/guide.md
+++ b/docs/guide.md
@@ -1,3 +1,3 @@
 # Guide
${' '}
-Run the tool.
+Run the tool once.
`;

/** The same harmless change with the bare log, and with command and status around it. What nobody can decide is left out. */
export function logCases({ id, tool, command, exitCode, signal, combined, expect, expectWithFooter }: z.infer<typeof LogSampleSchema>): EvalCase[] {
  const status = signal === null ? `exit code ${exitCode ?? 'null'}` : `terminated by signal ${signal}`;
  const framed = `$ ${command}\n${combined.replace(/\n*$/, '\n')}${status}\n`;
  return [
    ...caseOf(`${id}#raw`, tool, combined, expect),
    ...caseOf(`${id}#status`, tool, framed, expectWithFooter ?? expect),
  ];
}

function caseOf(id: string, stack: string, verifyLogs: string, { verdict, why, undecidable }: z.infer<typeof WantedSchema>): EvalCase[] {
  if (undecidable === true) return [];
  const expected = { verdicts: verdict };
  return [{ id, kind: 'log', stack, description: why ?? '', expected, defect: isDefect(expected), input: { corpus: 'texts', task: TASK, diff: DIFF, verifyLogs, builderReport: REPORT } }];
}
