import { type Environment, takeSnapshot, watchTree } from '../gather/git/index.js';
import { commandDigest, fieldsDigest, surroundings } from '../gather/receipts/index.js';
import { type Receipt, type ReceiptFields, UsageError } from '../model/index.js';
import { HOME } from '../store/index.js';
import { clearReceipts, receiptsIn } from '../store/receipts.js';
import { createRedactor } from '../text/redact/index.js';
import { shown } from '../text/shown.js';
import { VERSION } from '../version.js';
import { differences, type FieldDifference } from './receipt-differences.js';
import { readWords } from './words.js';
import { openPlanned, plannedOptions } from './workspace/planned.js';
import { NO_TREE, obstacle } from './workspace/reuse.js';

/** Of one command: whether it would be answered, and by or against which receipt. */
interface Why {
  readonly command: string;
  readonly answered: boolean;
  readonly run_id: string | null;
  readonly created: string | null;
  readonly differences: readonly FieldDifference[];
  readonly reason: string | null;
}

const NONE = 'nothing is remembered of it: it did not pass here yet, or it failed, timed out, skipped something, checked nothing, or changed the workspace';

/** `verifier receipts list|why|clear`. Errors: UsageError, GatherError. */
export async function receiptsText(args: readonly string[], cwd: string, env: Environment): Promise<string> {
  const [word, ...rest] = args;
  if (word === 'list') return listText(rest, cwd, env);
  if (word === 'why') return whyText(rest, cwd, env);
  if (word === 'clear') return clearText(rest, cwd);
  throw new UsageError(`verifier receipts takes list, why or clear${word === undefined ? '' : `, not ${JSON.stringify(word.slice(0, 60))}`}`);
}

function listText(args: readonly string[], cwd: string, env: Environment): string {
  const { json, workspace } = readWords('receipts list', args, 0, cwd);
  const receipts = receiptsIn(workspace);
  const { redact, redactJson } = createRedactor({ env });
  if (json) return `${redactJson({ schemaVersion: 1, receipts: receipts.map(({ fields, created, runId, result }) => ({ command: result.command, created, run_id: runId, tree: fields.tree, duration_ms: result.exit.durationMs })) })}\n`;
  if (receipts.length === 0) return 'Nothing is remembered here.\n';
  return redact(receipts.map(({ fields, created, runId, result }) => `${created}  tree ${fields.tree.slice(0, 12)}  run ${runId}  ${lineOf(result.command)}\n`).join(''));
}

function clearText(args: readonly string[], cwd: string): string {
  const { json, workspace } = readWords('receipts clear', args, 0, cwd);
  const cleared = clearReceipts(workspace);
  return json ? `{"schemaVersion":1,"cleared":${cleared}}\n` : `${cleared} receipt${cleared === 1 ? '' : 's'} cleared.\n`;
}

async function whyText(args: readonly string[], cwd: string, env: Environment): Promise<string> {
  const options = plannedOptions('receipts why', args);
  const { repo, settings, groups } = await openPlanned({ ...options, reuse: true }, cwd, env);
  const snapshot = await takeSnapshot(repo, [`${HOME}/`, `${repo.prefix}${HOME}/`]);
  let tree: string | null;
  try {
    tree = await watchTree(repo, snapshot).treeHash();
  } finally {
    snapshot.shadow.dispose();
  }
  const around = surroundings(repo, settings.env, settings.reuse?.env ?? [], VERSION);
  const against = (await obstacle(repo, settings)) ?? (tree === null ? NO_TREE : null);
  const all = groups.flat().map(({ command }) => whyOf(command, tree === null || against !== null ? (against ?? NO_TREE) : { ...around, tree, command: commandDigest(command) }, repo.workspace));
  const { redact, redactJson } = createRedactor({ env: settings.secrets });
  if (options.format === 'json') return `${redactJson({ schemaVersion: 1, commands: all }, options.pretty ? 2 : 0)}\n`;
  return redact(all.length === 0 ? 'No command would be run here.\n' : all.map(textOf).join(''));
}

function whyOf(command: string, fields: ReceiptFields | string, workspace: string): Why {
  const none = { command, answered: false, run_id: null, created: null, differences: [] };
  if (typeof fields === 'string') return { ...none, reason: fields };
  const receipts = receiptsIn(workspace, fields.command);
  const exact = receipts.find((receipt) => fieldsDigest(receipt.fields) === fieldsDigest(fields));
  const told = (receipt: Receipt) => ({ command, run_id: receipt.runId, created: receipt.created, reason: null });
  if (exact !== undefined) return { ...told(exact), answered: true, differences: [] };
  const [nearest] = receipts.map((receipt) => ({ receipt, found: differences(receipt.fields, fields) })).sort((one, other) => one.found.length - other.found.length);
  return nearest === undefined ? { ...none, reason: NONE } : { ...told(nearest.receipt), answered: false, differences: nearest.found };
}

function textOf({ command, answered, run_id, created, differences: found, reason }: Why): string {
  const head = `${lineOf(command)}\n`;
  if (reason !== null) return `${head}  would be run: ${reason}\n`;
  if (answered) return `${head}  would be answered from run ${run_id ?? ''}, ${created ?? ''}\n`;
  const rows = found.map(({ field, then, now }) => `    ${shown(field)}: ${then ?? 'not there'} then, ${now ?? 'not there'} now\n`);
  return `${head}  would be run: the nearest receipt, of run ${run_id ?? ''}, ${created ?? ''}, differs in\n${rows.join('')}`;
}

const lineOf = (command: string): string => shown(command).replaceAll('\t', ' ');
