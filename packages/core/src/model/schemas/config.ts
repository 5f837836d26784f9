import { z } from 'zod';
import { FINAL_VERDICTS } from './names.js';

/** `verifier.config.json`. Each key says what it does; the generated schema carries the words to editors. */
export const ConfigSchema = z
  .object({
    $schema: z.string().optional().describe('Where an editor finds this schema.'),
    base: z.string().min(1).optional().describe('The commit, branch or tag that the change is compared with.'),
    intent: z.string().optional().describe('What was asked, in words.'),
    intentFile: z.string().min(1).optional().describe('A file in the workspace that says what was asked.'),
    verifyCommands: z.array(z.string().min(1)).optional().describe('Shell commands that must pass, in this order. An empty array means none.'),
    verifyTimeoutMs: z.number().int().positive().optional().describe('How long one command may take, in milliseconds. Default 600000.'),
    results: z.array(z.string().min(1)).optional().describe('Globs of result files that the commands write (JUnit XML, TAP, CTRF, SARIF, TRX, json), relative to the workspace. Files older than the run are refused.'),
    outputDir: z.string().min(1).optional().describe('Where the files of a run go, relative to the workspace. Default .verifier/runs/<run id>.'),
    markdown: z.boolean().optional().describe('Print the Markdown report instead of JSON.'),
    failOn: z.enum(FINAL_VERDICTS).optional().describe('Exit with 1 when the verdict reaches this.'),
  })
  .strict();
