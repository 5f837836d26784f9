import type { Rule } from '../../model/index.js';
import { changesOf } from './changes.js';
import { clean, count } from './explain.js';
import { found } from './finding.js';

export const rule: Rule = {
  id: 'integrity/assertion-tautological',
  docs: {
    title: 'A check that cannot fail',
    why: 'Both sides are the same, or the condition is a constant: the check is green whatever the code does.',
    fix: 'Compare what the code gives with what it should give.',
    since: '0.1.0',
  },
  *check(evidence) {
    for (const { pair, matches, lost, gained } of changesOf(evidence)) {
      const match = matches.find(({ old, now }) => now.isTautology && !old.isTautology && now.line.side === 'added');
      const added = gained.find(({ isTautology, line }) => isTautology && line.side === 'added');
      const line = match?.now.line ?? added?.line;
      // One that only came along takes nothing away: `t.ok(true, 'reached')` is a mark.
      const isReplaced = match !== undefined || lost.length > 0;
      if (line === undefined || !isReplaced) continue;
      yield found('block', `The assertion in ${pair.now.file.path}:${line.at} is a tautology that is always true and cannot fail: \`${clean(line.text.trim())}\` stands where a real check was. Compare with the expected value`, [...(match === undefined ? [] : [{ file: pair.now.file, line: match.old.line }]), { file: pair.now.file, line }]);
    }
    const bare = evidence.tests.added.filter(({ isGroup, assertions }) => !isGroup && assertions.length > 0 && assertions.every(({ isTautology }) => isTautology));
    const [first] = bare;
    const line = first?.assertions[0]?.line;
    if (first === undefined || line === undefined) return;
    const isReplaced = bare.some(({ file }) => evidence.tests.removed.some((test) => test.file === file && !test.isGroup));
    yield found(isReplaced ? 'block' : 'warn', `${count(bare.length, 'new test')} (\`${clean(first.name)}\`) in ${first.file.path}:${line.at} only ${bare.length === 1 ? 'holds' : 'hold'} an assertion that is always true (a tautology) and cannot fail: \`${clean(line.text.trim())}\`. Compare with the expected value`, bare.map(({ file, assertions }) => ({ file, line: assertions[0]?.line ?? null })));
  },
};
