import type { DiffModel, Rule } from '../model/index.js';
import { mayWeaken } from './integrity/anchors.js';

/** Beyond this many characters of changed text every rule is asked: looking for its words would cost as much. */
const SMALL = 50_000;

/** Rules of the group that look at task, report or logs as well. */
const READS_MORE: ReadonlySet<string> = new Set(['integrity/prompt-injection', 'integrity/hidden-unicode', 'integrity/log-fabricated']);

/** Whether the rule may have something to say of this change: a rule that names its anchors is asked only where one stands. */
export function concernsOf(diff: DiffModel): (rule: Rule) => boolean {
  const text = textOf(diff);
  if (text === null) return () => true;
  const lower = text.toLowerCase();
  const weakens = mayWeaken(diff);
  return ({ id, anchors }) => id.startsWith('integrity/') ? weakens || READS_MORE.has(id) : anchors === undefined || anchors.some((anchor) => (typeof anchor === 'string' ? lower.includes(anchor) : anchor.test(text)));
}

function textOf({ files }: DiffModel): string | null {
  const parts: string[] = [];
  let length = 0;
  for (const { path, oldPath, hunks } of files) {
    parts.push(path, oldPath ?? '');
    for (const { section, lines } of hunks) {
      parts.push(section);
      for (const { text } of lines) {
        length += text.length + 1;
        if (length > SMALL) return null;
        parts.push(text);
      }
    }
  }
  return parts.join('\n');
}
