import type { Judgement, Redacted } from '../../model/index.js';
import { renderReport } from '../../report/index.js';
import type { Artifacts } from '../../store/index.js';
import { redactValue } from '../../text/redact/index.js';
import type { Change } from './change.js';
import type { Checks } from './checks.js';
import type { Settings } from './settings.js';
import type { Tried } from './trials.js';

/** The files of a run, nothing secret left in any of them. */
export function artifactsOf(judgement: Judgement, { task, report, secrets }: Settings, { patch }: Pick<Change, 'patch'>, { transcript, ran, marks }: Checks, tried: Tried | null, hide: (text: string) => Redacted): Artifacts {
  const clean = redactValue(judgement, { env: secrets });
  return {
    'intent.txt': hide(task),
    'diff.patch': hide(patch),
    'verify-logs.txt': hide(transcript),
    'builder-report.md': hide(report),
    'report.md': hide(renderReport('markdown', clean)),
    'findings.json': hide(`${JSON.stringify({ schemaVersion: 1, findings: clean.findings, commands: ran.map(({ command }, at) => ({ command, marks: marks[at] ?? [] })), ...(tried === null ? {} : { trials: tried.told }) }, null, 2)}\n`),
    ...(tried === null ? {} : { 'trial-logs.txt': hide(tried.transcript) }),
    'verdict.json': hide(renderReport('json', clean, { pretty: true })),
  };
}
