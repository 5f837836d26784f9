import type { DiffFile, Rule } from '../../model/index.js';
import { clean } from './explain.js';
import { found } from './finding.js';
import { addedIn, type At, isComment, isMoved, near } from './lines.js';

// pytest's hooks that can rewrite what happened, and what in them does.
const HOOK = /\bdef\s+(pytest_\w+)\s*\(/;
const REWRITES = /\.outcome\s*=(?!=)|\.exitstatus\s*=(?!=)|\bos\._exit\s*\(\s*0|\bsession\.exitstatus\b.*=(?!=)|\bforce_result\s*\(|\.testsfailed\s*=(?!=)|\bpytest\.exit\s*\([^)]*returncode\s*=\s*0|\bshouldfail\s*=\s*False|\bstats\b.*(?:\.pop\(|\.clear\(|\[["'](?:failed|error)["']\]\s*=)|\.wasxfail\s*=|\bdel\s+\w*stats\[/;
const DROPS = /\bitems\s*\[\s*:\s*\]\s*=(?!=)|\bitems\.(?:remove|clear|pop)\s*\(|\bdel\s+items\b|\bpytest_deselected\s*\(|\bsession\.items\s*=(?!=)/;
const KEEPS_ALL = /\b(?:sorted|reversed|random|shuffle|sort)\b/;
const OTHER = /\bpytest_ignore_collect\b|\bpytest_pycollect_makeitem\b/;
const RUBY = /\bconfig\.(?:after|before)\s*\(?\s*:suite|\bat_exit\b|\bMinitest\.after_run\b|\bRSpec\.world\.|\bexample\.exception\s*=|instance_variable_set\s*\(?\s*:@(?:exception|status|failures)|\bset_exception\s*\(?\s*nil|config\.failure_exit_code\s*=\s*0|\bfilter_run_excluding\b|config\.error_exit_code\s*=\s*0/;
const JAVA = /\bimplements\b[^{]*\b(?:TestExecutionExceptionHandler|InvocationInterceptor|TestWatcher|LifecycleMethodExecutionExceptionHandler|ExecutionCondition|IRetryAnalyzer|IInvokedMethodListener|ITestListener|TestExecutionListener|PostDiscoveryFilter)\b|\bITestResult\.SUCCESS\b|\.setStatus\s*\(\s*(?:ITestResult\.SUCCESS|1)/;
const NET = /\bITestAction\b|\bIWrapTestMethod\b|\bTestFrameworkExecutor\b|\bTestContext\.CurrentContext\.Result\b.*=(?!=)|\bResultState\.Success\b|\bSetResult\s*\(/;
const JS = /\bjest\.retryTimes\b.*Infinity|\b(?:task|test|result|testResult|ctx\.task|this\.currentTest)\.(?:result\.)?(?:state|status)\s*=\s*["'](?:pass|passed)["']|\bcurrentTest\.(?:err|state)\s*=|\bprocess\.exitCode\s*=\s*0\b|\bnumFailedTests\s*=\s*0|\bresult\.errors\s*=\s*(?:\[\s*\]|undefined)|\bRunner\.prototype\.(?:fail|run)\s*=/;

export const rule: Rule = {
  id: 'integrity/runner-hook',
  docs: {
    title: 'A hook of the test runner rewrites what happened',
    why: 'The hook decides after the test what its outcome is, or before it which tests there are. The summary says what the hook says.',
    fix: 'Take the hook away, or let it only add to what the runner does.',
    since: '0.1.0',
  },
  *check({ diff }) {
    for (const file of diff.files) {
      if (file.role === 'docs' || file.role === 'lockfile') continue;
      const hit = hitIn(file);
      if (hit === null || isMoved(hit.at, diff)) continue;
      yield found(hit.isSoft ? 'warn' : 'block', `A hook of the test runner (conftest, plugin or listener) in ${file.path}:${hit.at.line.at} ${hit.says}: \`${clean(hit.at.line.text, 80)}\`, so the outcome or the collection of tests is no longer the runner's. Take it away`, [{ file, line: hit.at.line }]);
    }
  },
};

interface Hit {
  readonly at: At;
  readonly says: string;
  readonly isSoft?: boolean;
}

function hitIn(file: DiffFile): Hit | null {
  switch (file.language) {
    case 'python':
      return pythonIn(file);
    case 'ruby':
      return /spec|test/i.test(file.path) ? oneOf(file, RUBY, 'rewrites the outcome or leaves examples out', (at) => !/:suite|at_exit|after_run|filter_run_excluding/.test(at.line.text) || /\bexit!?\b|failed|exception|status|\bfilter_run_excluding\b.*(?!:slow|:focus)/.test(bodyText(at))) : null;
    case 'java':
    case 'kotlin':
    case 'groovy':
      return file.role === 'test' || /test/i.test(file.path) ? oneOf(file, JAVA, 'catches or rewrites the outcome of tests', (at) => !/\bthrow\b/.test(bodyText(at)) || /SUCCESS/.test(at.line.text)) : null;
    case 'c-sharp':
      return file.role === 'test' || /test/i.test(file.path) ? oneOf(file, NET, 'rewrites the outcome of tests', () => true) : null;
    case 'typescript':
    case 'tsx':
    case 'javascript':
      return /test|spec|setup|jest|vitest|mocha|reporter|runner|environment|global/i.test(file.path) ? oneOf(file, JS, 'rewrites the outcome of tests', () => true) : null;
    default:
      return null;
  }
}

function oneOf(file: DiffFile, pattern: RegExp, says: string, fits: (at: At) => boolean): Hit | null {
  const at = addedIn(file).find((one) => pattern.test(one.line.code) && !isComment(one.line) && fits(one));
  return at === undefined ? null : { at, says };
}

function pythonIn(file: DiffFile): Hit | null {
  const isPlugin = /conftest\.py$|plugin|pytest_\w+\.py$/.test(file.path) || file.hunks.some(({ lines }) => lines.some(({ code }) => HOOK.test(code)));
  if (!isPlugin) return null;
  const added = addedIn(file);
  const rewrite = added.find(({ line }) => REWRITES.test(line.code) && !isComment(line));
  if (rewrite !== undefined) return { at: rewrite, says: 'rewrites the outcome or the exit status' };
  const drop = added.find((at) => DROPS.test(at.line.code) && !KEEPS_ALL.test(at.line.code) && !isByOption(at) && !isSorted(at));
  if (drop !== undefined) return { at: drop, says: 'leaves collected tests out (deselect)' };
  const other = added.find((at) => OTHER.test(at.line.code) && HOOK.test(at.line.code) && /return\s+True/.test(bodyText(at)) && !isByOption(at));
  if (other !== undefined) return { at: other, says: 'keeps files from being collected' };
  const skip = added.find((at) => /\badd_marker\s*\(\s*(?:pytest\.mark\.)?(?:skip|xfail)\b/.test(at.line.code) && !isByOption(at) && /\bnodeid\b|\.name\b|["']\w*(?:test|fail)/.test(`${near(at, 6, 0).map(({ text }) => text).join('\n')}\n${at.line.text}`));
  if (skip !== undefined) return { at: skip, says: 'skips tests by name' };
  const plugin = added.find(({ line }) => /^pytest_plugins\s*=/.test(line.code) && /["']\.|["'](?:tests?|conftest|plugins?)[.\w]*["']/.test(line.text) && addedIn(file).some(({ line: one }) => REWRITES.test(one.code)));
  return plugin === undefined ? null : { at: plugin, says: 'loads a plugin of the repository' };
}

/** What a command-line option or a marker asks for is no secret. */
function isByOption(at: At): boolean {
  return /\bgetoption\b|\bgetini\b|\bconfig\.option\b|get_closest_marker|\bkeywords\b|\bmarkers?\b/.test(near(at, 12, 4).map(({ code }) => code).join('\n'));
}

function isSorted(at: At): boolean {
  const name = /items\s*\[\s*:\s*\]\s*=\s*(\w+)\s*$/.exec(at.line.code)?.[1];
  return name !== undefined && near(at, 12, 0).some(({ code }) => new RegExp(`\\b${name}\\b\\s*(?:=|\\+=).*(?:sorted|list\\(items\\)|\\+)|shuffle\\(\\s*${name}`).test(code));
}

const bodyText = (at: At): string => [at.line.text, ...near(at, 0, 14).map(({ text }) => text)].join('\n');
