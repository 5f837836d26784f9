import type { Prompt } from '../../adapters/kaizen-loop.js';
import { openDiff } from '../../evidence/diff/index.js';
import { nameOf } from '../../evidence/diff/paths.js';
import type { DiffFile, DiffModel, Notice } from '../../model/index.js';
import { agrees } from './agrees.js';
import { gapsIn } from './gaps.js';
import type { Part } from './worktree.js';
import { isWeighty } from './weighty.js';

/** The change: as the rules read it, as it is kept, and as its files are called. */
export interface Change {
  readonly diff: DiffModel;
  readonly patch: string;
  readonly files: readonly string[];
  readonly findings: readonly Notice[];
}

/** Reads the whole change from the work tree; nothing when there is none. */
type Lookup = () => Promise<readonly Part[]>;

/** What is not known of the change: files that are listed and not shown, files that are shown in part, or how much it is. */
interface Gaps {
  readonly missing: readonly string[];
  readonly partial: readonly string[];
  readonly unlisted: boolean;
}

const RULE = 'integrity/diff-cut';
const SPLIT = 'Split the change, so that each part is small enough to be seen whole';
const NAMED = 5;
const QUOTED = 50;

/** The prompt's diff, completed from the work tree, when that shows the same change: files that are listed and absent, or whose content is missing. */
export async function readChange(prompt: Prompt, lookup: Lookup): Promise<Change> {
  const reader = openDiff();
  reader.write(prompt.diff);
  const shown = reader.close();
  const listed = [...new Set(prompt.files.map((name) => (name.startsWith('"') ? nameOf(name) : name)))];
  const last = prompt.truncated ? shown.files.at(-1) : undefined;
  const hasGap = gapsIn(prompt.diff);
  const isShort = (file: DiffFile) => file === last || hasGap(file);
  const known = new Set(shown.files.map(({ path }) => path)); // the list names a renamed file by its new name
  const absent = new Set(listed.filter((name) => !known.has(name)));
  const short = new Set(shown.files.filter(isShort).map(({ path }) => path));

  const all = absent.size + short.size === 0 ? [] : await lookup();
  const isTheSame = agrees(new Map(all.map(({ file }) => [file.path, file])), shown.files, last);
  const parts = isTheSame ? all.filter(({ file: { path } }) => absent.has(path) || short.has(path)) : [];
  const found = new Map(parts.map(({ file }) => [file.path, file]));
  const files = [...shown.files.map((file) => found.get(file.path) ?? file), ...[...found.values()].filter(({ path }) => !known.has(path))];
  const gaps: Gaps = {
    missing: [...absent].filter((name) => !found.has(name)),
    partial: files.filter((file) => (found.has(file.path) ? file.cut : isShort(file))).map(({ path }) => path),
    unlisted: prompt.truncated && listed.length === 0,
  };
  const isWhole = gaps.missing.length + gaps.partial.length === 0 && !gaps.unlisted;
  return {
    diff: { files, complete: isWhole && (shown.complete || short.size > 0) },
    patch: [prompt.diff, ...parts.map(({ text }) => text)].map((text) => (text === '' || text.endsWith('\n') ? text : `${text}\n`)).join(''),
    files: [...new Set([...listed, ...files.map(({ path }) => path)])],
    findings: [...gapFindings(gaps), ...noteOf(found.size)],
  };
}

function gapFindings({ missing, partial, unlisted }: Gaps): Notice[] {
  const weighty = missing.filter(isWeighty);
  const light = [...missing.filter((name) => !isWeighty(name)), ...partial];
  return [
    ...findingOf('block', weighty, `${counted(weighty)} must not go on unseen, and the diff does not show ${weighty.length === 1 ? 'it' : 'them'}: ${namesOf(weighty)}. ${SPLIT}`),
    ...findingOf('ask', light, `The diff does not show all of ${counted(light)}: ${namesOf(light)}. ${SPLIT}`),
    ...(unlisted ? [{ rule: RULE, effect: 'ask', source: 'diff', message: `The diff is cut, and no list says what is missing. ${SPLIT}` } as const] : []),
  ];
}

function findingOf(effect: 'block' | 'ask', files: readonly string[], message: string): Notice[] {
  const [first] = files;
  if (first === undefined) return [];
  const evidence = `Not seen: ${files.slice(0, QUOTED).join(', ')}${files.length > QUOTED ? ', …' : ''}`;
  return [{ rule: RULE, effect, source: 'diff', message, evidence, at: { file: first, line: 0 } }];
}

function noteOf(completed: number): Notice[] {
  if (completed === 0) return [];
  return [{ rule: RULE, effect: 'note', source: 'diff', message: `The diff in the prompt is not whole, and ${completed} ${completed === 1 ? 'file was' : 'files were'} read from the work tree` }];
}

const counted = (files: readonly string[]): string => `${files.length} changed ${files.length === 1 ? 'file' : 'files'}`;
const namesOf = (files: readonly string[]): string => `${files.slice(0, NAMED).join(', ')}${files.length > NAMED ? ', …' : ''}`;
