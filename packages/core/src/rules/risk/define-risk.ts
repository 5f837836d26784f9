import type { DiffFile, DiffModel, Docs, Effect, Evidence, Role, Rule } from '../../model/index.js';
import { redact } from '../../text/redact/index.js';
import { type Area, isCovered, isCoveredBy } from '../cover/index.js';
import { bitOf, isLarge, maskIn, masksOf } from './anchored.js';
import { anchorsOf } from './needle-words.js';
import { hitsOfSigns, type Sign } from './signs.js';
import { targetsOf } from './symbols.js';
import { type Changed, type View, viewOf } from './view.js';

/** One changed line that matters to a risk. */
export interface Hit {
  readonly change: Changed;
  /** What the change does, in the third person: `switches certificate checks off`. */
  readonly says: string;
  /** Without cover. `warn` where an ordinary change looks the same. Default `block`. */
  readonly effect?: 'block' | 'warn';
  /** No test can cover it: a committed secret, a downloaded install script. */
  readonly uncoverable?: boolean;
  /** For secrets: the data that may leak. Then only a check that speaks of them covers. */
  readonly data?: readonly string[];
}

export interface Risk {
  readonly id: string;
  /** As a reader says it: `auth/authz`. */
  readonly area: string;
  readonly docs: Docs;
  /** What to run, as an imperative: `Run a test that a refused caller gets 401 or 403`. */
  readonly todo: string;
  readonly cover: Area;
  /** Only changed lines that hold this are looked at by `signs`, and only files with one, or whose path holds it, at all. Without /g. */
  readonly anchor: RegExp;
  /** Roles beside `ROLES` that the rule looks at. */
  readonly alsoRoles?: readonly Role[];
  /** Lines around a change may be what it is about: the anchor is looked for in them as well. */
  readonly readsContext?: boolean;
  readonly signs?: readonly Sign[];
  /** What no single line shows. */
  find?(view: View & { readonly anchored: readonly Changed[] }, diff: DiffModel): Iterable<Hit>;
  /** A function that is new and that new tests call changes nothing that was there: with cover it is no warning. */
  readonly isFineWhenNew?: boolean;
  /** Reads a check's spoken name for the data of a hit. */
  speaks?(name: string, data: readonly string[]): boolean;
}

/** `patterns`: those of its signs. A function, so that the program that starts fast does not hold them. */
export interface RiskRule extends Rule {
  patterns(): readonly RegExp[];
}

interface Found {
  readonly file: DiffFile;
  readonly hit: Hit;
  readonly effect: Effect;
}

const ROLES: readonly Role[] = ['source', 'config', 'ci', 'migration', 'data'];
const QUOTED = 3;
const WHOLE = 20_000;
const MOST = 200;
const QUOTE_LIMIT = 160;
// Style sheets, stories, and the files that tests read: nothing there guards, pays or deletes.
const EXEMPT = /\.(?:css|scss|sass|less|styl|svg|po|pot)$|\.stories\.[cm]?[jt]sx?$|(?:^|\/)(?:__)?(?:fixtures?|mocks?|snapshots|cassettes|corpus|corpora|testdata|test-data|test_data)(?:__)?\/|(?:^|\/)(?:node_modules|vendor|third_party|locales?|i18n)\//;

/** A risky change blocks, until a passing check speaks of its area or its target: then it only warns. At most one finding. */
export const defineRisk = (risk: Risk): RiskRule => ({
  id: risk.id,
  docs: risk.docs,
  patterns() {
    return (risk.signs ?? []).flatMap(({ added, removed, kept }) => [added, removed, kept]).filter((pattern) => pattern !== undefined);
  },
  get anchors() {
    return anchorsOf(risk.anchor);
  },
  *check(evidence) {
    const found = evidence.diff.files.flatMap((file) => (isLookedAt(file, risk) ? foundIn(file, risk, evidence) : []));
    const strongest = found.find(({ effect }) => effect === 'block') ?? found[0];
    if (strongest) yield findingOf(risk, strongest, found);
  },
});

export const isLookedAt = (file: DiffFile, { alsoRoles = [] }: Pick<Risk, 'alsoRoles'>): boolean =>
  (ROLES.includes(file.role) && !EXEMPT.test(file.path)) || alsoRoles.includes(file.role);

