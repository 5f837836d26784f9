import type { DiffFile, Evidence, Rule } from '../../model/index.js';
import { runsCheck } from './checks.js';
import { clean } from './explain.js';
import { found } from './finding.js';
import { addedIn, type At, counterparts, isAskedBy, isComment, isMoved, removedIn, sideText } from './lines.js';

const DOCS = /\.(?:md|mdx|rst|txt|adoc|png|jpe?g|svg|gif|webp|ico)\b|(?:^|\/|\*)(?:docs?|documentation|website|examples?|\.vscode|\.idea|assets|images|license\w*|changelog\w*|readme\w*|contributing\w*|codeowners|\.github\/(?:issue_template|pull_request_template|funding|dependabot)\S*|\.git(?:ignore|attributes)|\.editorconfig)/i;
const EVENT = /\b(?:pull_request|pull_request_target|push|merge_request_event|merge_group)\b/;

export const rule: Rule = {
  id: 'integrity/ci-trigger-narrowed',
  docs: {
    title: 'The pipeline starts less often',
    why: 'A check that is not started for a change cannot stop it.',
    fix: 'Let the pipeline start for every change of the product.',
    since: '0.1.0',
  },
  *check(evidence) {
    for (const file of evidence.diff.files) {
      if (file.role !== 'ci' || file.change !== 'modified') continue;
      const ignored = ignoredIn(file, evidence);
      const hit = ignored.find(({ isSoft }) => !isSoft) ?? ignored[0] ?? eventLost(file) ?? skipIn(file);
      if (hit === null || isMoved(hit.at, evidence.diff)) continue;
      const isAsked = isAskedBy(evidence, hit.isProduct === true ? /\b(?:paths?|ignor|skip|only|when)\w*/i : /\b(?:ci|workflow|pipeline|actions?|trigger|nightly|schedul)\w*/i) && !evidence.asks.has('fix-check');
      yield found(hit.isSoft || isAsked ? 'warn' : 'block', `The CI workflow ${file.path}:${hit.at.line.at} ${hit.says} (\`${clean(hit.at.line.text)}\`), so its trigger was narrowed and the checks are not run. Let it start for every change of the product`, [{ file, line: hit.at.line }]);
    }
  },
};

interface Hit {
  readonly at: At;
  readonly says: string;
  readonly isSoft: boolean;
  /** To speak of the pipeline is not to ask that it leaves the product out. */
  readonly isProduct?: boolean;
}

/** A path that is left out, or the only ones that count. */
function ignoredIn(file: DiffFile, { diff }: Evidence): Hit[] {
  return addedIn(file).flatMap((at): Hit[] => {
    const key = keyOf(at);
    if (key === null || isComment(at.line)) return [];
    const items = itemsIn(at.line.text);
    if (key === 'paths-ignore') {
      const product = items.find((item) => !DOCS.test(item) && !item.startsWith('!'));
      if (product !== undefined) return [{ at, says: 'ignores paths of the product', isSoft: !matchesChange(product, diff.files.map(({ path }) => path)) && !/\*\*|src|lib|app|test|pkg|internal|packages/.test(product), isProduct: true }];
    }
    if (key === 'branches-ignore' && items.length > 0 && !/dependabot|renovate|gh-pages|docs/.test(items.join(' '))) return [{ at, says: 'is not started on some branches', isSoft: false }];
    if (key === 'paths' && items.length > 0 && !hadKey(file, 'paths') && items.every((item) => DOCS.test(item) || item.startsWith('!') || !matchesChange(item, diff.files.filter(({ role }) => role === 'source').map(({ path }) => path)))) return [{ at, says: 'is started for some paths only', isSoft: !items.some((item) => DOCS.test(item)) && diff.files.every(({ role }) => role !== 'source') }];
    if (key === 'branches' && /branches\s*:/.test(at.line.text) && counterparts(at).some(({ text }) => /branches\s*:/.test(text) && !items.some((item) => text.includes(item)))) return [{ at, says: 'is started for other branches than before', isSoft: true }];
    return [];
  });
}

