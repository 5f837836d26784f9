import type { Case, Gate } from './model.js';
import { NOT_YET } from './feedback.js';
import type { Told } from './turn-end.js';
import { fingerprintOf, keepVerdict } from './verdicts.js';
import { verdictOn } from './verification.js';

/** Why the goal may not be completed; null: it may. A fault of the gate itself is a denial, too. */
export async function denialOf(one: Case, told: Told, gate: Gate, signal: AbortSignal): Promise<string | null> {
  const { around } = gate;
  try {
    const verdict = await verdictOn(one, gate, 'completion', signal);
    if (!('text' in verdict)) {
      keepVerdict(one, verdict, null, 'completion', around);
      for (const note of verdict.notes) around.tell(`goal ${one.goal}: ${note}`);
      return null;
    }
    if (verdict.is === 'stopped') return verdict.text;
    told.hasJustDenied = true;
    keepVerdict(one, verdict, await fingerprintOf(one, gate), 'completion', around);
    return verdict.text;
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error);
    around.tell(`the gate failed: ${error instanceof Error ? (error.stack ?? said) : said}`);
    return `Verification could not run: ${NOT_YET}. The gate itself failed: ${said.slice(0, 300)}. Leave source and tests as they are. If it fails again, call update_goal with action "blocked" and give this reason.`;
  }
}
