import type { DiffModel, Evidence, Rule } from '../model/index.js';
import { mayWeaken } from './integrity/anchors.js';
import { READ_MORE } from './integrity/words.js';

/** Beyond this many characters of changed text every rule is asked: looking for its words would cost as much. */
const SMALL = 50_000;

/** Whether the rule may have something to say of this change: a rule that names its anchors is asked only where one stands. */
export function concernsOf(evidence: Evidence): (rule: Rule) => boolean {
  const text = textOf(evidence.diff);
  if (text === null) return () => true;
  const lower = text.toLowerCase();
  const weakens = mayWeaken(evidence.diff);
  return ({ id, anchors }) => id.startsWith('integrity/') ? weakens || READ_MORE[id]?.(evidence) === true : anchors === undefined || anchors.some((anchor) => (typeof anchor === 'string' ? lower.includes(anchor) : anchor.test(text)));
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
