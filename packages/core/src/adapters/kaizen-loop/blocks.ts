/** A tagged data block: its tag, its fence, and what stands between. Offsets are those of the whole prompt. */
export interface Block {
  readonly start: number;
  readonly end: number;
  readonly content: string;
}

const LEAST = 3;
const TICK = 96;

/**
 * The block that begins at `at`: `<tag>`, a fence of three or more backticks with `info` behind it, the content, the
 * same fence, `</tag>`. Whoever wrote the prompt made the fence longer than any run of backticks in the content, so
 * the first run that is as long ends the block, or there is no block.
 */
export function blockAt(text: string, at: number, tag: string, info: string): Block | null {
  const opened = `<${tag}>\n`;
  if (!text.startsWith(opened, at)) return null;
  const fenced = fencedAt(text, at + opened.length, info);
  const closed = `\n</${tag}>`;
  return fenced !== null && text.startsWith(closed, fenced.end) ? { start: at, end: fenced.end + closed.length, content: fenced.content } : null;
}

/** The block that ends at `end`, read backwards. Its own tags are escaped in the content: the nearest opening tag is its own. */
export function blockBefore(text: string, end: number, tag: string, info: string): Block | null {
  const closed = `\n</${tag}>`;
  const close = end - closed.length;
  if (close < 0 || !text.startsWith(closed, close)) return null;
  const start = text.lastIndexOf(`<${tag}>`, close - 1);
  const block = start < 0 ? null : blockAt(text, start, tag, info);
  return block?.end === end ? block : null;
}

/** A fence with `info`, the content and the fence again, beginning at `at`. `end` is behind the closing fence. */
export function fencedAt(text: string, at: number, info: string): { content: string; end: number } | null {
  const length = ticksAt(text, at);
  const from = at + length + info.length + 1;
  if (length < LEAST || !text.startsWith(`${info}\n`, at + length)) return null;
  const close = text.indexOf('`'.repeat(length), from);
  if (close < from || ticksAt(text, close) !== length || text[close - 1] !== '\n') return null;
  return { content: close === from ? '' : text.slice(from, close - 1), end: close + length };
}

function ticksAt(text: string, at: number): number {
  let to = at;
  while (text.charCodeAt(to) === TICK) to += 1;
  return to - at;
}
