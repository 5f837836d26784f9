import type { DiffFile, DiffLine, DiffModel } from '../../model/index.js';
import { isMoved } from '../moved.js';
import { ANCHORS } from './anchors.js';
import { bodyTokensOf, markOf, tokensOf } from './auth-marks.js';
import { OPENINGS } from './auth-openings.js';
import { policyHits } from './auth-policy.js';
import { defineRisk, type Hit } from './define-risk.js';
import { bodyOf } from './guard-body.js';
import { declaredOn, isWholeRemoval } from './symbols.js';
import { around, type Changed, type Group, type View, withStrings } from './view.js';

const CHANGED = 'changes or removes an access check';
const ADDED = 'adds an access check, which changes who gets in';
const BEHIND = 'moves an access check behind what it guarded';
const SOMETIMES = 'makes an access check depend on something else';
const AROUND = 'adds a way around an access check';
const INDENTED = /^(?:python|yaml|haml|slim|pug|coffeescript|fsharp|nim|sass)$/;
const REACH = 40;
const MOST = 300;
const ROUTE = /\b(?:app|router|routes?|r|mux|api|server|e|g|fastify|Route|http|web)(?:::|\.|->)\w{2,16}\(\s{0,3}['"`]|^\s{0,40}(?:get|post|put|patch|delete|resources?|path|re_path|url|live|match)[\s(]{1,2}['"`:]/;
const PASSES = /\breturn\s{1,3}(?:await\s)?(?:next\(|true\b|True\b|null\b|nil\b|None\b|Ok\(|user\b|handler\(|await next|chain\.|self\.get_response|call_next|;|$)|\breturn\s{0,3};|\bnext\(\s{0,3}\)|\bchain\.doFilter\(|\bnext\.ServeHTTP\(|\bawait next|\bpass\b|\ballow\b|^\s{0,60}(?:true|conn|user)\s{0,3}$/;
const OPENS_CONDITION = /^\s{0,60}(?:\}?\s{0,3}(?:else\s)?if\b|unless\b|when\b|#\s{0,3}if|elif\b|case\b|\w{1,20}\.if\b|@if\b|\{%-?\s{0,3}if)/;
const BETWEEN_FREE = /^[\s{}()[\];,]{0,60}$|^\s{0,60}(?:@|\[\w|#\[|before_action|import\b|from\b|use\s|const \w+ = (?:await )?(?:\w+\.)?(?:params|req|request|ctx)\b)/;

/** Who gets in: guards that are removed, weakened, moved, made conditional or added, and doors that are opened. */
export const rule = defineRisk({
  id: 'risk/auth',
  area: 'auth/authz',
  docs: {
    title: 'An access check changed',
    why: 'A dropped or weakened guard passes every test that does not look for a refusal.',
    fix: 'Run a test that somebody without the right is refused (401 or 403), and that somebody with it gets in.',
    since: '0.1.0',
  },
  todo: 'Run a test that a caller without the right is refused (401 or 403)',
  cover: {
    words: /\b(?:auth|authn|authz|oauth|authori[sz]\w*|authenticat\w*|unauthori[sz]\w*|unauthenticated|permissions?|permitted|forbidden|forbids?|denied|denies|deny|access|acls?|rbac|roles?|admins?|administrators?|logins?|log(?:ged)? in|owners?|ownership|polic(?:y|ies)|guards?|guarded|gates?|40[13]|privileg\w*|guests?|anonymous|superusers?|impersonat\w*|tenants?|non ?members?|protected|codeowners)\b/,
    near: /\b(?:(?:aria|has|get by|find by|query by|get all by|with|test) roles?|roles? (?:button|dialog|main|status|alert|tab\w*|menu\w*|listbox|option|presentation|search|img|link|heading|checkbox|switch|grid\w*|row\w*|cell)|access(?:es)? (?:logs?|tokens?|keys?|patterns?)|(?:retry|cache|caching|retention|update|eviction|backoff|scheduling|content security|privacy|cookie) polic(?:y|ies)|(?:lock|mutex|type|scope|re ?entrancy|null) guards?|(?:message|chat|user message|assistant|system|cast|stage) roles?|roles? (?:of )?(?:messages?|user|assistant|system)|(?:notification|camera|location|microphone|clipboard|browser) permissions?|random access|data access|property access|file access|(?:code|repo|repository|file|resource|process|block) owners?|logic gates?|login (?:button|form|page) (?:renders?|looks|style\w*|layout))\b/g,
  },
  anchor: ANCHORS.auth,
  readsContext: true,
  signs: OPENINGS,
  *find(view, diff) {
    yield* policyHits(view, diff);
    for (const group of view.groups) yield* hitsIn(group, view, diff);
    yield* overtakes(view);
  },
});

function* hitsIn(group: Group, view: View, diff: DiffModel): Iterable<Hit> {
  const { file } = view;
  if (isRewrapped(group, file)) return;
  const changes = group.hunk.lines.slice(group.from, group.to).map((line, offset) => ({ line, group, index: group.from + offset }));
  const guards = changes.filter((change) => isGuard(change, file));
  const gone = guards.filter(({ line }) => line.side === 'removed').slice(0, MOST).filter((change) => !isWholeRemoval(change, file) && !isWholeRoute(change));
  const come = guards.filter(({ line }) => line.side === 'added').slice(0, MOST);
  const wrapper = wrapperOf(group, file);
  if (wrapper) {
    yield { change: changeOf(wrapper, changes), says: SOMETIMES };
    return;
  }
  const [first] = gone;
  if (first) {
    const says = lossOf(first, gone, come, view, diff);
    if (says !== null) yield { change: first, says, ...(says === CHANGED && gone.every((change) => isExtracted(change, come, view)) ? { effect: 'warn' as const } : {}) };
    return;
  }
  const [added] = come;
  if (!added || guards.some(({ line }) => line.side === 'removed') || isMoved(added.line, diff)) return;
  const passes = come.find((change) => bodyOf(change, file.path) !== null && isWayAround(change, changes));
  if (passes) yield { change: passes, says: AROUND };
  else if (file.change !== 'added' && !isNewCode(added, group, file)) yield { change: added, says: ADDED, effect: 'warn' };
}

/** The same text on other lines. Where the indent is part of the language, only where there are more or fewer lines. */
function isRewrapped({ removed, added }: Group, { language }: DiffFile): boolean {
  if (removed.length === 0 || added.length === 0 || (removed.length === added.length && INDENTED.test(language ?? ''))) return false;
  const [before, after] = [removed, added].map((lines) => lines.map(({ text }) => text).join('').replace(/\s+/g, '').replace(/,(?=[)\]}])/g, ''));
  return before === after;
}

/** What was lost, by what decides: operators, rights, literals. The same decision in other words or another layout loses nothing. */
function lossOf(first: Changed, gone: readonly Changed[], come: readonly Changed[], view: View, diff: DiffModel): string | null {
  const [before, after] = [gone, come].map((list) => list.flatMap((change) => (bodyOf(change, view.file.path) === null ? tokensOf : bodyTokensOf)(change.line, view.file)).sort().join('\n'));
  if (before === after) return null;
  const left = gone.filter(({ line }) => !come.some((other) => other.line.text.trim() === line.text.trim()));
  if (left.length === 0) {
    const extra = come.filter(({ line }) => !gone.some((other) => other.line.text.trim() === line.text.trim()));
    return extra.some((change) => bodyOf(change, view.file.path) !== null && isWayAround(change, extra)) ? AROUND : null;
  }
  if (left.every(({ line }) => isMoved(line, diff))) return movedBehind(left[0] ?? first, view);
  return CHANGED;
}

/** A guard is asked here still, and what it compared is compared in a function that the same file adds. */
function isExtracted({ line }: Changed, come: readonly Changed[], { groups }: View): boolean {
  if (come.some((other) => other.line.text.trim() === line.text.trim())) return true;
  const [, left, right] = /([\w.$]{3,60})\s{0,3}[!=]==?\s{0,3}([\w.$]{3,60})/.exec(line.code) ?? [];
  if (left === undefined || right === undefined) return false;
  const isCalled = (name: string) => come.some((other) => !declaredOn(other.line).includes(name) && /\bif\b|\bunless\b|\bguard\b/.test(other.line.code) && other.line.code.includes(`${name}(`));
  return groups.some(({ added }) => added.some((item, at, all) => /={2,3}|\.equals\(/.test(item.code) && item.code.includes(left) && item.code.includes(right) && !/\|\|/.test(item.code) && all.slice(Math.max(0, at - 1), at + 1).flatMap(declaredOn).some(isCalled)));
}

/** The guard stays where it is, and what it guarded now happens before it. */
function* overtakes({ file, changed }: View): Iterable<Hit> {
  for (const change of changed) {
    const text = change.line.text.trim();
    if (change.line.side !== 'added' || !/\w\s{0,2}\(/.test(change.line.code) || BETWEEN_FREE.test(change.line.code)) continue;
    const { lines } = change.group.hunk;
    const below = lines.slice(change.index + 1, change.index + REACH);
    const to = below.findIndex((line) => line.side === 'removed' && line.text.trim() === text);
    if (to < 0 || ROUTE.test(text)) continue;
    const passed = below.slice(0, to).filter(({ side }) => side === 'context');
    if (passed.some((line) => markOf(line, file, '') !== null && !ROUTE.test(line.text) && !/^\s{0,40}@/.test(line.text))) yield { change, says: BEHIND };
  }
}

/** The statement stands further down in the same function now, and something happens before it. A guarded route that moves is harmless. */
function movedBehind({ line, group, index }: Changed, view: View): string | null {
  if (ROUTE.test(line.text)) return null;
  const { lines } = group.hunk;
  const text = line.text.trim();
  const offset = lines.slice(index + 1, index + 10 * REACH).findIndex((item) => item.side === 'added' && item.text.trim() === text);
  const to = index + 1 + offset;
  if (offset < 0) {
    const later = view.groups.some((other) => other.hunk !== group.hunk && other.hunk.newStart > group.hunk.newStart && other.hunk.section === group.hunk.section && group.hunk.section !== '' && other.added.some((item) => item.text.trim() === text));
    return later ? BEHIND : null;
  }
  const between = lines.slice(index + 1, to).filter((item) => item.side !== 'removed' && item.code.trim() !== '' && !BETWEEN_FREE.test(item.code) && markOf(item, view.file, '') === null);
  return between.length > 0 ? BEHIND : null;
}

/** The line is a guard by itself, or part of a function that is one. */
function isGuard(change: Changed, file: DiffFile): boolean {
  if (ANCHORS.auth.test(change.line.text)) {
    const near = around(change, 0, 3).map((line) => withStrings(line, file)).join('\n');
    if (markOf(change.line, file, near) !== null) return true;
  }
  return bodyOf(change, file.path) !== null;
}

/** The route goes together with its guard. */
const isWholeRoute = ({ line, group }: Changed): boolean => ROUTE.test(line.text) && !group.added.some(({ text }) => ROUTE.test(text));

/** New functions, classes and routes that come with their guard change nobody's access. */
function isNewCode({ line, index }: Changed, group: Group, file: DiffFile): boolean {
  const indent = indentOf(line);
  const declares = (item: DiffLine) => declaredOn(item).length > 0;
  if (group.hunk.lines.slice(Math.max(group.from, index - 5 * REACH), index + 1).some((item) => item.side === 'added' && indentOf(item) < Math.max(indent, 1) && declares(item)) || (declares(line) && group.removed.length === 0)) return true;
  if (ROUTE.test(line.text) && group.removed.length === 0) return true;
  if (/^\s{0,40}(?:@|\[|#\[)/.test(line.text) && group.hunk.lines.slice(index + 1, Math.min(group.to, index + REACH)).some((item) => item.side === 'added' && declares(item))) return true;
  return markOf(line, file, '') === null && bodyOf({ line, group, index }, file.path) === null;
}

/** A condition was put around a guard that stays as it is. */
function wrapperOf(group: Group, file: DiffFile): DiffLine | undefined {
  return group.added.find((line, at) => {
    if (!OPENS_CONDITION.test(line.code) || markOf(line, file, '') !== null) return false;
    const next = group.added[at + 1];
    if (next) return group.removed.some((old) => old.text.trim() === next.text.trim() && markOf(old, file, next.text) !== null);
    const below = group.hunk.lines[group.to];
    return /^\s{0,20}#\s{0,3}if/.test(line.text) && below !== undefined && markOf(below, file, (group.hunk.lines[group.to + 1]?.text ?? '')) !== null;
  });
}

function isWayAround({ line }: Changed, changes: readonly Changed[]): boolean {
  const added = changes.filter((change) => change.line.side === 'added').map((change) => change.line.code);
  return (/\bif\b|\bunless\b|\?|&&|\|\|/.test(line.code) || added.some((code) => OPENS_CONDITION.test(code)) || /^\s{0,60}return\b/.test(line.code)) && added.some((code) => PASSES.test(code));
}

const changeOf = (line: DiffLine, changes: readonly Changed[]): Changed => changes.find((change) => change.line === line) ?? (changes[0] as Changed);

const indentOf = ({ text }: DiffLine): number => text.length - text.trimStart().length;
