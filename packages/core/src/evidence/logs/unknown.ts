import type { Said } from '../../model/index.js';
import { readCounts } from './loose/counts.js';
import { isPartLine, isTrouble } from './loose/doubt.js';
import { isGreenLine } from './loose/green.js';
import { isRedLine } from './loose/red.js';
import { NEGATED, SUBJECT } from './loose/subject.js';
import { isSpoken } from './loose/words.js';

/** The name under which facts stand that no recognizer claimed. */
export const UNKNOWN = 'unknown';

/** Only lines that hold one of these, in any case, are looked at. */
export const LOOSE_WORDS = [
  'fail', 'error', 'exception', 'panic', 'traceback', 'fatal', 'passed', 'passing', 'pass ', 'pass:', 'passes', 'not run', 'not executed', 'not configured',
  'skipped', 'pending', 'flaky', 'warning', 'killed', 'segmentation fault', 'aborted', 'core dumped', 'timed out', '[ ] ', 'exited with', 'exit code',
  'succe', 'not found', 'undefined reference', 'no tests', 'deprecated', ' *** ', 'terminated', 'crash', 'cancel', 'interrupted', 'unhandled', 'rejection',
  'not meet', 'not met', 'not reached', 'result: ', 'status: ', 'outcome: ', ' green', 'shutdown signal', 'has exceeded',
];

const LIMIT = 400;
// Behind checks that passed by name this closes a list; alone it says nothing.
const NOTHING_FAILED = /^(?:errors?|failures?|failed|failing)(?: tests?)?: {1,4}0$/i;
const NOT_RUN_BOX = /^\s{0,8}[-*] \[ \] \S/;
const NOT_RUN = /\b(?:verification|checks?|tests?|commands?|suites?|lint|typecheck|build)\b.{0,60}\b(?:was|were|is|are|has been|have been)? ?not (?:been )?(?:run|executed)\b/i;
const NOT_CONFIGURED = /\b(?:verification|checks?|tests?|commands?)\b.{0,60}\bnot configured\b/i;
const SKIPPED_CHECK = /^(?:[-*] )?[\w:./@ -]{1,80} (?:was |were |is |are )?skipped\b/i;
const NO_TESTS = /^(?:no tests? (?:were )?(?:found|ran|run|executed|collected)|0 tests? (?:ran|run|executed))\b/i;
const WARNING = /^(?:warning|warn)(?:\[\w{1,40}\])?: \S/i;
const DEPRECATED = /^(?:\(node:\d{1,9}\) )?(?:\[\w{1,20}\] )?\w{0,20}deprecat(?:ed|ion)\w{0,20}: /i;

// GitHub Actions runner 2, commands of a workflow: `::error file=a.ts,line=3,col=5::text`.
const ANNOTATION = /^::(?<level>error|warning)(?: (?<where>[^:]{1,300}))?::(?<what>\S.{0,300})/;

const CARET = 94;
const CROSS = 0x274c;

/** What was said before the line that is read. */
export interface Before {
  /** Some check was named as passed. */
  readonly hasPassed: boolean;
  /** A line that no recognizer claimed said that all is well. */
  readonly isGreen: boolean;
}

/** Marks that make a line worth a look, and are too short for a word of LOOSE_WORDS: `^C`, `❌ build`. */
export const isMarked = (line: string): boolean => {
  const first = line.charCodeAt(0);
  return first === CARET || first === CROSS;
};

/** What a line says that no recognizer claimed; nothing, most of the time. */
export function readUnknown(line: string, command: string | null, before: Before): readonly Said[] {
  const text = line.length > LIMIT ? line.slice(0, LIMIT) : line;
  // A checklist is the log's own only outside the output of a command.
  if (command === null && NOT_RUN_BOX.test(text)) return [{ kind: 'not-run' }];
  const bare = text.trim();
  const counts = readCounts(bare);
  if (counts.length > 0) return counts;
  const said = factOf(bare, before);
  return said === null ? [] : [said];
}

/** The same of a line behind a prefix, be it of a package or of a sentence: somebody's word is no green light, a quoted failure is a failure. */
export const readUnknownBehind = (prefix: string, line: string, command: string | null, before: Before): readonly Said[] =>
  readUnknown(line, command, before).filter((said) => !isGood(said) || !isSpoken(prefix));

export const isGood = (said: Said): boolean => (said.kind === 'closed' && said.ok) || (said.kind === 'totals' && said.passed > 0 && said.failed === 0);

function factOf(text: string, { hasPassed, isGreen }: Before): Said | null {
  const annotation = text.startsWith('::') ? annotated(text) : null;
  if (annotation) return annotation;
  if (hasPassed && NOTHING_FAILED.test(text)) return { kind: 'closed', ok: true };
  if (NOT_CONFIGURED.test(text)) return { kind: 'not-configured' };
  if (NOT_RUN.test(text)) return { kind: 'not-run' };
  if (NO_TESTS.test(text)) return { kind: 'no-tests' };
  if (isRedLine(text)) return { kind: 'failure', name: text, file: null, line: null };
  if (isGreenLine(text)) return { kind: 'closed', ok: true };
  if (SKIPPED_CHECK.test(text) && SUBJECT.test(text) && !NEGATED.test(text.slice(0, text.toLowerCase().indexOf('skipped')))) return { kind: 'soft', what: 'skipped', amount: 1 };
  if (DEPRECATED.test(text)) return { kind: 'soft', what: 'deprecated', amount: 1 };
  if (WARNING.test(text)) return { kind: 'soft', what: 'warning', amount: 1 };
  return isPartLine(text) || (isGreen && isTrouble(text)) ? { kind: 'unfinished' } : null;
}

function annotated(text: string): Said | null {
  const { level, where = '', what = '' } = ANNOTATION.exec(text)?.groups ?? {};
  if (level === 'warning') return { kind: 'soft', what: 'warning', amount: 1 };
  if (level === undefined) return null;
  const file = /(?:^|,) ?file=([^,]{1,300})/.exec(where)?.[1] ?? null;
  const line = /(?:^|,) ?line=(\d{1,7})/.exec(where)?.[1];
  return { kind: 'failure', name: what.split('%0A', 1)[0] ?? what, file, line: line === undefined ? null : Number(line) };
}