/** The items of a list: in quotes, behind a dash, or between brackets. */
function itemsIn(text: string): string[] {
  const flow = /\[([^\]\n]{0,2000})\]/.exec(text)?.[1]?.split(',').map((item) => item.trim().replace(/^["']|["']$/g, ''));
  const items = flow ?? [...text.matchAll(/["']([^"'\n]{1,200})["']|-\s+([^\s"'#][^\s#]{0,200})/g)].map((match) => match[1] ?? match[2] ?? '');
  return items.filter((item) => item !== '');
}

/** `pull_request` and `push` are gone from what starts it. */
function eventLost(file: DiffFile): Hit | null {
  const [old, now] = [sideText(file, 'old'), sideText(file, 'now')];
  const at = removedIn(file).find(({ line }) => EVENT.test(line.text) && !/github\.event|if\s*:|\bgit push\b|\bdocker\b|run\s*:/.test(line.text) && !isComment(line));
  if (at === undefined) return null;
  const lost = [...at.line.text.matchAll(/\b(?:pull_request|push|merge_request_event|merge_group)\b/g)].map(([event]) => event).filter((event) => !new RegExp(`(?:^|[\\s[,:"'-])${event}\\b`, 'm').test(now.replace(/.*(?:github\.event|run\s*:).*/g, '')));
  if (lost.length === 0) return null;
  const isOnlyPush = lost.every((event) => event === 'push') && /\bpull_request\b/.test(now);
  return { at, says: `is not started by ${lost.map((event) => `\`${event}\``).join(' and ')} any more`, isSoft: isOnlyPush || !/\bworkflow_dispatch\b|\bschedule\b/.test(now) && !old.split('\n').some((line) => runsCheck(line)) && false };
}

function skipIn(file: DiffFile): Hit | null {
  const at = addedIn(file).find(({ line }) => /\bif\s*:.*(?:contains\([^)]*(?:skip|wip)|github\.event_name\s*==\s*['"](?:schedule|workflow_dispatch)|github\.actor\s*!=)/i.test(line.text) && !isComment(line));
  return at === undefined || counterparts(at).some(({ text }) => /\bif\s*:/.test(text)) ? null : { at, says: 'is skipped under a condition', isSoft: true };
}

/** The key whose list the line belongs to. */
function keyOf({ file, hunk, index, line }: At): string | null {
  const own = /^\s*(paths-ignore|paths|branches-ignore|branches|tags-ignore)\s*:/.exec(line.text)?.[1];
  if (own !== undefined) return isOfFiles(file, hunk, index, line) ? null : own;
  if (!/^\s*-\s/.test(line.text)) return null;
  const lines = file.hunks[hunk]?.lines ?? [];
  const indent = line.text.length - line.text.trimStart().length;
  for (let at = index - 1; at >= 0; at -= 1) {
    const one = lines[at];
    if (one === undefined || one.side === 'removed' || one.text.trim() === '') continue;
    if (/^\s*-\s/.test(one.text) && one.text.length - one.text.trimStart().length === indent) continue;
    return /^\s*(paths-ignore|paths|branches-ignore|branches)\s*:/.exec(one.text)?.[1] ?? null;
  }
  return null;
}

/** `paths` of a cache or of artifacts name files to keep. */
function isOfFiles(file: DiffFile, hunk: number, index: number, line: At['line']): boolean {
  const indent = line.text.length - line.text.trimStart().length;
  const parent = (file.hunks[hunk]?.lines ?? []).slice(0, index).reverse().find(({ side, text }) => side !== 'removed' && text.trim() !== '' && text.length - text.trimStart().length < indent);
  return /^\s*(?:-\s+)?(?:cache|artifacts|reports|key|with|store_artifacts|save_cache)\s*:/.test(parent?.text ?? '');
}

const hadKey = (file: DiffFile, key: string): boolean => new RegExp(`^\\s*${key}\\s*:`, 'm').test(sideText(file, 'old'));

/** A glob of a workflow against the paths of the change, by its fixed beginning and its extension. */
function matchesChange(glob: string, paths: readonly string[]): boolean {
  const fixed = glob.replace(/[*?[{].*$/, '');
  const extension = /\*(\.\w+)$/.exec(glob)?.[1] ?? '';
  return paths.some((path) => path.startsWith(fixed) && path.endsWith(extension));
}
