import type { Out, Recognizer, Reducer } from '../../../model/index.js';
import { holdFailures } from '../grammar/held-failures.js';
import { sayTally } from '../grammar/totals.js';

// Printed by the console launcher of the JUnit Platform 1.9: details tree, flat, verbose, summary and none, themes unicode and ascii.
const BEGIN = /^(?:\S{1,4} )?Thanks for using JUnit! |^Test (?:plan )?execution started\. Number of static tests: \d/;
const FINISHED = /^Test run finished after \d{1,12} ms$/;
const TREE = /^((?:[│|]? {1,3}){0,30})(?:[├└]─|\+--|'--) (\S.{0,400})$/;
const MARKED = /^(.{1,400}?) (✔|✘|↷|■|\[OK\]|\[X\]|\[S\]|\[A\])(?: .{0,400})?$/;
const FIELD = /^[│| ]{2,100}(?:tags|uniqueId|parent|source|caught|reason|duration|reports|status): /;
const METHOD = / source: MethodSource /;
const STATUS = / status: (?:(?:✔|\[OK\]) (SUCCESSFUL)|(?:✘|\[X\]) (FAILED)|\S{1,4} \w{1,20})$/;
const FLAT = /^(?:Started|Finished|Skipped|Registered|Reported): {1,6}\S.{0,400} \(\[engine:/;
const FLAT_TEST = /^Finished: {1,6}(\S.{0,400}?) \(\[engine:.{1,600}\/\[(?:method|test-template-invocation|dynamic-test):.{1,300}\]\)$/;
const FLAT_CAUSE = /^ {13}=> Exception: /;
const COUNT = /^\[ {1,9}(\d{1,9}) ((?:containers|tests) (?:found|skipped|started|aborted|successful|failed)) {1,20}\]$/;
const FAILURES = /^Failures \(\d{1,7}\):$/;
const FAILED = /^ {2}JUnit \w{1,20}:(\S.{0,600})$/;
const FRAME = /^ {7}(?:[\w.$]{1,200}\/)?([\w.$]{1,300})\.[\w$<>]{1,200}\(([\w$]{1,200}\.\w{1,8}):(\d{1,7})\)$/;
const LIMIT = 2000;

export const recognizer: Recognizer = {
  tool: 'junit5-console',
  kind: 'tests',
  docs: {
    title: 'JUnit 5 console launcher',
    why: 'Reads the counts of tests and containers, and each failure with its place',
    fix: 'Keep the summary at the end; `--details=none` is enough',
    since: '0.1.0',
  },
  marks: ['Thanks for using JUnit! ', 'Test run finished after ', 'execution started. Number of static tests: ', '─ JUnit ', '-- JUnit '],
  open: openJunit5,
};

function openJunit5(): Reducer {
  let state: 'idle' | 'running' | 'failures' | 'counts' = 'idle';
  let counts = new Map<string, number>();
  // The last row of the tree: a test when the next one stands no deeper.
  let row: { depth: number; name: string; isPassed: boolean } | null = null;
  const path: { depth: number; name: string }[] = [];
  let flat: string | null = null; // a finished test, as long as no exception follows
  let isMethod = false; // the item of the verbose tree is a test
  const failures = holdFailures();

  const settle = (out: Out, depth: number) => {
    if (flat !== null) out.passed(flat);
    flat = null;
    if (row !== null) {
      while ((path.at(-1)?.depth ?? -1) >= row.depth) path.pop();
      if (depth > row.depth) path.push({ depth: row.depth, name: row.name });
      else if (row.isPassed && path.length > 1) out.passed([...path.slice(1), row].map(({ name }) => name).join(' > '));
    }
    row = null;
  };

  const readTree = (lead: string, item: string, out: Out) => {
    const [, name = item, mark] = MARKED.exec(item) ?? [];
    settle(out, lead.length);
    row = { depth: lead.length, name, isPassed: mark === '✔' || mark === '[OK]' };
    isMethod = false;
  };

  const readVerbose = (line: string, at: number, out: Out) => {
    if (METHOD.test(line)) isMethod = true;
    const [, passed, failed] = STATUS.exec(line) ?? [];
    if (passed !== undefined && isMethod && row !== null) row.isPassed = true;
    if (failed !== undefined && row !== null) out.say({ kind: 'failure', name: row.name, file: null, line: null, from: at, text: `${row.name}: ${line.trim()}` });
  };

  const close = (out: Out) => {
    const of = (what: string) => counts.get(what) ?? 0;
    sayTally(out, {
      passed: of('tests successful'),
      failed: of('tests failed'),
      skipped: of('tests skipped') + of('tests aborted'),
      broken: of('containers failed'),
      text: `${of('tests found')} tests found, ${of('tests successful')} successful, ${of('tests failed')} failed`,
    });
    counts = new Map();
    state = 'idle';
  };

  const readRunning = (line: string, at: number, out: Out): boolean => {
    const [, lead, item] = TREE.exec(line) ?? [];
    if (lead !== undefined && item !== undefined) readTree(lead, item, out);
    else if (FIELD.test(line)) readVerbose(line, at, out);
    else if (FLAT.test(line)) {
      settle(out, 0);
      flat = FLAT_TEST.exec(line)?.[1] ?? null;
    } else if (FLAT_CAUSE.test(line) && flat !== null) {
      out.say({ kind: 'failure', name: flat, file: null, line: null });
      flat = null;
    } else return /^(?:[╷.]$|[│|] {1,2}| {13}\s)/.test(line);
    return true;
  };

  const readFailures = (line: string, at: number, out: Out): boolean => {
    const name = FAILED.exec(line)?.[1]?.replaceAll(':', ' > ');
    if (name !== undefined) {
      failures.tell(out);
      failures.hold({ name, file: null, at, text: line.trim() }, out);
    }
    const [, type = '', file, number] = failures.waiting > 0 ? (FRAME.exec(line) ?? []) : [];
    if (file !== undefined && !/^(?:java|javax|jdk|sun|org\.(?:junit|opentest4j|hamcrest|assertj))\./.test(type)) failures.tell(out, { file, line: Number(number) });
    return line.startsWith('  ');
  };

  return {
    read(line, at, out) {
      if (line === '') return state !== 'idle';
      if (line.length > LIMIT) return false;
      if (BEGIN.test(line)) {
        state = 'running';
        return true;
      }
      if (FINISHED.test(line)) {
        settle(out, 0);
        failures.tell(out);
        state = 'counts';
        return true;
      }
      if (state === 'counts') {
        const [, amount, what = ''] = COUNT.exec(line) ?? [];
        if (amount === undefined) return false;
        counts.set(what, Number(amount));
        if (what === 'tests failed') close(out);
        return true;
      }
      // Without the banner the tree is the first that is seen.
      if (state === 'idle' && /^(?:└─|'--) JUnit /.test(line)) state = 'running';
      if (state === 'idle') return false;
      if (FAILURES.test(line)) {
        settle(out, 0);
        state = 'failures';
        return true;
      }
      return state === 'failures' ? readFailures(line, at, out) : readRunning(line, at, out);
    },
    end(out) {
      failures.tell(out);
      if (state !== 'idle') out.say({ kind: 'unfinished', text: 'JUnit began and printed no counts' });
    },
  };
}
