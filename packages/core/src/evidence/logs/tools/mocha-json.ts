import type { Out, Recognizer, Reducer } from '../../../model/index.js';
import { sayTally } from '../grammar/totals.js';

// Mocha 10–11 --reporter json (indented by two, keys in this order: stats, tests, pending, failures, passes) and json-stream.
const STAT = /^ {4}"(passes|pending|failures|tests)": (\d{1,9}),?$/;
const SECTION = /^ {2}"(tests|pending|failures|passes)": \[/;
const TITLE = /^ {6}"fullTitle": (".{0,2000}"),?$/;
const FILE = /^ {6}"file": (".{0,2000}"),?$/;
const EVENT = /^\["(start|pass|fail|end)",(\{.*\})\]$/;
const LINE = 1 << 20;

export const recognizer: Recognizer = {
  tool: 'mocha-json',
  kind: 'tests',
  docs: { title: 'Mocha, json and json-stream reporters', why: 'Reads the counts and the names of passed and failed tests.', fix: 'Print the whole report.', since: '0.1.0' },
  marks: ['"stats": {', '["start",{', '["pass",{', '["fail",{', '["end",{'],
  open: openMochaJson,
};

function openMochaJson(): Reducer {
  let state: 'idle' | 'stats' | 'body' | 'stream' | 'closed' = 'idle';
  let stats: Record<string, number> = {};
  let section = '';
  let failed: string | null = null;

  const tell = (out: Out) => {
    sayTally(out, { passed: stats['passes'] ?? 0, failed: stats['failures'] ?? 0, skipped: stats['pending'] ?? 0, text: `passes ${stats['passes'] ?? 0}, failures ${stats['failures'] ?? 0}` });
  };
  const tellFailure = (file: string | null, out: Out) => {
    if (failed !== null) out.say({ kind: 'failure', name: failed, file, line: null, text: failed });
    failed = null;
  };

  const readStats = (line: string, out: Out): boolean => {
    const [, key, amount] = STAT.exec(line) ?? [];
    if (key !== undefined) stats[key] = Number(amount);
    if (line.startsWith('  }')) {
      // Playwright's report has `stats`, too, without `passes`.
      if (stats['passes'] === undefined) {
        state = 'closed';
        return false;
      }
      tell(out);
      state = 'body';
    }
    return stats['passes'] !== undefined || key !== undefined || state === 'body';
  };

  const readBody = (line: string, out: Out): boolean => {
    section = SECTION.exec(line)?.[1] ?? section;
    const title = TITLE.exec(line)?.[1];
    if (title !== undefined) {
      tellFailure(null, out);
      if (section === 'passes') out.passed(textOf(title));
      else if (section === 'failures') failed = textOf(title);
    }
    const file = FILE.exec(line)?.[1];
    if (file !== undefined) tellFailure(textOf(file), out);
    if (line === '}') {
      tellFailure(null, out);
      state = 'closed';
    }
    return true;
  };

  const readEvent = (line: string, out: Out): boolean => {
    const [, event, body] = EVENT.exec(line) ?? [];
    if (event === undefined || body === undefined) return false;
    state = 'stream';
    const { fullTitle, file, passes, failures, pending } = fieldsOf(body);
    if (event === 'pass') out.passed(String(fullTitle));
    else if (event === 'fail') out.say({ kind: 'failure', name: String(fullTitle), file: typeof file === 'string' ? file : null, line: null, text: String(fullTitle) });
    else if (event === 'end') {
      stats = { passes: Number(passes), failures: Number(failures), pending: Number(pending) };
      tell(out);
      state = 'closed';
    }
    return true;
  };

  return {
    read(line, _at, out) {
      if (line.length > LINE) return state === 'body';
      if (state === 'stats') return readStats(line, out);
      if (state === 'body') return readBody(line, out);
      if (line === '  "stats": {') {
        state = 'stats';
        stats = {};
        return false;
      }
      return line.startsWith('["') && readEvent(line, out);
    },
    end(out) {
      tellFailure(null, out);
      if (state === 'stream') out.say({ kind: 'unfinished', text: 'the event "end" is missing' });
    },
  };
}

function textOf(literal: string): string {
  const value = fieldsOf(`{"text":${literal}}`)['text'];
  return typeof value === 'string' ? value : literal;
}

function fieldsOf(source: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(source);
    return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
  } catch {
    return {};
  }
}
