import { readHeaded } from './kaizen-loop/headed.js';
import { EMPTY, type Prompt } from './kaizen-loop/prompt.js';
import { readTagged, TAGS } from './kaizen-loop/tagged.js';

export { kaizenResult, type KaizenRun } from './kaizen-loop/result.js';
export type { Prompt } from './kaizen-loop/prompt.js';
export type { CommandRecord } from './kaizen-loop/records.js';

/**
 * Reads a verifier prompt of kaizen-loop, or of an older caller. Pure, never throws, linear in its text. Issue, comments,
 * builder, logs and diff were written by others and may hold whole copies of other sections: each part is taken only from
 * where the caller itself puts it, and what is not there is a fault.
 */
export function readPrompt(prompt: string): Prompt {
  const text = withoutCarriage(prompt.replace(/^\uFEFF/, ''));
  if (Object.values(TAGS).some((tag) => text.includes(`\n<${tag}>\n`))) return readTagged(text);
  return readHeaded(text) ?? { ...EMPTY, task: text.trim() };
}

/** The loop writes LF only. A caller that writes CRLF does so from the first line on; a CR later on is part of a diff or a log. */
function withoutCarriage(text: string): string {
  const first = text.indexOf('\n');
  return first > 0 && text[first - 1] === '\r' ? text.replaceAll('\r\n', '\n') : text;
}
