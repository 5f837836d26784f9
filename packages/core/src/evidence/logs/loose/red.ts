import { NEGATED, SUBJECT } from './subject.js';

// Few and strict: a wrong block costs more than a miss here, because the exit status still decides every run that was executed.
// Each pattern is anchored at the line's start or at a fixed word, and every repeat is bounded.
const FAILURES = [
  /^(?:Uncaught )?[\w.:$]{0,120}(?:Error|Exception|Panic)(?: \[\w{1,60}\])?: \S/, // JS, Python, Java, Ruby: the error's own line
  /^(?:E {2,4})?[\w.]{0,120}(?:Error|Exception)$/,
  /^Traceback \(most recent call last\)/,
  /^(?:thread '[^']{1,200}' )?panic(?:ked)?(?:: | at )/,
  /^thread '[^']{1,200}' (?:\(\d{1,12}\) )?panicked/,
  /^fatal(?: error)?: \S/i,
  /^(?:error|ERROR)(?:\[\w{1,20}\])?: \S/,
  /^\[(?:ERROR|FATAL|FAIL|FAILED|FAILURE)\] \S/,
  /^\S{1,300}[:(]\d{1,7}(?:[:,]\d{1,7})?\)?: (?:fatal )?error\b/, // gcc, clang, tsc, javac
  /^(?:FAIL|FAILED|FAILURE)(?::? |$)/,
  /^(?:overall |final |test |build )?(?:results?|status|outcome|verdict|conclusion)(?: code)?[:=] {0,8}(?:[❌✗✘✖]\uFE0F? ?)?(?:FAIL(?:ED|URE|ING)?|ERRORS?|ABORTED|CANCELL?ED|UNSTABLE|BROKEN|CRASHED|RED)[.!]?$/i,
  /^[\w .:/@-]{0,80}\.\.\. (?:FAILED|ERROR)$/,
  /^(?:> Task )?[\w:.-]{1,80} FAILED$/,
  /\bBUILD FAIL(?:ED|URE)\b/,
  /^npm (?:ERR!|error) /,
  /^g?make(?:\[\d{1,3}\])?: \*\*\* /,
  /^(?:\/\S{1,200}|sh|bash|zsh|dash): .{1,200}: (?:command )?not found$/,
  /^(?:\S{1,200}: line \d{1,6}: .{0,80})?(?:Segmentation fault|Killed|Terminated|Aborted|Bus error|Illegal instruction)(?: \(core dumped\))?$/,
  /^\S{1,200}: line \d{1,6}: {1,10}\d{1,9} (?:Killed|Terminated|Aborted|Segmentation fault|Bus error)\b/, // bash, of a script's command
  /\(core dumped\)$/,
  /^.{0,120}\bexited with (?:exit )?(?:code|status) [1-9]/,
  /^.{0,120}\btimed out after \d/,
  /^Process completed with exit code [1-9]/, // GitHub Actions runner 2.x
  /^The (?:operation was canceled\.|runner has received a shutdown signal\b|job running on runner .{1,120} has exceeded\b)/, // GitHub Actions runner 2.x
  /\bundefined reference to /,
  /^Found [1-9]\d{0,6} (?:errors?|problems?|failures?)\b/,
  /^(?:\[\w{1,20}\] )?Unhandled(?: ?promise)? ?(?:rejections?|exceptions?|errors?)\b/i,
  /^.{0,80}\bcoverage\b.{0,120}\b(?:does not meet|do not meet|not met|not reached|is below|below the)\b/i, // c8, jest, vitest, pytest-cov
];
const FAILED_CHECK = /^(?:[-*x✗✖×❌] )?[\w:./@ -]{1,80} (?:has |have |is |was |were )?(?:failed|failing)(?: with .{1,200})?[.!]?$/i;

/** Does the line, without blanks around it, say that a check failed? */
export const isRedLine = (text: string): boolean => FAILURES.some((pattern) => pattern.test(text)) || (FAILED_CHECK.test(text) && SUBJECT.test(text) && !NEGATED.test(text));