function foundIn(file: DiffFile, risk: Risk, evidence: Evidence): Found[] {
  const view = viewOf(file);
  const large = isLarge(evidence.diff);
  const bit = bitOf(risk.anchor);
  // Of a large change one pass for all rules tells where there is something to look at.
  if (large && !risk.readsContext && (maskIn(view) & bit) === 0) return [];
  // Short patterns at their first use are cheap, later uses compile them: one text for all lines, where most rules end.
  if (!large && !risk.readsContext && view.text.length < WHOLE && !risk.anchor.test(view.text)) return [];
  const anchored = large && (maskIn(view) & bit) === 0 ? [] : view.changed.filter(({ line, group, index }) => (!large || ((masksOf(group.hunk)[index] ?? -1) & bit) !== 0) && risk.anchor.test(line.text));
  if (anchored.length === 0 && !risk.anchor.test(file.path) && !(risk.readsContext && holdsAnchor(file, risk.anchor, large))) return [];
  const hits = [...hitsOfSigns(risk.signs ?? [], anchored, view, evidence.diff), ...(risk.find?.({ ...view, anchored }, evidence.diff) ?? [])];
  return hits
    .slice(0, MOST)
    .sort((a, b) => file.hunks.indexOf(a.change.group.hunk) - file.hunks.indexOf(b.change.group.hunk) || a.change.index - b.change.index)
    .filter((hit) => !(risk.isFineWhenNew && isNewAndTested(hit.change, evidence) && hasCover(risk, file, hit, evidence)))
    .map((hit) => ({ file, hit, effect: hit.uncoverable ? 'block' : hasCover(risk, file, hit, evidence) ? 'warn' : (hit.effect ?? 'block') }));
}

function holdsAnchor({ hunks }: DiffFile, anchor: RegExp, large: boolean): boolean {
  return hunks.some((hunk) => hunk.lines.some(({ text }, at) => (!large || ((masksOf(hunk)[at] ?? -1) & bitOf(anchor)) !== 0) && anchor.test(text)));
}

const DECLARES = /\b(?:function|def|func|fn|fun)\s+(?:self\.|\([^)]*\)\s*)?(\w{2,80})|^\s*(?:(?:public|private|protected|internal|static|async|final|export|override)\s+){1,5}(?:[\w<>[\]?]+\s+)?(\w{2,80})\s*\(/;

/** The line stands in a function that the same lines add, and a test that the change adds calls it. */
function isNewAndTested({ group, index }: Hit['change'], { tests }: Evidence): boolean {
  if (group.removed.length > 0) return false;
  for (let at = index; at >= group.from; at -= 1) {
    const match = DECLARES.exec(group.hunk.lines[at]?.code.slice(0, 400) ?? '');
    const name = match?.[1] ?? match?.[2];
    if (name !== undefined) return tests.added.some(({ words, assertions, isGroup }) => !isGroup && words.has(name) && assertions.length > 0);
  }
  return false;
}

function hasCover(risk: Risk, file: DiffFile, hit: Hit, evidence: Evidence): boolean {
  const { data } = hit;
  if (data && risk.speaks) return isCoveredBy((name) => risk.speaks?.(name, data) ?? false, evidence);
  return isCovered(risk.cover, targetsOf(file, hit.change), evidence);
}

function findingOf({ area, todo }: Risk, { file, hit, effect }: Found, found: readonly Found[]): { effect: Effect; source: 'diff'; message: string; evidence: string; at: { file: string; line: number }; files: readonly string[] } {
  const { at } = hit.change.line;
  const place = at > 0 ? `${file.path}:${at}` : file.path;
  const cover = hit.uncoverable ? '' : effect === 'block' ? ', and no passed check covers it' : hit.effect === 'warn' ? '' : ', a passed check covers it';
  const todoNow = hit.uncoverable ? todo : effect === 'block' ? `${todo}.` : `A reviewer should look.`;
  const message = `${area}: ${place} ${hit.says}${cover}. ${hit.uncoverable ? `${hit.says.startsWith('commits') ? 'Take it out, revoke it and read it from the environment' : 'Take it out, no test can cover it'}.` : todoNow}`;
  return { effect, source: 'diff', message: message.replace(/; ?|[\r\n]+/g, ', '), evidence: redact(quoted(found.filter((one) => one.effect === effect))), at: { file: file.path, line: at }, files: [...new Set(found.map((one) => one.file.path))] };
}

function quoted(found: readonly Found[]): string {
  return found
    .filter(({ hit }, index) => found.findIndex((other) => other.hit.change.line === hit.change.line) === index)
    .slice(0, QUOTED)
    .map(({ file, hit: { change: { line } } }) => `${file.path}:${line.at} ${line.side === 'added' ? '+' : '-'}${line.text.trim().slice(0, QUOTE_LIMIT)}`)
    .join('\n');
}
