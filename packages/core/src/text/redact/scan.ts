import { anchorScan } from './anchors.js';
import { encodedHits } from './encoded.js';
import { knownValues } from './known.js';
import type { Hit, RedactOptions } from './types.js';
import { plainView } from './view.js';

/** Where secrets stand in the text, in order, without overlap and never across a line break. */
export function secretHits(text: string, options: RedactOptions = {}): readonly Hit[] {
  const view = plainView(text);
  const known = knownValues(options);
  const look = (plain: string, depth: number): Hit[] => {
    const found = anchorScan(plain, depth);
    for (const hit of encodedHits(plain, depth, look)) found.push(hit);
    if (known !== null) for (const hit of known.hits(plain)) found.push(hit);
    return found;
  };
  const found = look(view.text, 0);
  const hits = merged(found.every((hit) => isSingle(view.text, hit)) ? found : found.flatMap((hit) => (isSingle(view.text, hit) ? [hit] : singleLines(view.text, hit))));
  return view.text === text ? hits : hits.map((hit) => ({ ...hit, start: view.startOf(hit.start), end: view.endOf(hit.end) }));
}

/** Overlapping hits become one; the surer one names it. */
function merged(hits: Hit[]): Hit[] {
  const order = (a: Hit, b: Hit) => a.start - b.start || b.end - a.end;
  if (hits.some((hit, at) => at > 0 && order(hits[at - 1] ?? hit, hit) > 0)) hits.sort(order);
  // In place: of a long text there may be hundreds of thousands.
  let count = 0;
  for (const hit of hits) {
    const last = count > 0 ? hits[count - 1] : undefined;
    if (last === undefined || hit.start >= last.end) {
      hits[count] = hit;
      count += 1;
      continue;
    }
    const surer = last.tier === 'mask' && hit.tier === 'flag' ? hit : last;
    const outer = hit.end > last.end ? { end: hit.end, ...(hit.mask !== undefined && { mask: hit.mask }) } : { end: last.end, ...(last.mask !== undefined && { mask: last.mask }) };
    hits[count - 1] = { start: last.start, rule: surer.rule, tier: surer.tier, ...outer };
  }
  hits.length = count;
  return hits;
}

function isSingle(text: string, { start, end }: Hit): boolean {
  const last = text.charCodeAt(end - 1);
  return last !== BACKSLASH && last !== BLANK && last !== RETURN && !text.slice(start, end).includes('\n');
}
const [BACKSLASH, BLANK, RETURN] = [92, 32, 13] as const;

/** A hit per line, so that line breaks stay. An escape that the hit would cut in two stays whole. */
function singleLines(text: string, hit: Hit): Hit[] {
  const body = text.slice(hit.start, hit.end);
  const hits: Hit[] = [];
  let from = hit.start;
  while (from < hit.end) {
    const found = body.indexOf('\n', from - hit.start);
    const stop = found < 0 ? hit.end : hit.start + found;
    let end = stop;
    while (end > from && (text[end - 1] === '\r' || (end < hit.end && text[end - 1] === ' '))) end -= 1;
    let slashes = 0;
    while (end - slashes > from && text[end - slashes - 1] === '\\') slashes += 1;
    if (slashes % 2 === 1) end -= 1;
    if (end > from) hits.push({ ...hit, start: from, end });
    from = stop + 1;
  }
  return hits;
}
