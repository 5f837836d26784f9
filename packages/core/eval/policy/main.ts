import { parseArgs } from 'node:util';
import { GatherError, UsageError } from '../../src/model/errors.js';
import { HarnessError } from '../model.js';
import { ROOT } from '../options.js';
import { changeSince, type PolicyChange } from './change.js';
import { REASONS_FILE, relaxationsIn } from './policies.js';

/** `pnpm eval:relaxations [--base REF] [--root FOLDER]`. 0: all is explained; 1: something is not; 2: it could not be looked at. */
export async function relaxationsMain(words: readonly string[]): Promise<number> {
  try {
    const { base, root } = optionsOf(words);
    const change = await changeOrNothing(root ?? ROOT, base);
    if (change === null) return 0;
    const relaxations = relaxationsIn(change.files);
    const open = relaxations.filter(({ reason }) => reason === null);
    const lines = [
      ...relaxations.map(({ subject, says, reason }) => `${reason === null ? 'not explained' : 'explained'}: ${subject} ${says}${reason === null ? '' : `: ${reason}`}`),
      `${change.files.length} files differ from ${change.base}; ${relaxations.length} relaxations, ${open.length} not explained`,
      ...(open.length === 0 ? [] : [`An entry {subject, reason, owner, date} in ${REASONS_FILE}, added by the same change, explains one; docs/EVAL.md tells more.`]),
    ];
    process.stdout.write(`${lines.join('\n')}\n`);
    return open.length === 0 ? 0 : 1;
  } catch (error) {
    const known = error instanceof HarnessError || error instanceof GatherError || error instanceof UsageError;
    console.error(`eval:relaxations: ${known || !(error instanceof Error) ? (error as Error).message : (error.stack ?? error.message)}`);
    return 2;
  }
}

/** Without a history, or without one that reaches back, and without a base that was named, no change can be told. */
async function changeOrNothing(root: string, base: string | undefined): Promise<PolicyChange | null> {
  try {
    return await changeSince(root, base, process.env);
  } catch (error) {
    if (base !== undefined || !(error instanceof GatherError || error instanceof UsageError)) throw error;
    process.stdout.write(`nothing to compare with: ${error.message}\n`);
    return null;
  }
}

function optionsOf(words: readonly string[]): { base?: string | undefined; root?: string | undefined } {
  try {
    return parseArgs({ args: words.filter((word) => word !== '--'), options: { base: { type: 'string' }, root: { type: 'string' } } }).values;
  } catch (cause) {
    throw new HarnessError(cause instanceof Error ? cause.message : String(cause), { cause });
  }
}
