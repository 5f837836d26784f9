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
  return merged(look(view.text, 0).flatMap((hit) => singleLines(view.text, hit))).map((hit) => ({ ...hit, start: view.startOf(hit.start), end: view.endOf(hit.end) }));
}

/** Overlapping hits become one; the surer one names it. */
function merged(hits: Hit[]): Hit[] {
  hits.sort((a, b) => a.start - b.start || b.end - a.end);
  const out: Hit[] = [];
  for (const hit of hits) {
    const last = out[out.length - 1];
    if (last === undefined || hit.start >= last.end) {
      out.push(hit);
      continue;
    }
    const surer = last.tier === 'mask' && hit.tier === 'flag' ? hit : last;
    const outer = hit.end > last.end ? { end: hit.end, ...(hit.mask !== undefined && { mask: hit.mask }) } : { end: last.end, ...(last.mask !== undefined && { mask: last.mask }) };
    out[out.length - 1] = { start: last.start, rule: surer.rule, tier: surer.tier, ...outer };
  }
  return out;
}

/** A hit per line, so that line breaks stay. An escape that the hit would cut in two stays whole. */
function singleLines(text: string, hit: Hit): Hit[] {
  const body = text.slice(hit.start, hit.end);
  if (!body.includes('\n') && !/[\\ \r]$/.test(body)) return [hit];
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
