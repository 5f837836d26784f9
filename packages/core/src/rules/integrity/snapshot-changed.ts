import type { DiffFile, DiffLine, Evidence, Rule } from '../../model/index.js';
import { clean, count, productOf } from './explain.js';
import { found } from './finding.js';
import { addedIn, removedIn } from './lines.js';

const SNAPSHOT = /\.(?:snap|ambr|approved\.\w{1,6}|verified\.\w{1,6}|snap\.new)$|(?:^|\/)(?:__snapshots__|snapshots|__image_snapshots__|cassettes)\//i;
const GOLDEN = /\.golden(?:\.\w{1,6})?$|(?:^|\/)(?:golden|goldens|goldenfiles|expected|expectations)\/|(?:^|\/)testdata\/|(?:^|\/)(?:fixtures?|__fixtures__|test-data|test_data)\/[^\n]*(?:expected|output|golden|want|result)|(?:^|[/._-])expected[\w.-]*\.(?:json|txt|xml|ya?ml|html|csv|out|sql|md)$/i;
/** Tasks after which the output is what it was. */
const SAME: readonly string[] = ['refactor', 'performance', 'dependency'];
const ENTRY = /^(?:exports\[`|# name: |---\s*$|expression: |\s*snapshot\()/;

export const rule: Rule = {
  id: 'integrity/snapshot-changed',
  docs: {
    title: 'Stored expectations were changed',
    why: 'A snapshot or golden file that is made anew accepts whatever the code gives.',
    fix: 'Restore the stored output and fix the code, or say in the task that the output is to change.',
    since: '0.1.0',
  },
  *check(evidence) {
    const stored = evidence.diff.files.filter((file) => isStored(file) && isRewritten(file));
    const [first] = stored;
    if (first === undefined) return;
    const why = reasonAgainst(stored, evidence);
    if (why === null) return;
    const lines = stored.flatMap((file) => pairOf(file).map((line) => ({ file, line })));
    const what = SNAPSHOT.test(first.path) ? 'stored snapshot' : 'golden file';
    yield found(why.effect, `${count(stored.length, `${what} was`, `${what}s were`)} changed (regenerated, updated) in ${first.path}:${removedIn(first)[0]?.line.at ?? 0}, ${why.says}: \`${clean(lines[0]?.line.text ?? '', 60)}\` became \`${clean(lines[1]?.line.text ?? '', 60)}\`. Restore the expected output, or say in the task that it is to change`, lines);
  },
};

const isStored = (file: DiffFile): boolean => (SNAPSHOT.test(file.path) || (GOLDEN.test(file.path) && file.role !== 'source' && !/\.(?:go|rs|py|[cm]?[jt]sx?|java|rb|php|cs|kt)$/.test(file.path))) && file.change !== 'added' && file.change !== 'deleted' && !file.binary;

/** Stored values became others. New entries and lost ones are no rewrite. */
function isRewritten(file: DiffFile): boolean {
  const removed = removedIn(file).filter(({ line }) => isValue(line));
  const added = addedIn(file).filter(({ line }) => isValue(line));
  if (removed.length === 0) return false;
  const isPlain = !SNAPSHOT.test(file.path);
  const pairs = removed.filter((old) => added.some((now) => now.hunk === old.hunk && Math.abs(now.index - old.index) <= 12));
  // An entry that went as a whole went with its test.
  return pairs.length > 0 && (isPlain || !removed.every(({ line }) => ENTRY.test(line.text)) || pairs.some((old) => added.some((now) => nameOf(now.line) === nameOf(old.line))));
}

const isValue = ({ text }: DiffLine): boolean => text.trim() !== '' && !/^(?:\/\/ Jest Snapshot|\/\/ Vitest Snapshot|source:|assertion_line:|recorded_at|info:|created:|creator:|---$|\s*(?:date|Date|etag|x-request-id|User-Agent)\b)/.test(text);
const nameOf = ({ text }: DiffLine): string => /^exports\[`([^`]*)`\]/.exec(text)?.[1] ?? '';

function pairOf(file: DiffFile): DiffLine[] {
  const old = removedIn(file).find(({ line }) => isValue(line));
  const now = addedIn(file).find(({ line }) => isValue(line));
  return [old?.line, now?.line].filter((line) => line !== undefined);
}

/** Why the new output is not believed; null: the task asks for it, or the product explains it. */
function reasonAgainst(stored: readonly DiffFile[], { asks, diff, task, runs }: Evidence): { effect: 'block' | 'warn'; says: string } | null {
  const product = productOf(diff);
  const isUpdate = /\b(?:snapshots?|golden|fixtures?|expected (?:output|results?)|cassettes?|regenerat\w*|re-?record\w*)\b/i.test(task.slice(0, 20_000));
  const isSame = SAME.some((kind) => asks.has(kind as 'refactor')) && !asks.has('fix') && !asks.has('feature');
  const isExplained = explains(stored, product.added, product.removed);
  if (isSame && !isUpdate && !(asks.has('dependency') && !product.hasChange)) return { effect: isExplained && !asks.has('refactor') ? 'warn' : 'block', says: 'although the task asks for no other output' };
  const others = diff.files.some(({ role, path, change }) => (role === 'config' || role === 'lockfile' || role === 'data' || role === 'docs' || change === 'renamed') && !stored.some((file) => file.path === path));
  if (!product.hasChange && !isUpdate && !others) return { effect: asks.has('tests') && !asks.has('fix-check') ? 'warn' : 'block', says: 'although no product code was changed' };
  if (asks.has('fix-check') && !isExplained && !isUpdate) return { effect: 'block', says: 'to make a failing check green' };
  const updated = runs.some(({ facts }) => facts.some(({ text }) => /\b\d+ snapshots? (?:updated|written)\b/i.test(text)));
  return updated && !isUpdate && !isExplained ? { effect: 'warn', says: 'and the log says that snapshots were updated' } : null;
}

/** A text that the product has now, or has no more, stands in what was stored. */
function explains(stored: readonly DiffFile[], added: string, removed: string): boolean {
  const words = (text: string) => new Set([...text.matchAll(/[A-Za-z_][\w-]{2,}|\d+(?:\.\d+)?/g)].map(([word]) => word));
  const [came, went] = [words(added), words(removed)];
  return stored.every((file) => {
    const [now, old] = [words(addedIn(file).map(({ line }) => line.text).join('\n')), words(removedIn(file).map(({ line }) => line.text).join('\n'))];
    const fresh = [...now].filter((word) => !old.has(word));
    const gone = [...old].filter((word) => !now.has(word));
    return fresh.some((word) => came.has(word)) || gone.some((word) => went.has(word));
  });
}
