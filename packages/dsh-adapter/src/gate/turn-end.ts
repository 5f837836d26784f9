import type { Case, Gate, Verdict } from './model.js';
import { steerText } from './feedback.js';
import { isOver } from './queue.js';
import { fingerprintOf, keptVerdict, keepVerdict } from './verdicts.js';
import { verdictOn } from './verification.js';

/** What an agent was told in its turn. It lives as long as the agent. */
export interface Told {
  turn: number;
  steers: number;
  /** The files that it was told of; null: nobody knows which. */
  fingerprint: string | null;
  /** A completion was denied, and nothing was said since. */
  hasJustDenied: boolean;
}

export const newTold = (): Told => ({ turn: -1, steers: 0, fingerprint: null, hasJustDenied: false });

/** The words that send the agent back to work; null: let the turn end. */
export async function turnEndText(one: Case, told: Told, turn: number, gate: Gate, signal: AbortSignal): Promise<string | null> {
  const { settings, around } = gate;
  if (told.turn !== turn) Object.assign(told, { turn, steers: 0, fingerprint: null });
  const wasDenied = told.hasJustDenied;
  told.hasJustDenied = false;
  if (told.steers >= settings.maxTurnEndRetries) return null;
  const last = keptVerdict(one, around);
  const fingerprint = last === null ? null : await fingerprintOf(one, gate);
  if (isOver(signal)) return null;
  const isUnchanged = fingerprint !== null && last?.fingerprint === fingerprint;
  if (wasDenied && (isUnchanged || fingerprint === null)) return null;
  // The same files were judged before: who was told of it in this turn and goes on claiming is told again, without another run.
  if (isUnchanged) return told.steers > 0 && told.fingerprint === fingerprint && last.text !== null ? said(last.text, told, fingerprint) : null;
  const judged = await verdictOn(one, gate, 'turn-end', signal);
  if (isOver(signal) || judged.verdict.is === 'stopped') return null;
  keepVerdict(one, judged.verdict, judged.fingerprint, 'turn-end', around);
  return isWork(judged.verdict) ? said(judged.verdict.text, told, judged.fingerprint) : null;
}

function said(text: string, told: Told, fingerprint: string | null): string {
  told.steers += 1;
  told.fingerprint = fingerprint;
  return steerText(text);
}

/** Something that the model can do. A fault of the set-up is for a person. */
function isWork(verdict: Verdict): verdict is Extract<Verdict, { readonly text: string }> {
  return verdict.is === 'red' || verdict.is === 'weakened' || verdict.is === 'open';
}
