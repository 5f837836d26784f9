import { z } from 'zod';
import { HarnessError } from '../model.js';
import { THRESHOLDS_FILE } from '../thresholds.js';
import type { ChangedText } from './change.js';
import { type CaseView, loosenedBars, loosenedIn, viewOf } from './loosened.js';

export const REASONS_FILE = 'eval/relaxations.json';
const OWED_FILE = 'eval/mutation-debt.json';

const said = z.string().trim().min(1);
const ReasonsSchema = z.array(z.object({ subject: said, reason: said, owner: said, date: z.string().regex(/^\d{4}-\d{2}-\d{2}$/) }).strict());
type Reason = z.infer<typeof ReasonsSchema>[number];

/** What a change has to explain. `reason` null: it does not, or no reason can. */
export interface Relaxation {
  readonly subject: string;
  readonly says: string;
  readonly reason: string | null;
}

const READERS = /^packages\/core\/src\/(evidence\/logs|rules)\/.+\.ts$/;
const NOT_READERS = /\.test\.ts$|^packages\/core\/src\/(?:evidence\/logs\/tools|rules)\/index\.ts$/;
const TEXT_CASE = /^packages\/core\/eval\/corpus\/.+\.json$/;
const REPOSITORY = /^fixtures\/corpus\/[^/]+\/[^/]+\//;
const LOG = /^fixtures\/logs\/[^/]+\/([a-z-]+)\.[^/]+\.log$/;
const RULE = /^(fixtures\/rules\/[^/]+\/[^/]+\/(block|ask|warn|note|ok)\.[^/]+)\//;

/** Everything about the change that a policy speaks of, with the reason that the same change gives for it. */
export function relaxationsIn(files: readonly ChangedText[]): Relaxation[] {
  const reasons = newReasons(files);
  const explained = (subject: string, says: string): Relaxation => ({ subject, says, reason: reasons.find((one) => subject === one.subject || subject.startsWith(`${one.subject}/`))?.reason ?? null });
  return [
    ...unpairedReaders(files).map(({ subject, says }) => explained(subject, says)),
    ...looserCases(files, explained),
    ...lostFixtures(files).map((subject) => explained(subject, 'is gone, and with it what it held')),
    ...newlyOwed(files).map((id) => explained(OWED_FILE, `declares ${id} a debt`)),
    ...looserBars(files).map((says) => explained(THRESHOLDS_FILE, says)),
  ];
}

/** An entry counts in the change that adds it, and only there. */
function newReasons(files: readonly ChangedText[]): Reason[] {
  const file = files.find(({ path }) => path === REASONS_FILE);
  if (file === undefined) return [];
  const before = new Set(reasonsIn(file.old).map((one) => JSON.stringify(one)));
  return reasonsIn(file.now).filter((one) => !before.has(JSON.stringify(one)));
}

function reasonsIn(text: string | null): Reason[] {
  const { success, data, error } = ReasonsSchema.safeParse(jsonOf(text ?? '[]', REASONS_FILE));
  if (!success) throw new HarnessError(`${REASONS_FILE}: ${error.issues.map(({ path, message }) => `${path.join('.')} ${message}`).join(', ')}`);
  return data;
}

/** A reader or a rule changes: a case that must stay clean and a case that must be found are to come with it. */
function unpairedReaders(files: readonly ChangedText[]): { subject: string; says: string }[] {
  const readers = files.filter(({ path }) => READERS.test(path) && !NOT_READERS.test(path));
  if (readers.length === 0) return [];
  const proofs = files.flatMap(proofIn);
  return readers.flatMap(({ path }) => {
    const area = READERS.exec(path)?.[1];
    const mine = proofs.filter((proof) => proof.area === null || proof.area === area);
    const missing = [...(mine.some(({ isClean }) => isClean) ? [] : ['a case that must stay clean']), ...(mine.some(({ isClean }) => !isClean) ? [] : ['a case that must be found'])];
    return missing.length === 0 ? [] : [{ subject: path, says: `changes without ${missing.join(' and ')}` }];
  });
}

