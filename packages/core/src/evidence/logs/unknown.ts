import type { Said } from '../../model/index.js';

/** The name under which facts stand that no recognizer claimed. */
export const UNKNOWN = 'unknown';

// Few and strict: a wrong block costs more than a miss here, because the exit status still decides every run that was executed.
// Each pattern is anchored at the line's start or at a fixed word, and every repeat is bounded.

/** Only lines that hold one of these, in any case, are looked at. */
export const LOOSE_WORDS = [
  'fail', 'error', 'exception', 'panic', 'traceback', 'fatal', 'passed', 'passing', 'pass ', 'passes', 'not run', 'not executed', 'not configured',
  'skipped', 'pending', 'flaky', 'warning', 'killed', 'segmentation fault', 'aborted', 'core dumped', 'timed out', '[ ] ', 'exited with', 'exit code',
  'succe', 'not found', 'undefined reference', 'no tests', 'deprecated', ' *** ',
];

const LIMIT = 400;
const FAILURES = [
  /^(?:Uncaught )?[\w.:$]{0,120}(?:Error|Exception|Panic)(?: \[\w{1,60}\])?: \S/, // JS, Python, Java, Ruby: the error's own line
  /^(?:E {2,4})?[\w.]{0,120}(?:Error|Exception)$/,
  /^Traceback \(most recent call last\)/,
  /^(?:thread '[^']{1,200}' )?panic(?:ked)?(?:: | at )/,
  /^thread '[^']{1,200}' (?:\(\d{1,12}\) )?panicked/,
  /^fatal(?: error)?: \S/i,
  /^(?:error|ERROR)(?:\[\w{1,20}\])?: \S/,
  /^\S{1,300}[:(]\d{1,7}(?:[:,]\d{1,7})?\)?: (?:fatal )?error\b/, // gcc, clang, tsc, javac
  /^(?:FAIL|FAILED|FAILURE)(?::? |$)/,
  /^[\w .:/@-]{0,80}\.\.\. (?:FAILED|ERROR)$/,
  /^(?:> Task )?[\w:.-]{1,80} FAILED$/,
  /\bBUILD FAIL(?:ED|URE)\b/,
  /^npm (?:ERR!|error) /,
  /^g?make(?:\[\d{1,3}\])?: \*\*\* /,
  /^(?:\/\S{1,200}|sh|bash|zsh|dash): .{1,200}: (?:command )?not found$/,
  /^(?:\S{1,200}: line \d{1,6}: .{0,80})?(?:Segmentation fault|Killed|Aborted|Bus error|Illegal instruction)(?: \(core dumped\))?$/,
  /^\S{1,200}: line \d{1,6}: {1,10}\d{1,9} (?:Killed|Terminated|Aborted|Segmentation fault|Bus error)\b/, // bash, of a script's command
  /\(core dumped\)$/,
  /^.{0,120}\bexited with (?:exit )?(?:code|status) [1-9]/,
  /^.{0,120}\btimed out after \d/,
  /^Process completed with exit code [1-9]/, // GitHub Actions runner 2.x
  /\bundefined reference to /,
  /^Found [1-9]\d{0,6} (?:errors?|problems?|failures?)\b/,
];
const FAILED_CHECK = /^(?:[-*x✗✖×] )?[\w:./@ -]{1,80} (?:has |have |is |was |were )?(?:failed|failing)(?: with .{1,200})?[.!]?$/i;
const NEGATED = /\b(?:no|not|none|never|zero|0|without|nothing|isn't|wasn't|didn't|if|when|should|would|expected)\b/i;
const SUBJECT = /\b(?:tests?|checks?|specs?|suites?|lint(?:ing)?|types?|type-?check|typecheck|build|compilation|compile|verification|command|ci|pipeline|e2e|unit|integration|coverage|format)\b|[\w-]:[\w-]|\b(?:npm|pnpm|yarn|bun|go|cargo|make|mvn|gradle|pytest|tsc|eslint|jest|vitest|mocha)\b/i;

const PASSED_CHECK = /^(?:[-*✔✓√] |\[x\] |- \[x\] )?(?:all )?[\w:./@ ,&+-]{0,100}?(?: (?:has |have |all )?(?:passed|passes|pass|succeeded)| (?:was |is )?successful(?:ly)?)(?: successfully)?[.!]?$/i;
const PASS_FILE = /^PASS(?::? |$)/;
const GREEN_WORDS = /^(?:All (?:tests|checks|specs)(?: have)? (?:passed|succeeded|green)|BUILD SUCCESS(?:FUL)?(?: in .{1,40})?|build succeeded)[.!]?$/i;

// Behind checks that passed by name this closes a list; alone it says nothing.
const NOTHING_FAILED = /^(?:errors?|failures?|failed|failing)(?: tests?)?: {1,4}0$/i;

const NOT_RUN_BOX = /^\s{0,8}[-*] \[ \] \S/;
const NOT_RUN = /\b(?:verification|checks?|tests?|commands?|suites?|lint|typecheck|build)\b.{0,60}\b(?:was|were|is|are|has been|have been)? ?not (?:been )?(?:run|executed)\b/i;
const NOT_CONFIGURED = /\b(?:verification|checks?|tests?|commands?)\b.{0,60}\bnot configured\b/i;
const SKIPPED_CHECK = /^(?:[-*] )?[\w:./@ -]{1,80} (?:was |were |is |are )?skipped\b/i;
const NO_TESTS = /^(?:no tests? (?:were )?(?:found|ran|run|executed|collected)|0 tests? (?:ran|run|executed))\b/i;
const WARNING = /^(?:warning|warn)(?:\[\w{1,40}\])?: \S/i;
const DEPRECATED = /^(?:\(node:\d{1,9}\) )?(?:\[\w{1,20}\] )?\w{0,20}deprecat(?:ed|ion)\w{0,20}: /i;

// `3 failed`, `Tests 1 failed | 14 passed`, `24 passed, 0 errors in 0.44s`, `api: 4 passed`: a line that opens with a count.
const SUMMARY = /^[=\- ]{0,100}(?:[\w-]{1,30}: {1,8}|(?:Tests?|Test Files|Test Suites|Suites?|Specs?|Checks?|Results?|Total|Summary|Done|Ran|Files?):? {1,8})?\d{1,9} (?:[a-z]+ )?(?:passed|passing|failed|failing|failures?|errors?|skipped|pending|tests?|specs?|examples?|successes)\b/i;
const COUNT = /\b(\d{1,9}) (?:tests? |specs? |checks? )?(passed|passing|successes|failed|failing|failures?|errors?|skipped|pending)\b/gi;

/** What a line says that no recognizer claimed; null when it says nothing. `hasPassed`: some check was named as passed before. */
export function readUnknown(line: string, command: string | null, hasPassed: boolean): Said | null {
  return factOf(line.length > LIMIT ? line.slice(0, LIMIT) : line, command, hasPassed);
}

function factOf(line: string, command: string | null, hasPassed: boolean): Said | null {
  // A checklist is the log's own only outside the output of a command.
  if (command === null && NOT_RUN_BOX.test(line)) return { kind: 'not-run' };
  const text = line.trim();
  if (SUMMARY.test(text)) return summaryOf(text);
  if (hasPassed && NOTHING_FAILED.test(text)) return { kind: 'closed', ok: true };
  if (NOT_CONFIGURED.test(text)) return { kind: 'not-configured' };
  if (NOT_RUN.test(text)) return { kind: 'not-run' };
  if (NO_TESTS.test(text)) return { kind: 'no-tests' };
  if (FAILURES.some((pattern) => pattern.test(text)) || (FAILED_CHECK.test(text) && SUBJECT.test(text) && !NEGATED.test(text))) {
    return { kind: 'failure', name: text, file: null, line: null };
  }
  if (PASS_FILE.test(text) || GREEN_WORDS.test(text) || (PASSED_CHECK.test(text) && SUBJECT.test(text) && !NEGATED.test(text))) return { kind: 'closed', ok: true };
  if (SKIPPED_CHECK.test(text) && SUBJECT.test(text) && !NEGATED.test(text.slice(0, text.toLowerCase().indexOf('skipped')))) return { kind: 'soft', what: 'skipped', amount: 1 };
  if (DEPRECATED.test(text)) return { kind: 'soft', what: 'deprecated', amount: 1 };
  if (WARNING.test(text)) return { kind: 'soft', what: 'warning', amount: 1 };
  return null;
}

function summaryOf(text: string): Said | null {
  const sums = { passed: 0, failed: 0, skipped: 0 };
  let seen = false;
  for (const [, amount = '0', word = ''] of text.matchAll(COUNT)) {
    const key = /^pass|^succ/i.test(word) ? 'passed' : /^skip|^pend/i.test(word) ? 'skipped' : 'failed';
    sums[key] += Number(amount);
    if (key === 'passed' || sums.failed > 0 || sums.skipped > 0) seen = true;
  }
  // `0 failures` alone says neither that something passed nor that nothing was executed.
  return seen ? { kind: 'totals', ...sums } : null;
}
