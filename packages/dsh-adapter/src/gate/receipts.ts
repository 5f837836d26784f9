import type { Settings } from '../config.js';
import type { Case, Gate, Look, Surroundings } from './model.js';

/** That these commands passed on these files, for this goal. */
interface Receipt {
  readonly version: 1;
  readonly commands: readonly string[];
  readonly fingerprint: string;
  readonly tree: string;
  readonly at: string;
}

/** Whether the same commands, run the same way, have passed on the very same files. */
export function hasPassed(one: Case, commands: readonly string[], look: Look | null, { settings, around }: Gate): boolean {
  if (look === null || look.fingerprint === null) return false;
  const kept = around.shelf.read(receiptName(one, commands, settings, around)) as Receipt | null;
  return kept?.version === 1 && kept.fingerprint === look.fingerprint;
}

/** Keeps the pass for the files as they are now, provided that they are those that were verified: nobody changed them meanwhile. */
export async function keepPass(one: Case, commands: readonly string[], before: Look | null, { settings, around }: Gate): Promise<void> {
  if (before === null) return;
  const after = await around.look(one);
  try {
    if (after === null || after.fingerprint === null || after.tree !== before.tree) return;
    const receipt: Receipt = { version: 1, commands, fingerprint: after.fingerprint, tree: after.tree, at: around.now() };
    around.shelf.write(receiptName(one, commands, settings, around), receipt);
  } finally {
    after?.release();
  }
}

function receiptName({ goal, workspace }: Case, commands: readonly string[], { env, sandboxMode }: Settings, { digest }: Surroundings): string {
  return `goals/${goal}/pass-${digest(JSON.stringify([workspace, commands, env, sandboxMode]))}`;
}
