import type { Out, Recognizer, Reducer } from '../../../model/index.js';
import { sayTally } from '../grammar/totals.js';

// jest --json (29, 30) and vitest --reporter=json (2–4): one object on one line. Its keys cannot stand inside its own strings,
// where every quote is escaped.
const COUNT = /"(num(?:Passed|Failed|Pending|Todo|Total)Tests|numRuntimeErrorTestSuites|numFailedTestSuites)":(\d{1,9})/g;
const SUCCESS = /"success":(true|false)/;
// Beyond this length, in UTF-16 units, only the counts are read.
const PARSED = 8 << 20;

export const recognizer: Recognizer = {
  tool: 'jest-json',
  kind: 'tests',
  docs: { title: 'Jest and Vitest, json reporter', why: 'Reads the counts and the names of failed tests.', fix: 'Print the report on one line, as the tools do.', since: '0.1.0' },
  marks: ['"numTotalTests":'],
  open: (): Reducer => ({
    read(line, _at, out) {
      if (line.charCodeAt(0) !== 0x7b || !line.includes('"numTotalTests":') || !line.includes('"success":')) return false;
      readReport(line, out);
      return true;
    },
    end() { /* one line says all */ },
  }),
};

function readReport(line: string, out: Out): void {
  const counts: Record<string, number> = {};
  for (const [, key = '', amount = '0'] of line.matchAll(COUNT)) counts[key] ??= Number(amount);
  const of = (key: string) => counts[key] ?? 0;
  const text = line.slice(0, 200);
  for (const { name, file, ok } of line.length <= PARSED ? testsOf(line) : []) {
    if (ok) out.passed(name);
    else out.say({ kind: 'failure', name, file, line: null, text: name });
  }
  sayTally(out, { passed: of('numPassedTests'), failed: of('numFailedTests'), skipped: of('numPendingTests'), todo: of('numTodoTests'), broken: of('numFailedTestSuites'), text });
  if (SUCCESS.exec(line)?.[1] === 'false' && of('numFailedTests') + of('numFailedTestSuites') + of('numTotalTests') > 0 && of('numFailedTests') === 0) {
    out.say({ kind: 'gate', name: 'the report says success: false', text });
  }
}

function* testsOf(line: string): Iterable<{ name: string; file: string | null; ok: boolean }> {
  let report: unknown;
  try {
    report = JSON.parse(line);
  } catch {
    return;
  }
  for (const suite of listAt(report, 'testResults')) {
    const file = textAt(suite, 'name');
    for (const test of listAt(suite, 'assertionResults')) {
      const status = textAt(test, 'status');
      const name = textAt(test, 'fullName');
      if (name !== null && (status === 'passed' || status === 'failed')) yield { name, file, ok: status === 'passed' };
    }
  }
}

const valueAt = (from: unknown, key: string): unknown =>
  typeof from === 'object' && from !== null ? (from as Readonly<Record<string, unknown>>)[key] : undefined;

function listAt(from: unknown, key: string): readonly unknown[] {
  const value = valueAt(from, key);
  return Array.isArray(value) ? value : [];
}

function textAt(from: unknown, key: string): string | null {
  const value = valueAt(from, key);
  return typeof value === 'string' ? value : null;
}
