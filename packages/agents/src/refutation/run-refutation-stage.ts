import { type Claim, type Refutation, type RunMeta, type StageEvidence, type StageFinding, withSeverity } from '@verifier/core';
import { askFor, MAX_TOKENS, withAgent } from '../ask.js';
import { SHOWN, shownOf } from '../prompt/cut.js';
import type { AuthorizeCommand } from '../run/types.js';
import { contextOf, observation, type StageContext, type StageOptions } from '../stage/context.js';
import { writeOnce } from '../stage/run-folder.js';
import { lineOf, textOf } from '../stage/words.js';
import { REFUTER_SYSTEM, refuterAsk, refuterData } from './prompt.js';
import { runReproduction } from './run-command.js';
import { type RefuterOutput, RefuterSchema } from './schema.js';

const LONGEST_COMMAND = 4000;
/** No secret that is told by its shape is longer than this on one line. */
const LONGEST_TAIL = 4096;

export interface RefutationInput {
  readonly findings: readonly StageFinding[];
  /** The change, and what surrounds it. */
  readonly code: string;
  readonly claims: readonly Claim[];
}

export interface RefutationOptions extends StageOptions {
  /** Without it no proposed command is run. */
  readonly authorizeCommand?: AuthorizeCommand | undefined;
  readonly commandTimeoutMs?: number | undefined;
}

export interface RefutationResult {
  /** All findings, in their order, and what a reader should know behind them. */
  readonly findings: readonly StageFinding[];
  readonly evidence: readonly StageEvidence[];
  readonly runMeta: RunMeta;
}

interface Judged {
  readonly finding: StageFinding;
  readonly evidence: readonly StageEvidence[];
}

/** Stage 4, the gate: what was only said is doubted once; what was reproduced passes. Serves stages 3 and 5. Errors: StageError when the provider fails. */
export async function runRefutationStage({ findings, code, claims }: RefutationInput, meta: RunMeta, options: RefutationOptions = {}): Promise<RefutationResult> {
  const context = contextOf(meta, options);
  const seen = shownOf('the code for the refuter', context.redactor.redact(code), SHOWN.diff + SHOWN.code);
  const notes = new Set<string>(seen.cut === null ? [] : [seen.cut]);
  const judged: Judged[] = [];
  let runMeta: RunMeta = { ...meta, stagesExecuted: meta.stagesExecuted.includes('stage4') ? meta.stagesExecuted : [...meta.stagesExecuted, 'stage4'] };
  for (const finding of findings) {
    if (!needsRefutation(finding)) {
      judged.push({ finding, evidence: [] });
      continue;
    }
    const asked = await askFor(context.transport, { name: 'refutation', schema: RefuterSchema, system: REFUTER_SYSTEM, data: refuterData(seen), ask: refuterAsk(finding), maxTokens: MAX_TOKENS.refuter, signal: context.signal });
    runMeta = withAgent(runMeta, context.transport, 'refuter', asked.cost);
    if (asked.unpriced !== null) notes.add(asked.unpriced);
    if (asked.output === null) notes.add(`the refuter gave no usable answer to ${finding.id}, which stands: ${asked.problem ?? ''}`);
    judged.push(asked.output === null ? { finding: withOutcome(finding, { attempted: true, outcome: 'skipped' }), evidence: [] } : await judgedBy(asked.output, finding, context, options));
  }
  return {
    findings: [...withSeverity(judged.map(({ finding }) => finding), claims), ...[...notes].map((note) => observation(context.numbers, 'system', note))],
    evidence: judged.flatMap(({ evidence }) => evidence),
    runMeta,
  };
}

/** Only an opinion about a defect that nobody has doubted yet. */
export function needsRefutation({ reproduced, category, refutation }: StageFinding): boolean {
  return !reproduced && category !== 'observation' && refutation.required && !refutation.attempted;
}

async function judgedBy({ outcome, reasoning, reproCommand }: RefuterOutput, finding: StageFinding, context: StageContext, options: RefutationOptions): Promise<Judged> {
  const notes = textOf(context.redactor, reasoning);
  const survived = withOutcome(finding, { attempted: true, outcome, notes });
  if (outcome === 'refuted' || reproCommand == null || reproCommand.trim() === '') return { finding: survived, evidence: [] };
  const refused = await refusalOf(reproCommand, finding, options);
  if (refused !== null) return { finding: withOutcome(survived, { notes: `${notes}\n${refused}`.trim() }), evidence: [] };
  const { evidence, confirmed } = await reproduced(reproCommand, context, options);
  const refutation = { reproConfirmed: confirmed, evidenceIds: [evidence.id] };
  return { finding: { ...withOutcome(survived, refutation), reproduced: confirmed, evidenceIds: [...survived.evidenceIds, evidence.id] }, evidence: [evidence] };
}

/** Why a proposed command is not run; null when the caller agreed to this exact string. */
async function refusalOf(command: string, finding: StageFinding, { authorizeCommand }: RefutationOptions): Promise<string | null> {
  if (authorizeCommand === undefined) return 'a command that would show it was proposed, and nobody is there to allow it';
  if (command.length > LONGEST_COMMAND || command.includes('\0')) return 'a command that would show it was proposed, and it is too long or holds a null byte';
  // Only the word itself: a truthy answer of a caller without types is none.
  const allowed: unknown = await authorizeCommand(command, finding);
  return allowed === true ? null : 'a command that would show it was proposed and not allowed';
}

async function reproduced(command: string, context: StageContext, { env = process.env, commandTimeoutMs }: RefutationOptions): Promise<{ evidence: StageEvidence; confirmed: boolean }> {
  const { redactor, numbers, root, signal } = context;
  const folder = context.runFolder();
  const { code, timedOut, output, dropped } = await runReproduction(command, root, { env, signal, timeoutMs: commandTimeoutMs });
  const ended = timedOut ? 'ended at the limit of time' : code === null ? 'ended by a signal' : `exit ${code}`;
  const id = numbers.evidence();
  const name = `refutation-${id}.txt`;
  writeOnce(folder, name, redactor.redact(`$ ${command}\n[${ended}${dropped === 0 ? '' : `, ${dropped} bytes more were not kept`}]\n${dropped === 0 ? output : wholeLines(output)}`));
  const confirmed = code === 0;
  return {
    confirmed,
    evidence: { id, kind: 'command-output', checkKind: 'runtime', summary: `${confirmed ? 'shows the defect' : 'does not show the defect'}: ${ended}`, path: name, reproducible: confirmed, command: lineOf(redactor, command) },
  };
}

/** Half a secret at the end of what was cut looks like none: the last line goes, or its end where that is long. */
const wholeLines = (output: string): string => output.slice(0, Math.max(output.lastIndexOf('\n') + 1, output.length - LONGEST_TAIL));

const withOutcome = (finding: StageFinding, more: Partial<Refutation>): StageFinding => ({ ...finding, refutation: { ...finding.refutation, ...more } });
