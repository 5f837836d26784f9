import { type Acceptance, acceptanceOf, unrelatedIn } from './acceptance.js';
import { type Anchor, anchorOf, commandsOf } from './anchor.js';
import { faultOfReading, faultText, openText, type Quoting, redText, stoppedText, undetectedText, weakenedText } from './feedback.js';
import type { Case, Gate, Look, Verdict } from './model.js';
import { isOver } from './queue.js';
import { isRed, readingOf } from './reading.js';
import { hasPassed, keepPass } from './receipts.js';
import { fingerprintOf } from './verdicts.js';
import { isDenied, NO_WEAKENING, type Weakening, weakeningOf } from './weakening.js';

/** What is asked: may the goal be completed, or is the work as it stands well? A turn may end with a plan half done. */
export type Asked = 'completion' | 'turn-end';

interface Scene {
  readonly one: Case;
  readonly anchor: Anchor;
  readonly gate: Gate;
  readonly asked: Asked;
  readonly signal: AbortSignal;
}

/** A verdict, and the files that it is about; null: nobody can tell which. */
export interface Judged {
  readonly verdict: Verdict;
  readonly fingerprint: string | null;
}

/** Verifies the workspace of a goal by what was anchored for it. Never says `pass` unless each command ran and ended with 0. */
export async function verdictOn(one: Case, gate: Gate, asked: Asked, signal: AbortSignal): Promise<Judged> {
  const unknown: Judged = { verdict: stopped(), fingerprint: null };
  try {
    return await gate.queue.run(one.workspace, signal, async () => {
      const scene: Scene = { one, anchor: await anchorOf(one, gate), gate, asked, signal };
      const verdict = await verdictIn(scene);
      // After the run: the checks themselves may have written something.
      const fingerprint = isOver(signal) ? null : await fingerprintOf(one, gate);
      return isOver(signal) ? unknown : { verdict, fingerprint };
    });
  } catch (error) {
    if (isOver(signal)) return unknown;
    throw error;
  }
}

async function verdictIn(scene: Scene): Promise<Verdict> {
  const { one, anchor, gate: { around }, asked } = scene;
  if (around.project(one.workspace) === null) return fault(scene, 'verify', `needs the folder ${one.workspace}, which is not there`, 'bring the workspace back, or open the session in a folder that exists');
  const look = await around.look(one);
  try {
    const commands = commandsOf(anchor, around);
    const weakening = look === null ? NO_WEAKENING : await weakeningOf(one, anchor, look, commands, around);
    if (weakening.denied.length > 0) return { is: 'weakened', text: weakenedText(weakening.denied, weakening.drift) };
    const red = await runAll(scene, commands, look, true);
    if (red !== null) return red;
    const plan = asked === 'completion' ? await acceptanceOf(one, anchor, look, around) : null;
    if (plan !== null && (plan.open.length > 0 || plan.gone.length > 0)) return { is: 'open', text: openText(plan) };
    const more = plan?.commands.filter((command) => !commands.includes(command)) ?? [];
    const failed = await runAll(scene, more, look, false);
    if (failed !== null) return failed;
    const notes = [...named(weakening), ...(await judgedNotes(scene, plan))];
    if (commands.length + more.length > 0) return { is: 'pass', notes };
    return anchor.criteria.onUndetected === 'deny' ? { is: 'undetected', text: undetectedText(one.workspace) } : { is: 'nothing', notes };
  } finally {
    look?.release();
  }
}

/** null: all of them passed, now or before on the very same files. */
async function runAll(scene: Scene, commands: readonly string[], look: Look | null, isOwn: boolean): Promise<Verdict | null> {
  const { one, gate } = scene;
  if (commands.length === 0 || hasPassed(one, commands, look, gate)) return null;
  for (const command of commands) {
    const verdict = await runOne(scene, command, isOwn);
    if (verdict !== null) return verdict;
  }
  await keepPass(one, commands, look, gate);
  return null;
}

async function runOne(scene: Scene, command: string, isOwn: boolean): Promise<Verdict | null> {
  const { one, anchor, gate: { settings, around }, signal } = scene;
  if (isOver(signal)) return stopped();
  const quoting = quotingOf(scene);
  // A command that the plan names was written by the model: it gets no more rights than the model has.
  const order = { command, workspace: one.workspace, session: one.session, timeoutMs: settings.timeoutMs, env: settings.env, mode: isOwn ? settings.sandboxMode : null };
  let outcome;
  try {
    outcome = await around.run(order, signal);
  } catch (error) {
    if (isOver(signal)) return stopped();
    const { why, remedy } = faultOfError(error);
    return fault(scene, command, why, remedy);
  }
  if (outcome.aborted || isOver(signal)) return stopped();
  const reading = readingOf(command, outcome, one.workspace, around.now());
  const isConfigured = isOwn && anchor.criteria.commands !== null;
  const cannot = isRed(reading) ? faultOfReading(reading, isConfigured, quoting) : null;
  if (cannot !== null) {
    around.tell(cannot.split('\n').slice(0, 4).join(' '));
    return { is: 'fault', text: cannot };
  }
  const isWell = !isRed(reading) && !reading.findings.some((finding) => isDenied(finding, anchor.criteria.policy));
  return isWell ? null : { is: 'red', text: redText(reading, quoting) };
}

function faultOfError(error: unknown): { why: string; remedy: string } {
  const { code, message } = error as { code?: unknown; message?: unknown };
  const said = typeof message === 'string' ? message : String(error);
  if (code === 'SANDBOX_UNAVAILABLE') return { why: `was not started, since the sandbox is not available: ${said}`, remedy: 'make bubblewrap or Landlock available, or set `sandboxMode` in the row `verifier` of cordis.patch.yml' };
  return { why: `was not started: ${said}`, remedy: 'look at the workspace and at the shell of the harness' };
}

function fault(scene: Scene, command: string, why: string, remedy: string): Verdict {
  const text = faultText(command, why, remedy, '', quotingOf(scene));
  scene.gate.around.tell(text.split('\n').slice(0, 4).join(' '));
  return { is: 'fault', text };
}

const quotingOf = ({ gate: { settings } }: Scene): Quoting => ({ tail: settings.outputTailChars, env: settings.env });

const stopped = (): Verdict => ({ is: 'stopped', text: stoppedText() });

const named = ({ named: findings }: Weakening): string[] => [...new Set([...unrelatedIn(findings), ...findings.map(({ message, rule }) => `${message} [${rule}]`)])];

/** What is left to judgement is listed; where a judge is there, with its opinion. */
async function judgedNotes({ one, gate: { around }, signal }: Scene, plan: Acceptance | null): Promise<string[]> {
  if (plan === null || plan.forJudge.length === 0) return [];
  const judge = around.judge();
  if (judge === null) return plan.forJudge.map((item) => `for a judge: ${item}`);
  try {
    const opinions = await judge.judge({ items: plan.forJudge, task: one.task, workspace: one.workspace }, signal);
    return opinions.map(({ item, met, why }) => `${met ? 'met' : 'not met'}, says the judge: ${item}: ${why}`);
  } catch (error) {
    around.tell(`the judge failed: ${error instanceof Error ? error.message : String(error)}`);
    return plan.forJudge.map((item) => `for a judge: ${item}`);
  }
}
