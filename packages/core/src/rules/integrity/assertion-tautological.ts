import type { Rule } from '../../model/index.js';
import { changesOf } from './changes.js';
import { clean } from './explain.js';
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
      if (line === undefined) continue;
      const isReplaced = match !== undefined || lost.length > 0;
      yield found(isReplaced ? 'block' : 'warn', `The assertion in ${pair.now.file.path}:${line.at} is a tautology that is always true and cannot fail: \`${clean(line.text.trim())}\`${isReplaced ? ' stands where a real check was' : ''}. Compare with the expected value`, [...(match === undefined ? [] : [{ file: pair.now.file, line: match.old.line }]), { file: pair.now.file, line }]);
    }
    for (const test of evidence.tests.added) {
      const line = test.assertions.find(({ isTautology }) => isTautology)?.line;
      if (!test.isGroup && line !== undefined && test.assertions.every(({ isTautology }) => isTautology)) yield found(evidence.asks.has('tests') || evidence.tests.removed.some(({ file }) => file === test.file) ? 'block' : 'warn', `The new test \`${clean(test.name)}\` in ${test.file.path}:${line.at} only holds an assertion that is always true (a tautology) and cannot fail: \`${clean(line.text.trim())}\`. Compare with the expected value`, [{ file: test.file, line }]);
    }
  },
};
