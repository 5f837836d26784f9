import type { CommandRecord } from './records.js';

/** What the prompt holds, each part taken from the one place where the caller itself puts it. */
export interface Prompt {
  /** With the loop's tagged blocks; with headings only, as older callers write it; or plain text, which is all task. */
  readonly layout: 'tagged' | 'headed' | 'plain';
  readonly task: string;
  /** Of anybody who may comment on the issue: kept, but no part of the task. */
  readonly comments: string;
  readonly report: string;
  /** The items of the checklist under `# Mechanical verification`. */
  readonly boxes: readonly Box[];
  /** Of the log block, when all of it is well-formed. */
  readonly records: readonly CommandRecord[];
  /** What older callers paste instead of records. */
  readonly log: string;
  /** Changed paths, as git writes them: quoted where they hold more than ASCII. */
  readonly files: readonly string[];
  /** Without the loop's mark, which `truncated` tells. */
  readonly diff: string;
  readonly truncated: boolean;
  /** Where the prompt is not as its caller lays it out, one phrase each. Nothing in such a prompt can be relied on. */
  readonly faults: readonly string[];
}

export interface Box {
  readonly command: string;
  readonly ticked: boolean;
}

export const EMPTY: Prompt = { layout: 'plain', task: '', comments: '', report: '', boxes: [], records: [], log: '', files: [], diff: '', truncated: false, faults: [] };

/** What the loop writes when it has run nothing. */
export const NOT_CONFIGURED = 'Verification commands are not configured';

const BOX = /^[-*] \[([ xX])\] (.*)$/;
const ITEM = /^[-*] (.*)$/;
const TRUNCATED = /\n\n\[truncated after \d{1,9} characters\]$/;
const MARK_LENGTH = 60;

/** The items of a checklist, and the lines that are none. */
export function readBoxes(text: string): { boxes: Box[]; rest: string } {
  const boxes: Box[] = [];
  const rest: string[] = [];
  for (const line of text.split('\n')) {
    const [, tick, command = ''] = BOX.exec(line) ?? [];
    if (tick === undefined) rest.push(line);
    else boxes.push({ command: command.trim(), ticked: tick !== ' ' });
  }
  return { boxes, rest: rest.join('\n') };
}

/** The listed paths; older callers leave the dash out. */
export function readFiles(text: string): string[] {
  const lines = text.split('\n').map((line) => (ITEM.exec(line.trim())?.[1] ?? line).trim());
  const files = lines.filter((line) => line !== '');
  return files.length === 1 && files[0] === NO_FILES ? [] : files;
}
const NO_FILES = '(no files)';

/** The diff without the loop's mark at its end. No line of git's own begins with a bracket. */
export function readDiff(content: string): Pick<Prompt, 'diff' | 'truncated'> {
  if (content.trim() === NO_DIFF) return { diff: '', truncated: false };
  const mark = TRUNCATED.exec(content.slice(-MARK_LENGTH));
  return mark === null ? { diff: content, truncated: false } : { diff: content.slice(0, content.length - mark[0].length), truncated: true };
}
const NO_DIFF = '(no diff text)';

/** Title and body as one text, without what stands for nothing. */
export const taskOf = (title: string, body: string): string => [title.trim(), body.trim() === '(no body)' ? '' : body.trim()].filter((part) => part !== '').join('\n\n');
