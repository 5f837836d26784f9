import path from 'node:path';
import { isTracked, type Repository, type TreeWatch } from '../../gather/git/index.js';
import { commandDigest, fieldsDigest, isSampled, type Owner, surroundings, tryLock, unlock, waitForLock } from '../../gather/receipts/index.js';
import type { CommandResult, Notice, Receipt, ReceiptFields, Redacted } from '../../model/index.js';
import { HOME } from '../../store/index.js';
import { openShelf, type ReceiptShelf } from '../../store/receipts.js';
import { VERSION } from '../../version.js';
import { isRemembered, isSameResult } from './remembered.js';
import { reuseFindings } from './reuse-findings.js';
import type { Settings } from './settings.js';

export const NO_TREE = 'a part of the tree has no hash, since there is an open merge, a repository inside, or a file that cannot be read';

/** Answers commands from what is remembered, and remembers. */
export interface Reuse {
  /** `real` runs the command, `look` says whether the tree is another one since the last look. null: an interrupt came while it waited. */
  answer(command: string, real: () => Promise<CommandResult>, look: () => Promise<boolean>): Promise<Answer | null>;
  findings(): Notice[];
}

export interface Answer {
  readonly result: CommandResult;
  readonly isReused: boolean;
}

export interface ReuseContext {
  readonly repo: Repository;
  readonly watch: TreeWatch;
  readonly settings: Settings;
  readonly runId: string;
  /** When this check began: what was remembered since was run by another one at the same time. */
  readonly started: Date;
  readonly now: () => Date;
  readonly isInterrupted: () => boolean;
  readonly clean: (value: unknown) => Redacted;
}

/** Everything that one command is remembered by. */
interface Place {
  readonly fields: ReceiptFields;
  readonly digest: string;
  readonly shelf: ReceiptShelf;
  readonly lock: string;
}

/** Looks around once; the tree is asked for anew after a command changed it. */
export async function openReuse(context: ReuseContext): Promise<Reuse> {
  const { repo, watch, settings, runId, started, now, isInterrupted, clean } = context;
  const sample = settings.reuse?.sample ?? 0;
  const around = surroundings(repo, settings.env, settings.reuse?.env ?? [], VERSION);
  const used: Receipt[] = [];
  const voided: Receipt[] = [];
  // Both at once: each is a process of git.
  let tree: Promise<string | null> | null = watch.treeHash();
  const [why] = await Promise.all([obstacle(repo, settings), tree]);
  let wholeTree = true;
  let count = 0;

  async function answer(command: string, real: () => Promise<CommandResult>, look: () => Promise<boolean>): Promise<Answer | null> {
    const place = why === null ? await placeOf(command) : null;
    if (place === null) {
      const result = await real();
      await see(look);
      return { result, isReused: false };
    }
    const found = await findOrLock(place);
    if (found === null) return null;
    if ('answer' in found) {
      used.push(found.answer);
      const { result } = found.answer;
      return { result: { ...result, command, run: { ...result.run, command } }, isReused: true };
    }
    try {
      const result = await real();
      const isAltered = await see(look);
      if (!isInterrupted()) keep(place, result, isAltered, found.known, found.token);
      return { result, isReused: false };
    } finally {
      unlock(place.lock, found.owner);
    }
  }

  async function placeOf(command: string): Promise<Place | null> {
    const hash = await (tree ??= watch.treeHash());
    wholeTree &&= hash !== null;
    if (hash === null) return null;
    const fields = { ...around, tree: hash, command: commandDigest(command) };
    const digest = fieldsDigest(fields);
    const shelf = openShelf(repo.workspace, fields.command);
    return { fields, digest, shelf, lock: path.join(shelf.folder, `${digest}.lock`) };
  }

  /** A receipt that answers, or the right to run the command for all that wait; null at an interrupt. */
  async function findOrLock({ fields, digest, shelf, lock }: Place): Promise<{ answer: Receipt } | { known: Receipt | null; owner: Owner; token: string } | null> {
    count += 1;
    const token = `${runId}.${count}`;
    const isNew = ({ created }: Receipt) => Date.parse(created) >= started.getTime();
    for (;;) {
      const known = readAt(shelf, digest);
      if (known !== null && (isNew(known) || !isSampled(fields, sample))) return { answer: known };
      if (isInterrupted()) return null;
      const owner = tryLock(lock, token);
      if (owner !== null) {
        // Between the look and the lock another one may have come to its end.
        const latest = readAt(shelf, digest);
        if (latest === null || latest.created === known?.created) return { known, owner, token };
        unlock(lock, owner);
        return { answer: latest };
      }
      const waited = await waitForLock(lock, isInterrupted);
      const shared = waited === null ? null : shelf.readShared(waited);
      if (shared !== null) return { answer: shared };
    }
  }

  async function see(look: () => Promise<boolean>): Promise<boolean> {
    const isAltered = await look();
    if (isAltered) tree = null;
    return isAltered;
  }

  function keep({ fields, digest, shelf }: Place, result: CommandResult, isAltered: boolean, known: Receipt | null, token: string): void {
    const receipt = { fields, created: now().toISOString(), runId, result };
    try {
      const isGood = !isAltered && isRemembered(result);
      if (known !== null && (!isGood || !isSameResult(known.result, result))) {
        shelf.void();
        voided.push(known);
      }
      if (isGood) shelf.write(digest, receipt, clean);
      else shelf.share(token, receipt, clean);
    } catch {
      // A disk that is full remembers nothing: the next check runs the command again.
    }
  }

  return { answer, findings: () => reuseFindings({ why: why ?? (wholeTree ? null : NO_TREE), used, voided }) };
}

/** What lies there under the name of other fields is none. */
function readAt(shelf: ReceiptShelf, digest: string): Receipt | null {
  const receipt = shelf.read(digest);
  return receipt !== null && fieldsDigest(receipt.fields) === digest ? receipt : null;
}

/** Why nothing is answered from memory here; null when nothing speaks against it. */
export async function obstacle(repo: Repository, { results }: Settings): Promise<string | null> {
  if (results.length > 0) return 'result files are asked for, and only a run writes them';
  // What a checkout brings along was written by whoever made the change.
  return (await isTracked(repo, `${repo.prefix}${HOME}`)) ? `git tracks files in ${HOME}, and a change must not bring its own receipts` : null;
}
