import type { TextSpan } from '../../model/index.js';
import type { Meaning } from './nodes.js';

/** A node that means something, in the order of the text. */
export interface Found extends TextSpan {
  readonly meaning: Meaning;
}

/** Comment and string spans, in order and without overlap, neighbours joined. */
export function spansOf(source: string, nodes: Iterable<Found>): { comments: TextSpan[]; strings: TextSpan[] } {
  const comments: TextSpan[] = [];
  const strings: TextSpan[] = [];
  let done = 0; // everything before it is settled
  let gap: { from: number; end: number } | null = null; // an open here-document
  for (const node of nodes) {
    if (gap !== null && node.start >= gap.end) {
      push(strings, gap.from, gap.end);
      gap = null;
    }
    if (node.start < done) continue;
    switch (node.meaning) {
      case 'comment':
        push(comments, node.start, node.end);
        done = node.end;
        break;
      case 'prose':
        if (isProse(source.slice(node.start, node.end))) push(strings, node.start, node.end);
        done = node.end;
        break;
      case 'body':
        push(strings, node.start, node.end);
        done = node.end;
        break;
      case 'quoted':
        push(strings, quoteAt(source, node) + 1, node.end - 1);
        done = node.end;
        break;
      case 'command':
        done = node.end;
        break;
      case 'gaps':
        gap ??= { from: node.start, end: node.end };
        break;
      case 'expansion':
        if (gap !== null && node.start >= gap.from) {
          push(strings, gap.from, node.start);
          gap.from = node.end;
        }
    }
  }
  if (gap !== null) push(strings, gap.from, gap.end);
  return { comments, strings: strings.sort((a, b) => a.start - b.start) };
}

/** No statements: in a fragment, `<T>` may have been taken for a tag and code for the text behind it. */
function isProse(text: string): boolean {
  return !/[;=]/.test(text);
}

function quoteAt(source: string, node: TextSpan): number {
  let at = node.start;
  while (at < node.end && source[at] !== '"' && source[at] !== "'") at += 1;
  return at;
}

function push(spans: TextSpan[], start: number, end: number): void {
  if (start >= end) return;
  const last = spans[spans.length - 1];
  if (last?.end === start) spans[spans.length - 1] = { start: last.start, end };
  else spans.push({ start, end });
}
