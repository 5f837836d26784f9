import { EMPTY, NOT_CONFIGURED, type Prompt, readBoxes, readDiff, readFiles, taskOf } from './prompt.js';
import { fencedAt } from './blocks.js';

/** In the order in which callers write them. Who reads backwards meets them in falling order; one that breaks it stands in somebody's text. */
const SECTIONS = ['Issue', 'Builder result', 'Mechanical verification', 'Verification logs', 'Changed files', 'Diff', 'Decision rules', 'Final response'] as const;
type Section = (typeof SECTIONS)[number];
/** What the caller writes itself: a second heading of that name can be anybody's. */
const OWN: ReadonlySet<Section> = new Set(['Mechanical verification', 'Verification logs', 'Changed files', 'Diff']);

const HEADING = /^# (?:(Issue)(?: #\d{1,18})?(?::[ \t]*([^\n]*))?|(Builder result|Mechanical verification|Verification logs|Changed files|Diff|Decision rules|Final response))[ \t]*$/gm;

interface Heading {
  readonly name: Section;
  readonly title: string;
  readonly start: number;
  readonly end: number;
}

/** Reads a prompt as older callers write it: sections under headings, nothing fenced or tagged. null: it has no headings. */
export function readHeaded(text: string): Prompt | null {
  const all = headingsIn(text);
  if (all.length === 0) return null;
  const chosen = inFallingOrder(all);
  const textOf = (name: Section): string => {
    const at = chosen.findIndex((heading) => heading.name === name);
    const heading = chosen[at];
    return heading === undefined ? '' : unfenced(text.slice(heading.end, chosen[at + 1]?.start ?? text.length).trim());
  };
  const issue = chosen.find(({ name }) => name === 'Issue');
  const { boxes, rest } = readBoxes(textOf('Mechanical verification'));
  const log = [rest.trim(), textOf('Verification logs').replace(/^\(no verification commands configured\)$/, NOT_CONFIGURED)].filter((part) => part !== '').join('\n\n');
  return {
    ...EMPTY,
    layout: 'headed',
    task: issue === undefined ? text.slice(0, chosen[0]?.start).trim() : taskOf(issue.title, textOf('Issue')),
    report: textOf('Builder result'),
    boxes,
    log,
    files: readFiles(textOf('Changed files')),
    ...readDiff(textOf('Diff')),
    faults: twiceIn(all),
  };
}

function headingsIn(text: string): Heading[] {
  const found: Heading[] = [];
  for (const match of text.matchAll(HEADING)) {
    const name = SECTIONS.find((one) => one === (match[1] ?? match[3]));
    if (name !== undefined) found.push({ name, title: match[2] ?? '', start: match.index, end: match.index + match[0].length });
  }
  return found;
}

/** From the end backwards: what the caller wrote last is its own. The issue comes first, so its first heading counts. */
function inFallingOrder(all: readonly Heading[]): Heading[] {
  const chosen: Heading[] = [];
  let rank: number = SECTIONS.length;
  for (let at = all.length - 1; at >= 0; at -= 1) {
    const heading = all[at];
    if (heading === undefined || SECTIONS.indexOf(heading.name) >= rank) continue;
    rank = SECTIONS.indexOf(heading.name);
    if (heading.name !== 'Issue') chosen.unshift(heading);
  }
  const issue = all.find(({ name }) => name === 'Issue');
  return issue !== undefined && issue.start < (chosen[0]?.start ?? Infinity) ? [issue, ...chosen] : chosen;
}

function twiceIn(all: readonly Heading[]): string[] {
  const twice = SECTIONS.filter((name) => OWN.has(name) && all.filter((heading) => heading.name === name).length > 1);
  return twice.map((name) => `the heading \`# ${name}\` stands in it more than once`);
}

/** The text of a section that is one fenced block. */
function unfenced(text: string): string {
  const info = /^`{3,}([\w-]{0,20})\n/.exec(text)?.[1];
  const fenced = info === undefined ? null : fencedAt(text, 0, info);
  return fenced?.end === text.length ? fenced.content : text;
}
