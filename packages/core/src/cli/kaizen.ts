import { GatherError, type Redacted, UsageError } from '../model/index.js';
import { kaizenResult } from '../adapters/kaizen-loop.js';
import type { Environment } from '../gather/git/index.js';
import { renderReport } from '../report/index.js';
import { openResultStore, type ResultArtifacts, type ResultStore } from '../store/result-store.js';
import { createRedactor, redactValue } from '../text/redact/index.js';
import { type Judged, judgePrompt } from './kaizen/judge.js';
import { logTextOf } from './kaizen/runs.js';
import { drain, readPromptFrom } from './kaizen/stdin.js';
import { partsOf, type Worktree, worktreeAt } from './kaizen/worktree.js';
import { writeOut } from './print.js';
import { interruption, listenForInterrupt } from './workspace/interrupt.js';

/**
 * kaizen-loop mode: reads a prompt from stdin, writes the result to KAIZEN_VERIFIER_RESULT_PATH and the same bytes to
 * stdout. The place of the result is made and checked before anybody's text is read. Gives the exit code; when it throws,
 * stdin was read as far as its writer went, stdout is empty and there is no result file.
 */
export async function checkPrompt(env: Environment = process.env): Promise<number> {
  const started = new Date();
  const interrupt = listenForInterrupt();
  let store: ResultStore | null = null;
  const abandon = () => { store?.abandon(); };
  process.once('exit', abandon);
  try {
    store = openResultStore(env['KAIZEN_VERIFIER_RESULT_PATH'] ?? '', env['KAIZEN_WORKSPACE_DIR'], process.cwd());
    const place = store;
    const text = await readPromptFrom(process.stdin, interrupt.signal);
    const worktree = await worktreeAt(place.workspace, env);
    const judged = await judgePrompt(text, started, async () => (worktree === null ? [] : partsOf(worktree, place)));
    const came = interrupt.came();
    if (came !== null) throw interruption(came);
    const { result, artifacts } = outputOf(judged, place, worktree, started, env);
    place.publish(artifacts, result);
    writeOut(result);
    return 0;
  } catch (error) {
    abandon();
    const came = interrupt.came();
    if (came === null) await drain(process.stdin);
    else process.stdin.destroy();
    throw plain(came === null ? error : interruption(came, error));
  } finally {
    process.off('exit', abandon);
    interrupt.release();
  }
}

function outputOf(judged: Judged, { workspace, artifactsDir }: ResultStore, worktree: Worktree | null, started: Date, env: Environment): { result: Redacted; artifacts: ResultArtifacts } {
  const { prompt, change, final } = judged;
  const completed = new Date();
  const { redact: hide, redactJson } = createRedactor({ env });
  const judgement = redactValue(judged.judgement, { env });
  const result = `${redactJson(kaizenResult(judgement, final, {
    id: `kaizen-${started.toISOString().replace(/\D/g, '').slice(0, 14)}-${process.pid}`,
    started_at: started.toISOString(),
    completed_at: completed.toISOString(),
    duration_ms: Math.max(0, completed.getTime() - started.getTime()),
    workspace,
    base_ref: env['BASE_SHA'] || (worktree?.base.ref ?? 'unknown'),
    head_ref: env['GITHUB_SHA'] || (worktree?.repo.shortCommit ?? 'unknown'),
    artifacts_dir: artifactsDir,
    changed_files: [...change.files],
    verify_commands: prompt.records.map(({ command, passed }) => ({ command, exit_code: passed ? 0 : null, signal: null, duration_ms: 0 })),
  }), 2)}\n` as Redacted;
  return {
    result,
    artifacts: {
      'intent.txt': hide(prompt.comments === '' ? prompt.task : `${prompt.task}\n\nComments:\n\n${prompt.comments}`),
      'diff.patch': hide(change.patch),
      'verify-logs.txt': hide(logTextOf(prompt)),
      'builder-report.md': hide(prompt.report),
      'report.md': hide(renderReport('markdown', { ...judgement, verdict: { ...judgement.verdict, final_verdict: final } })),
      'verdict.json': result,
    },
  };
}

/**
 * Without braces: when there is no result file, the loop takes any JSON object in stdout and stderr for the result, and a
 * message may quote the name of a file.
 */
function plain(error: unknown): Error {
  const message = (error instanceof Error ? error.message : String(error)).replace(/[{}]/g, '|');
  if (error instanceof UsageError) return new UsageError(message, { cause: error });
  return error instanceof GatherError ? new GatherError(message, { cause: error }) : new Error(message, { cause: error });
}
