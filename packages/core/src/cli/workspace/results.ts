import { openResult } from '../../evidence/logs/results.js';
import { readInto } from '../../gather/read-text.js';
import { findResults } from '../../gather/results/index.js';
import type { Notice, NoticeId, Run } from '../../model/index.js';
import { briefly } from '../../text/one-line.js';

/** What the result files of the checks say, and what is to be said of the files themselves. */
export interface Results {
  readonly runs: readonly Run[];
  readonly findings: readonly Notice[];
}

/** Reads the files that the globs name. `started`: a file that is older was not written by this run and is refused. */
export function readResults(globs: readonly string[], workspace: string, started: Date, ran: readonly Run[]): Results {
  const runs: Run[] = [];
  const findings: Notice[] = [];
  const seen = new Set<string>();
  const say = (rule: NoticeId, message: string, evidence: string) => { findings.push({ rule, effect: 'ask', source: 'verify_logs', message, evidence }); };
  for (const glob of globs) {
    const files = findResults(workspace, glob, '--results', started.getTime());
    if (files.length === 0) say('run/results-missing', `No file matches the results ${briefly(glob)}. Let the checks write them, or correct the glob`, glob);
    for (const { path, absolute, isOld } of files) {
      if (seen.has(path)) continue;
      seen.add(path);
      if (isOld) {
        say('run/results-old', `The result file ${briefly(path)} is older than this run and was not read. Let a check write it again`, path);
        continue;
      }
      const reader = openResult(path);
      readInto(absolute, '--results', (chunk) => { reader.write(chunk); });
      const run = reader.close();
      if (run) runs.push(isCounted(ran) ? withoutSoft(run) : run);
      else say('run/results-unread', `The result file ${briefly(path)} is in no known format. Name JUnit XML, TAP, CTRF, SARIF, TRX or the json of a test runner`, path);
    }
  }
  return { runs, findings };
}

// What a log has counted is not counted again from the file that says the same.
const isCounted = (runs: readonly Run[]): boolean => runs.some(({ facts }) => facts.some(({ kind }) => kind === 'totals'));

const withoutSoft = (run: Run): Run => ({
  ...run,
  facts: run.facts.flatMap((fact) => (fact.kind === 'soft' ? [] : [fact.kind === 'totals' ? { ...fact, skipped: 0 } : fact])),
});
