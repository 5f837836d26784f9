import type { Out, Recognizer, Reducer } from '../../../model/index.js';
import { sayTally } from '../grammar/totals.js';

// Common Test Report Format 0.0.0, as the reporters for jest, mocha, vitest and Playwright write it, pretty or on one line.
const COUNT = /^\s{2,20}"(tests|passed|failed|pending|skipped|other)": (\d{1,9}),?$/;
const TEXT = /^\s{4,20}"(name|status|filePath)": ("(?:[^"\\]|\\.){0,2000}"),?$/;
const FLAKY = /^\s{4,20}"flaky": true,?$/;
const PARSED = 4 << 20;

export const recognizer: Recognizer = {
  tool: 'ctrf',
  kind: 'tests',
  docs: {
    title: 'CTRF (Common Test Report Format)',
    why: 'Reads the counts of the summary and the names of the failed tests; a report of no test is no evidence.',
    fix: 'Print the whole report, or name its file with `--results`.',
    since: '0.1.0',
  },
  marks: ['"reportFormat": "CTRF"', '"reportFormat":"CTRF"', '  "results": {', '{"results":{"tool":'],
  open: openCtrf,
};

interface Test {
  readonly name?: unknown;
  readonly status?: unknown;
  readonly filePath?: unknown;
  readonly flaky?: unknown;
}

function openCtrf(): Reducer {
  let state: 'idle' | 'head' | 'summary' | 'tests' = 'idle';
  let summary: Record<string, number> = {};
  let tests = { failed: 0, flaky: 0 };
  let test: Record<string, unknown> = {};

  const tellTest = ({ name, status, filePath, flaky }: Test, out: Out) => {
    if (typeof name !== 'string' || typeof status !== 'string') return;
    if (status === 'failed') {
      tests.failed += 1;
      out.say({ kind: 'failure', name, file: typeof filePath === 'string' ? filePath : null, line: null, text: name });
    } else if (status === 'passed') {
      if (flaky === true) tests.flaky += 1;
      out.passed(name);
    }
  };
  const close = (out: Out) => {
    const of = (key: string) => summary[key] ?? 0;
    const failed = Math.max(of('failed'), tests.failed);
    const flaky = Math.min(tests.flaky, of('passed'));
    sayTally(out, { passed: of('passed') - flaky, failed, skipped: of('pending') + of('skipped') + of('other'), flaky, text: `tests ${of('tests')}, passed ${of('passed')}, failed ${failed}` });
    summary = {};
    tests = { failed: 0, flaky: 0 };
    state = 'idle';
  };

  const readWhole = (line: string, out: Out): boolean => {
    const found = reportOf(line);
    if (found === null) return false;
    summary = found.summary;
    for (const one of found.tests) tellTest(one, out);
    close(out);
    return true;
  };

  return {
    read(line, _at, out) {
      const first = line.charCodeAt(0);
      if (first === 0x7b && line.length > 1) return line.length < PARSED && readWhole(line, out);
      if (state === 'idle') {
        if (line.length > 200 || !/^\s{2,4}"(?:reportFormat": "CTRF"|results": \{)/.test(line)) return false;
        state = 'head';
        return line.includes('CTRF');
      }
      const trimmed = line.length < 200 ? line.trim() : '';
      if (trimmed === '"summary": {') state = 'summary';
      else if (state === 'summary') {
        const [, key, amount] = COUNT.exec(line) ?? [];
        if (key !== undefined) summary[key] = Number(amount);
        if (trimmed.startsWith('}')) state = 'tests';
      } else if (state === 'tests') {
        const [, key, value] = line.length < 4000 ? (TEXT.exec(line) ?? []) : [];
        // Only the first of a kind is the test's own; what it holds may have names, too.
        if (key !== undefined && value !== undefined) test[key] ??= textOf(value);
        else if (FLAKY.test(line)) test['flaky'] = true;
        else if (trimmed === '{') test = {};
        else if (/^ {4,8}\},?$/.test(line)) {
          tellTest(test, out);
          test = {};
        } else if (line === '}') close(out);
      } else if (trimmed === '}' && first === 0x7d) state = 'idle';
      return state !== 'head' || summaryIsNear(trimmed);
    },
    end(out) {
      if (state === 'summary' || state === 'tests') {
        close(out);
        out.say({ kind: 'unfinished', text: 'a CTRF report that is cut off' });
      }
    },
  };
}

// Between `results` and `summary` stands what the tool is called.
const summaryIsNear = (trimmed: string): boolean => /^(?:"(?:tool|name|version|specVersion|reportId|timestamp|generatedBy|results)": |[{}],?$)/.test(trimmed);

function textOf(literal: string): string {
  try {
    return String(JSON.parse(literal));
  } catch {
    return literal;
  }
}

function reportOf(line: string): { summary: Record<string, number>; tests: readonly Test[] } | null {
  try {
    const value = JSON.parse(line) as { readonly results?: { readonly summary?: Record<string, number>; readonly tests?: readonly Test[] } } | null;
    const { summary, tests } = value?.results ?? {};
    return summary === undefined || !Array.isArray(tests) || typeof summary['tests'] !== 'number' ? null : { summary, tests };
  } catch {
    return null;
  }
}
