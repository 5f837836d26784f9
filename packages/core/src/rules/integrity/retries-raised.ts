import type { DiffFile, Rule } from '../../model/index.js';
import { clean, productOf } from './explain.js';
import { found } from './finding.js';
import { addedIn, type At, counterparts, isAskedBy, isComment, isMoved, removedIn, groupOf } from './lines.js';

const RETRY = /\b(?:jest\.)?retryTimes\s*\(\s*(\d+)|\bretr(?:y|ies)["']?\s*[:=(]\s*(\d+)|\bretries\s*:\s*process\.env\.CI\s*\?\s*(\d+)|--reruns[= ](\d+)|--retr(?:y|ies)[= ](\d+)|\bflaky\s*\(\s*(?:max_runs\s*=\s*)?(\d+)|\breruns\s*=\s*(\d+)|rerunFailingTestsCount\W{1,3}(\d+)|@(?:RepeatedIfExceptionsTest|RetryingTest)\s*\(\s*(?:repeats\s*=\s*)?(\d+)|\[\s*Retry\s*\(\s*(\d+)|\bmaxRetries\s*(?:=|\.set\()\s*(\d+)|@Retry\s*\(\s*(\d+)|\brunMode["']?\s*[:=]\s*(\d+)|\bmax[_-]?retr(?:y|ies)\w*\s*[:=]\s*(\d+)|\brspec-retry\b|\bdefault_retry_count\s*=\s*(\d+)|--rerun-fails(?:=(\d+))?|--flaky_test_attempts=(\d+)/i;
const MARK = /@pytest\.mark\.flaky\b|@flaky\b|\b(?:it|test|describe)\.retry\b|\bthis\.retries\s*\(\s*(\d+)|\.retry\s*\(\s*\d|:retry\s*=>\s*\d|\bretry:\s*\d|#\[\s*(?:flaky|retry)|\bretryAnalyzer\s*=|\bflakyTest\b/;
const TIMEOUT = /\b(?:test|hook|default|suite|global)?_?-?[tT]imeout["']?\s*[:=(]\s*(\d[\d_]*)|\bsetTimeout\s*\(\s*(\d[\d_]{3,})\s*\)|--timeout[= ](\d+)|\btimeout-minutes\s*:\s*(\d+)|-timeout[= ](\d+)/;

export const rule: Rule = {
  id: 'integrity/retries-raised',
  docs: {
    title: 'Failing tests are tried again until they pass',
    why: 'A race is not repaired by running it again. With retries a test that fails now and then is green.',
    fix: 'Repair what makes the test fail, and take the retries away.',
    since: '0.1.0',
  },
  *check(evidence) {
    for (const file of evidence.diff.files) {
      if (!isLookedAt(file) || file.change === 'added') continue;
      const hit = retryIn(file) ?? timeoutIn(file);
      if (hit === null || isMoved(hit.at, evidence.diff)) continue;
      const isAsked = isAskedBy(evidence, hit.isTimeout ? /\btime-?outs?\b/i : /\bretr(?:y|ies|ied)\b|\brerun/i);
      if (hit.isTimeout && isAsked) continue;
      const isFlake = isAskedBy(evidence, /\bflak\w*|\brace\b|\bintermittent|\bsometimes\b|\bunstable|\bnon-?determinis|\bdeadlock|\bfail(?:s|ing|ure)?\b/i);
      const onlyAssertions = /only[-_]rerun.*Assertion/i.test(hit.at.line.text);
      const isHard = !isAsked && !hit.isTimeout && (onlyAssertions || (isFlake && !productOf(evidence.diff).hasChange));
      yield found(isHard ? 'block' : 'warn', `${hit.isTimeout ? 'The timeout of tests was raised' : 'Retries of failing tests were added or raised (flaky, rerun)'} in ${file.path}:${hit.at.line.at}: \`${clean(hit.at.line.text, 80)}\`. Repair what makes them fail, instead of retrying`, [...counterparts(hit.at).slice(0, 1).map((line) => ({ file, line })), { file, line: hit.at.line }]);
    }
  },
};

interface Hit {
  readonly at: At;
  readonly isTimeout: boolean;
}

const isLookedAt = ({ role, path }: DiffFile): boolean => role === 'test' || role === 'config' || role === 'ci' || /config|gradle|makefile|setup|helper/i.test(path) && role === 'source' && /test|jest|vitest|playwright|cypress|mocha|karma|wdio|spec|gradle|makefile/i.test(path);

const isRunner = (file: DiffFile): boolean => file.role === 'test' || /jest|vitest|vite|playwright|cypress|mocharc|karma|wdio|pytest|pyproject|setup\.cfg|tox\.ini|pom\.xml|gradle|package\.json|nextest|phpunit|testcafe|nightwatch|\.bazelrc|\.rspec/i.test(file.path);

function retryIn(file: DiffFile): Hit | null {
  for (const at of addedIn(file)) {
    const text = at.line.code === at.line.text ? at.line.text : `${at.line.code} ${/--re/.test(at.line.text) ? at.line.text : ''}`;
    if (isComment(at.line)) continue;
    const now = sizeOf(RETRY.exec(text));
    const isMark = file.role === 'test' && MARK.test(text);
    if ((now === null || now === 0) && !isMark) continue;
    if (!isMark && !/reruns|retryTimes|rerunFailing|flaky|rspec-retry|retries/i.test(text) && !isRunner(file)) continue;
    if (file.role === 'test' && !isMark && /\w\(.*retr|client|request|fetch|backoff|policy|new \w|assert|expect/i.test(text.replace(/retryTimes\s*\(/, '')) && !/retryTimes|describe|it\(|test\(|test\.describe/.test(text)) continue;
    if (file.role === 'ci' && !/--reruns|--retries|nick-fields\/retry|max_attempts|retry\s*:/.test(text)) continue;
    const before = [...counterparts(at), ...removedIn(file).map(({ line }) => line)].map((line) => sizeOf(RETRY.exec(line.text))).find((size) => size !== null) ?? 0;
    if (isMark || (now ?? 0) > before) return { at, isTimeout: false };
  }
  return null;
}

function timeoutIn(file: DiffFile): Hit | null {
  for (const at of addedIn(file)) {
    const now = sizeOf(TIMEOUT.exec(at.line.code));
    if (now === null || isComment(at.line)) continue;
    const before = counterparts(at).map(({ code }) => sizeOf(TIMEOUT.exec(code))).find((size) => size !== null) ?? null;
    if (before !== null && before > 0 && now >= before * 4) return { at, isTimeout: true };
    if (before === null && /\btestTimeout["']?\s*[:=]/.test(at.line.code) && now >= 30_000 && isRunner(file)) return { at, isTimeout: true };
  }
  return null;
}

function sizeOf(match: RegExpExecArray | null): number | null {
  if (match === null) return null;
  const digits = groupOf(match);
  return digits === undefined ? 1 : Number(digits.replaceAll('_', ''));
}
