import type { DiffFile, Evidence, Rule } from '../../model/index.js';
import { clean } from './explain.js';
import { found } from './finding.js';
import { addedIn, fileName } from './lines.js';

const GATE = /(?:^|\/)(?:\.verifier\/|\.kaizen\/(?:runs|receipts|results?|state)|\.claude\/(?:receipts|state|\.\w*(?:done|passed)))|(?:^|\/)(?:verdict|receipts?|attestation|findings|gate-result)(?:[.-][\w.-]*)?\.json$|(?:^|\/)receipts?\/[^/]+\.json$|\.intoto\.jsonl$/;
const RESULT = /(?:^|\/)(?:TEST-[^/]+\.xml|(?:junit|xunit|test-?results?|test-?report|surefire|pytest-report|jest-(?:results|junit)|vitest-results|results)(?:[._-][^/]*)?\.(?:xml|json|trx)|coverage-(?:summary|final)\.json|lcov\.info|[^/]+\.trx|coverage\.(?:xml|out|json|lcov|info)|cobertura(?:-coverage)?\.xml|clover\.xml|\.coverage|jacoco\.(?:xml|csv|exec)|nunit-\S+\.xml|test-output\.(?:txt|log|json)|allure-results\/\S+)$/i;
const FIXTURE = /(?:^|\/)(?:fixtures?|__fixtures__|testdata|test-data|test_data|resources|samples?|examples?|golden|snapshots?|__snapshots__|mocks?|__mocks__|cassettes|corpus|docs?)\//i;

export const rule: Rule = {
  id: 'integrity/artifact-forged',
  docs: {
    title: 'The result of a check was committed',
    why: 'A result is what a check writes when it runs. In the change it is only a text that says what its author likes.',
    fix: 'Take the file out, ignore it, and let the check write it.',
    since: '0.1.0',
  },
  *check({ diff }) {
    for (const file of diff.files) {
      if (file.change === 'deleted' || file.change === 'renamed') continue;
      if (GATE.test(file.path) && !FIXTURE.test(file.path) && !/schema/.test(file.path) && file.role !== 'source' && file.role !== 'test' && fileName(file.path) !== '.gitignore' && isGateData(file)) {
        yield found('block', `A result of the gate was committed by hand: ${file.path} (a forged artifact such as a verdict or receipt). Take it out, and let the gate write it`, [{ file, line: addedIn(file)[0]?.line ?? null }]);
      } else if (RESULT.test(file.path) && !FIXTURE.test(file.path) && (addedIn(file).length > 0 || file.binary)) {
        const isRead = readsReports(file, diff) || /tests?="\d|<testsuite|"numPassedTests"|"pct"|line-rate|LF:\d|outcome="/.test(addedIn(file).map(({ line }) => line.text).join('\n').slice(0, 20_000));
        yield found(isRead && file.change === 'added' ? 'block' : 'warn', `A result file of tests or coverage was committed: ${file.path}${addedIn(file)[0] === undefined ? '' : ` (\`${clean(addedIn(file)[0]?.line.text ?? '', 60)}\`)`}. A report like this JUnit or coverage file is an artifact that only a run may write, so take it out and ignore it`, [{ file, line: addedIn(file)[0]?.line ?? null }]);
      }
    }
  },
};

/** A verdict says a verdict; `findings.json` may be anything. */
function isGateData(file: DiffFile): boolean {
  if (/\.verifier\/|\.kaizen\/|\.claude\/|intoto/.test(file.path)) return true;
  return /"(?:verdict|final_verdict|exit_code|exitCode|status|passed|subject|predicateType|must_fix|commands)"/.test(addedIn(file).map(({ line }) => line.text).join('\n').slice(0, 20_000));
}

function readsReports({ path }: DiffFile, diff: Evidence['diff']): boolean {
  const name = fileName(path);
  return diff.files.some((other) => (other.role === 'ci' || other.language === 'bash') && addedIn(other).some(({ line }) => line.text.includes(name)));
}
