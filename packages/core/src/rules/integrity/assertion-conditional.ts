import type { Hunk, Rule } from '../../model/index.js';
import { changesOf, type PairChange } from './changes.js';
import { clean } from './explain.js';
import { found } from './finding.js';

export const rule: Rule = {
  id: 'integrity/assertion-conditional',
  docs: {
    title: 'A check runs only under a condition',
    why: 'Where the condition does not hold the test checks nothing and is green, which is just when it should be red.',
    fix: 'Take the condition away, or check in its other branch as well.',
    since: '0.1.0',
  },
  *check(evidence) {
    for (const change of changesOf(evidence)) {
      const { pair, matches } = change;
      const moved = matches.find(({ old, now }) => now.around.includes('conditional') && !old.around.includes('conditional') && !now.isTautology);
      if (moved === undefined || isCounted(change)) continue;
      yield found('block', `An assertion of ${pair.now.name === '' ? 'a test' : `\`${clean(pair.now.name)}\``} in ${pair.now.file.path}:${moved.now.line.at} only runs under a condition now (guarded by an \`if\`): \`${clean(moved.now.line.text.trim())}\`. Check it unconditionally, or fail in the other branch`, [{ file: pair.now.file, line: moved.now.line }]);
    }
  },
};

/** The test says how many checks it expects, or makes sure of the condition itself. */
function isCounted({ pair: { now }, gained }: PairChange): boolean {
  const hunk = now.file.hunks[now.hunk];
  return (hunk !== undefined && saysCount(hunk)) || gained.some(({ around }) => !around.includes('conditional'));
}

/** Looked for once in a hunk, however many tests stand in it. */
function saysCount(hunk: Hunk): boolean {
  const before = counted.get(hunk);
  if (before !== undefined) return before;
  const says = hunk.lines.some(({ side, code }) => side !== 'removed' && /\bexpect\.(?:assertions|hasAssertions)\s*\(|\bt\.plan\s*\(|\bassert\.expect\s*\(/.test(code.slice(0, 500)));
  counted.set(hunk, says);
  return says;
}
const counted = new WeakMap<Hunk, boolean>();
