import { check } from '../check.js';
import { openDiff } from '../evidence/diff/index.js';
import { openTranscript } from '../evidence/logs/index.js';
import { readInto, readText } from '../gather/read-text.js';
import { finalOf } from '../judge/index.js';
import { exitCodeOf } from './exit-code.js';
import type { CheckOptions } from './options.js';
import { print } from './print.js';
import { syntaxFor } from './syntax-for.js';

/** Judges the texts that were handed over; runs nothing and reads no configuration. Gives the exit code. */
export async function runDirect(options: CheckOptions): Promise<number> {
  const task = options.task ?? (options.taskFile === undefined ? '' : readText(options.taskFile, '--task-file'));
  const report = options.report ?? (options.reportFile === undefined ? '' : readText(options.reportFile, '--builder-report-file'));

  const reader = openDiff();
  if (options.diff !== undefined) reader.write(options.diff);
  else if (options.diffFile !== undefined) readInto(options.diffFile, '--diff-file', (chunk) => { reader.write(chunk); });
  const diff = reader.close();

  const transcript = openTranscript();
  if (options.logs !== undefined) transcript.write(options.logs);
  else if (options.logsFile !== undefined) readInto(options.logsFile, '--verify-logs-file', (chunk) => { transcript.write(chunk); });
  const runs = transcript.close();

  const syntax = await syntaxFor(diff);
  const judgement = check({ task, diff, report, runs, syntax, workspace: false, findings: [], now: new Date().toISOString() });
  await print(judgement, options);
  return exitCodeOf(finalOf(judgement.verdict.verdict, diff.files.length > 0), options.failOn);
}
