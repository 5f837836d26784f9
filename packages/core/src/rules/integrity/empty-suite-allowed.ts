import type { Rule } from '../../model/index.js';
import { holdsCommands } from './checks.js';
import { clean } from './explain.js';
import { found } from './finding.js';
import { addedIn, isComment, isMoved, removedIn } from './lines.js';

// jest, vitest; ava; cypress and others; surefire; nextest; PHPUnit; pytest's exit status 5.
const FLAG = /--pass-?[wW]ith-?[nN]o-?[tT]ests\b|\bpassWithNoTests["']?\s*[:=]\s*true|--allow-no-tests\b|\ballowNoTests["']?\s*[:=]\s*true|\bfailIfNo(?:Specified)?Tests\s*[=>]\s*false|--no-tests[= ](?:pass|warn)\b|--pass-on-no-tests\b|\bfailOnEmptyTestSuite\s*=\s*["']false|--no-fail-on-empty\b|--fail-if-no-examples[= ]false|\bfail_if_no_examples\s*=\s*false|\[\s*["']?\$\?["']?\s*(?:-eq|-le|=|==)\s*["']?5["']?\s*\]|\bfailOnNoDiscoveredTests\s*[=.]\s*(?:set\()?false|--ignore-failed-no-tests|--treat-no-tests-as-success/;

const FIXTURE = /(?:^|\/)(?:fixtures?|testdata|test-data|corpus|cassettes|samples?)\//;

export const rule: Rule = {
  id: 'integrity/empty-suite-allowed',
  docs: {
    title: 'A suite without tests counts as green',
    why: 'When no test is found, because a path or a pattern is wrong, nothing says so.',
    fix: 'Take the flag away, so that a run without tests fails.',
    since: '0.1.0',
  },
  *check({ diff, asks }) {
    for (const file of diff.files) {
      if (!(holdsCommands(file) || file.role === 'config') || file.role === 'data' || FIXTURE.test(file.path)) continue;
      const at = addedIn(file).find((one) => FLAG.test(one.line.text) && !isComment(one.line) && !isMoved(one, diff));
      if (at === undefined || removedIn(file).some(({ line }) => FLAG.test(line.text))) continue;
      const isNew = file.change === 'added' && !asks.has('fix-check');
      yield found(isNew ? 'warn' : 'block', `${file.path}:${at.line.at} lets a run with no tests pass (an empty suite is green, as with passWithNoTests): \`${clean(at.line.text, 80)}\`. Take the flag away, so that a run without tests fails`, [{ file, line: at.line }]);
    }
  },
};
