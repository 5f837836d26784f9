import type { Out, Recognizer, Reducer } from '../../../model/index.js';
import { readTags, type Tag } from '../grammar/xml-tags.js';
import { sayTally } from '../grammar/totals.js';

// TRX of Visual Studio and `dotnet test --logger trx` (2010 schema).
const START = /^\s{0,40}<(?:\?xml |TestRun[\s>])/;
const RED = new Set(['Failed', 'Error', 'Timeout', 'Aborted', 'Disconnected', 'PassedButRunAborted']);
const NAME = 500;
const CUT = 'a TRX report that is cut off';

export const recognizer: Recognizer = {
  tool: 'trx',
  kind: 'tests',
  docs: {
    title: 'TRX (Visual Studio test results)',
    why: 'Counts the results by their outcome and compares them with the counters of the summary.',
    fix: 'Name the file with `--results`, and let the run end.',
    since: '0.1.0',
  },
  marks: ['<TestRun ', '<UnitTestResult '],
  open: openTrx,
};

function openTrx(): Reducer {
  let isOpen = false;
  let counted = { passed: 0, failed: 0, skipped: 0 };
  let byCounters = 0; // failed by the summary's own counters
  let outcome = '';
  const tags = readTags();

  const readResult = (tag: Tag, out: Out) => {
    const result = tag.attribute('outcome') ?? '';
    const name = (tag.attribute('testName') ?? '').slice(0, NAME);
    if (result === 'Passed' || result === 'Warning' || result === 'Completed') {
      counted.passed += 1;
      out.passed(name);
    } else if (RED.has(result)) {
      counted.failed += 1;
      out.say({ kind: 'failure', name, file: null, line: null, text: name });
    } else counted.skipped += 1;
  };
  const close = (out: Out) => {
    if (tags.fault !== null) out.say({ kind: 'unfinished', text: `a TRX report that is no XML: ${tags.fault} is undefined` });
    const failed = Math.max(counted.failed, byCounters);
    sayTally(out, { ...counted, failed, text: `passed ${counted.passed}, failed ${failed}, not executed ${counted.skipped}` });
    if (failed === 0 && RED.has(outcome)) out.say({ kind: 'gate', name: `the run's outcome is ${outcome}`, text: outcome });
    isOpen = false;
    [counted, byCounters, outcome] = [{ passed: 0, failed: 0, skipped: 0 }, 0, ''];
  };

  return {
    read(line, _at, out) {
      if (!isOpen) {
        if (!START.test(line.slice(0, 60)) || !line.includes('<TestRun')) return false;
        isOpen = true;
      }
      if (line !== '') {
        tags.read(line, (tag) => {
          if (tag.name === 'UnitTestResult' && tag.kind !== 'close') readResult(tag, out);
          else if (tag.name === 'ResultSummary' && tag.kind !== 'close') outcome = tag.attribute('outcome') ?? '';
          else if (tag.name === 'Counters') for (const key of ['failed', 'error', 'timeout', 'aborted']) byCounters += Number(tag.attribute(key) ?? 0) || 0;
          else if (tag.name === 'TestRun' && tag.kind === 'close') close(out);
        });
      }
      return true;
    },
    end(out) {
      if (isOpen) out.say({ kind: 'unfinished', text: CUT });
    },
  };
}