/** What a new case proves, and of which area; null: of any, since a case of a corpus goes through all. */
interface Proof {
  readonly isClean: boolean;
  readonly area: string | null;
}

function proofIn({ path, old, now }: ChangedText): Proof[] {
  if (now === null) return [];
  if (TEXT_CASE.test(path) || (REPOSITORY.test(path) && path.endsWith('/case.json'))) {
    const view = viewOf(now);
    const before = old === null ? null : viewOf(old);
    const isNew = view !== null && (before === null || before.asked !== view.asked || before.isOpen !== view.isOpen);
    return isNew ? [{ isClean: view.isOpen, area: null }] : [];
  }
  if (old !== null) return [];
  const [log, rule] = [LOG.exec(path)?.[1], RULE.exec(path)?.[2]];
  if (log !== undefined) return [{ isClean: log === 'passed', area: 'evidence/logs' }];
  return rule === undefined ? [] : [{ isClean: rule === 'ok', area: 'rules' }];
}

function looserCases(files: readonly ChangedText[], explained: (subject: string, says: string) => Relaxation): Relaxation[] {
  const isCase = ({ path }: ChangedText) => TEXT_CASE.test(path) || (REPOSITORY.test(path) && path.endsWith('/case.json'));
  const touched = new Set(files.filter((file) => REPOSITORY.test(file.path) && file.old !== null && !isCase(file)).map(({ path }) => REPOSITORY.exec(path)?.[0] ?? ''));
  const side = (text: (file: ChangedText) => string | null) => files.filter(isCase).flatMap((file) => { const view = viewOf(text(file) ?? ''); return view === null ? [] : [view]; });
  const now = new Map(side((file) => file.now).map((view): [string, CaseView] => [view.id, view]));
  const found = side(({ old }) => old).flatMap((old) => {
    const view = now.get(old.id);
    const ways = view === undefined ? ['is gone'] : loosenedIn(old, view);
    return ways.length === 0 ? [] : [judged(old, ways.join(', '), explained)];
  });
  const seen = new Set(found.map(({ subject }) => subject));
  const reworked = [...touched].flatMap((folder) => {
    const id = folder.split('/')[3] ?? '';
    return seen.has(id) ? [] : [explained(id, 'judges something else')];
  });
  return [...found, ...reworked];
}

/** A debt that was declared can be paid; no reason hides it. */
function judged(old: CaseView, says: string, explained: (subject: string, says: string) => Relaxation): Relaxation {
  return old.isOwed ? { subject: old.id, says: `${says}, and hides a declared debt`, reason: null } : explained(old.id, says);
}

function lostFixtures(files: readonly ChangedText[]): string[] {
  const gone = files.filter(({ now }) => now === null).flatMap(({ path }) => (LOG.test(path) ? [path] : [RULE.exec(path)?.[1] ?? '']));
  const alive = new Set(files.filter(({ now }) => now !== null).flatMap(({ path }) => RULE.exec(path)?.[1] ?? []));
  return [...new Set(gone)].filter((subject) => subject !== '' && !alive.has(subject));
}

function looserBars(files: readonly ChangedText[]): string[] {
  const file = files.find(({ path }) => path === THRESHOLDS_FILE);
  if (file?.old == null) return [];
  return file.now === null ? ['is gone'] : loosenedBars(jsonOf(file.old, THRESHOLDS_FILE), jsonOf(file.now, THRESHOLDS_FILE));
}

/** What `eval:mutation` is told to overlook from now on. */
function newlyOwed(files: readonly ChangedText[]): string[] {
  const file = files.find(({ path }) => path === OWED_FILE);
  const ids = (text: string | null | undefined) => z.array(z.object({ id: z.string() })).catch([]).parse(jsonOf(text ?? '[]', OWED_FILE)).map(({ id }) => id);
  const before = ids(file?.old);
  // The change that brings the file itself declares what there is.
  return file?.old == null ? [] : ids(file.now).filter((id) => !before.includes(id));
}

function jsonOf(text: string, name: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new HarnessError(`${name} is not JSON`, { cause });
  }
}
