import { NOT_YET } from './feedback.js';
import type { Case, Gate, Surroundings } from './model.js';
import type { Told } from './turn-end.js';
import { keepVerdict } from './verdicts.js';
import { verdictOn } from './verification.js';

/** Why the goal may not be completed; null: it may. */
export async function denialOf(one: Case, told: Told, gate: Gate, signal: AbortSignal): Promise<string | null> {
  const { around } = gate;
  const { verdict, fingerprint } = await verdictOn(one, gate, 'completion', signal);
  if (verdict.is === 'stopped') return verdict.text;
  keepVerdict(one, verdict, fingerprint, 'completion', around);
  if ('text' in verdict) {
    told.hasJustDenied = true;
    return verdict.text;
  }
  for (const note of verdict.notes) around.tell(`goal ${one.goal}: ${note}`);
  return null;
}

/** A fault of the gate itself is a denial, too. */
export function failureText(error: unknown, { tell }: Surroundings): string {
  const said = error instanceof Error ? error.message : String(error);
  tell(`the gate failed: ${error instanceof Error ? (error.stack ?? said) : said}`);
  return `Verification could not run: ${NOT_YET}. The gate itself failed: ${said.slice(0, 300)}. Leave source and tests as they are. If it fails again, call update_goal with action "blocked" and give this reason.`;
}
