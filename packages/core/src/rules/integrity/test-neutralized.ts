import type { Rule, TestPair } from '../../model/index.js';
import { clean } from './explain.js';
import { found } from './finding.js';

export const rule: Rule = {
  id: 'integrity/test-neutralized',
  docs: {
    title: 'A test ends before its checks',
    why: 'A `return` in front of the checks, or an empty body, leaves a test that passes whatever the code does.',
    fix: 'Take the early end away, and make the checks pass.',
    since: '0.1.0',
  },
  *check({ tests }) {
    for (const pair of [...tests.kept, ...tests.outside]) {
      const { old, now } = pair;
      if (now.isGroup) continue;
      if (now.stopped !== null && old.stopped === null && now.stopped.line.side === 'added') {
        yield found('block', `${nameOf(pair)} in ${now.file.path}:${now.stopped.line.at} was neutralized: it returns before its assertions with \`${clean(now.stopped.text)}\`, so they never run. Take the early return away`, [{ file: now.file, line: now.stopped.line }]);
      } else if (isEmptied(pair)) {
        yield found('block', `${nameOf(pair)} in ${now.file.path}:${now.line.at} was emptied: its body is gone, so no assertion is left and it passes whatever happens. Restore its body`, [{ file: now.file, line: now.line }]);
      }
    }
  },
};

const nameOf = ({ now }: TestPair): string => (now.name === '' ? 'A test' : `The test \`${clean(now.name)}\``);

/** It held checks, and holds nothing now but an end. */
function isEmptied({ old, now }: TestPair): boolean {
  if (now.name === '' || !now.isWhole || old.assertions.length === 0 || now.assertions.length > 0 || now.undiscovered !== null) return false;
  const left = now.body.replace(/^[\s({,]*(?:async)?(?:function)?\(?\w*\)?(?:=>)?\{?/, '').replace(/\b(?:pass|return|true|undefined|end|do|nil|None)\b|\.\.\.|[\s{}();:,=>]/g, '');
  return left.length < 3;
}
