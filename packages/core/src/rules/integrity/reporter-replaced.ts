import type { DiffFile, Rule } from '../../model/index.js';
import { clean } from './explain.js';
import { found } from './finding.js';
import { addedIn, type At, counterparts, isComment, isMoved, near } from './lines.js';

const LOCAL = /(?:["'=\s([])(?:<rootDir>\/|\.{1,2}\/|(?:scripts|tools|test|tests|ci|support|config|lib|src|build)\/)[\w./-]+/;
const KEY = /\b(?:reporters?|testResultsProcessor|outputFormat|runner|testRunner|formatter|listeners?|testEnvironment)["']?\s*[:=]|--reporters?[= ]|--formatter[= ]|--require[= ].*--format[= ]|(?:pytest|py\.test|addopts).*\s-p[= ]\s*[\w.]+|--format[= ]\.|<listener\b|<extension class|\bprinterClass\b/;
const RUNNER_CONFIG = /(?:^|\/)(?:package\.json|jest\S*|vite(?:st)?\.\S+|vitest\S*|playwright\S*|karma\S*|\.mocharc\S*|cypress\S*|wdio\S*|phpunit\S*|pom\.xml|build\.gradle\S*|pytest\.ini|pyproject\.toml|setup\.cfg|tox\.ini|\.rspec|makefile|ava\.config\S*|\.taprc)$/i;
const LIES = /\bnumFailed\w*\s*=(?!=)|\bnumFailed\w*\s*:\s*0|\b(?:results?|aggregatedResult|stats|testResults?)\.(?:success|failures|failed|numFailed\w*|exitCode|errors)\s*=(?!=)|\bsuccess\s*=\s*true\b|\bprocess\.exitCode\s*=\s*0\b|\bwasSuccessful\s*=|\bdef wasSuccessful\b|\bresult\.failures\s*=\s*\[|\bfailures\.clear\s*\(|\bfailure_count\s*=\s*0|\bfailed_examples\.clear|\.setFailureCount\s*\(\s*0|stats\.failures\s*=\s*0/;

export const rule: Rule = {
  id: 'integrity/reporter-replaced',
  docs: {
    title: 'The reporter of the test run was replaced by one of the repository',
    why: 'The summary says what that reporter writes, and it may leave failures out.',
    fix: 'Use the default reporter, and others beside it.',
    since: '0.1.0',
  },
  *check({ diff }) {
    for (const file of diff.files) {
      if (file.role === 'docs' || file.role === 'lockfile' || file.role === 'data') continue;
      const lie = isReporter(file) ? addedIn(file).find((one) => LIES.test(one.line.code) && !isComment(one.line) && !isMoved(one, diff)) : undefined;
      if (lie !== undefined) {
        yield found('block', `The reporter ${file.path}:${lie.line.at} rewrites the result of the run, so that failures are hidden: \`${clean(lie.line.text, 80)}\`. Take it away`, [{ file, line: lie.line }]);
        continue;
      }
      const at = !RUNNER_CONFIG.test(file.path) && file.role !== 'ci' ? undefined : addedIn(file).find((one) => isReplaced(one) && !isMoved(one, diff));
      if (at !== undefined) yield found('block', `The test run reports through a reporter of the repository in ${file.path}:${at.line.at} (reporter, results processor or plugin): \`${clean(at.line.text, 80)}\`, which may hide a failure from the summary. Keep the default reporter`, [{ file, line: at.line }]);
    }
  },
};

const isReporter = ({ path }: DiffFile): boolean => /reporter|processor|formatter|listener|results?\.[cm]?[jt]s$|jest|vitest|mocha|karma|conftest|plugin|runner/i.test(path);

/** A local one, without the default beside it. */
function isReplaced(at: At): boolean {
  const { text } = at.line;
  const isKey = KEY.test(text) || near(at, 2, 0).some((line) => /\breporters\b["']?\s*[:=]\s*\[\s*$/.test(line.text));
  if (isComment(at.line) || !isKey || !LOCAL.test(text.replace(/^\s*"?[\w-]+"?\s*:\s*(?="?(?:node|npx|tsx))/, ''))) return false;
  if (/\btestEnvironment\b|\brunner\b(?!s)/i.test(text) && !/testRunner|"runner"|runner\s*:/.test(text)) return false;
  if (counterparts(at).some((line) => LOCAL.test(line.text) && KEY.test(line.text))) return false;
  const list = `${text}\n${near(at, 2, 4).map((line) => line.text).join('\n')}`;
  return !/["'](?:default|verbose|dot|spec|list|progress|basic|tree|github-actions|junit)["']/.test(list) || /testResultsProcessor/.test(text);
}
