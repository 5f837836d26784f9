import { decodedBase64, isBase64 } from './base64.js';
import type { Hit } from './types.js';

const LEAST = 20;
const LOOK = 64;
const MOST = 65_536;
const DEPTH = 2;

/** Runs of base64 that hold a printable text with a secret in it. `scan` looks at the decoded text. */
export function encodedHits(text: string, depth: number, scan: (plain: string, depth: number) => readonly Hit[]): Hit[] {
  const hits: Hit[] = [];
  if (depth >= DEPTH) return hits;
  let start = -1;
  for (let at = 0; at <= text.length; at += 1) {
    if (at < text.length && isBase64(text.charCodeAt(at))) {
      if (start < 0) start = at;
      continue;
    }
    if (start >= 0 && at - start >= LEAST && at - start <= MOST) {
      const hit = hitIn(text, start, at, depth, scan);
      if (hit !== null) hits.push(hit);
    }
    start = -1;
  }
  return hits;
}

function hitIn(text: string, start: number, end: number, depth: number, scan: (plain: string, depth: number) => readonly Hit[]): Hit | null {
  for (const from of startsOf(text, start, end)) {
    const value = text.slice(from, end);
    const head = decodedBase64(value, LOOK);
    if (head === null || !/[A-Za-z]{2}/.test(head)) continue;
    const plain = value.length <= LOOK ? head : decodedBase64(value, value.length);
    if (plain === null) continue;
    const found = scan(plain, depth + 1);
    if (found.length > 0) return { start: from, end: text.startsWith('==', end) ? end + 2 : text[end] === '=' ? end + 1 : end, rule: 'base64', tier: found.some((hit) => hit.tier === 'flag') ? 'flag' : 'mask' };
  }
  return null;
}

/** A run may begin inside what looks like one: behind an escaped line break, a slash or a diff's sign. */
function startsOf(text: string, start: number, end: number): number[] {
  const starts = [start];
  if (text[start - 1] === '\\' && 'nrt'.includes(text[start] ?? '')) starts[0] = start + 1;
  if ('+-/'.includes(text[start] ?? '')) starts.push(start + 1);
  const slash = start + text.slice(start, Math.min(end, start + 200)).lastIndexOf('/');
  if (slash > start && end - slash > LEAST) starts.push(slash + 1);
  return starts;
}
