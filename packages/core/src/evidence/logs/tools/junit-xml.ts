import type { Out, Recognizer, Reducer } from '../../../model/index.js';
import { readTags, type Tag } from '../grammar/xml-tags.js';
import { sayTally } from '../grammar/totals.js';

// JUnit XML as printed by vitest --reporter=junit, jest-junit 16, mocha -R xunit, node --test-reporter=junit, pytest, gotestsum,
// phpunit, bats -F junit, busted -o junit and many more. Cases are counted; the counts of the root only ever add failures
// (mocha puts failures into `errors`, suites that never ran a case have no case); those of inner suites likewise.
const START = /^\s{0,40}<(?:\?xml |testsuites?[\s>]|testcase )/;
const NAME = 500;
// ESLint 6 to 9 counts its warnings as failures of a case: `<failure …><![CDATA[line 1, col 19, Warning - Missing semicolon. (semi)]]>`.
const ESLINT = 'org.eslint';
const ESLINT_WARNING = /<!\[CDATA\[line \d{1,9}, col \d{1,9}, Warning - /;
const CUT = 'a JUnit report that is cut off';

interface Case { name: string; file: string | null; line: number | null; state: 'passed' | 'warned' | 'failed' | 'skipped' | 'todo' }

export const recognizer: Recognizer = {
  tool: 'junit-xml',
  kind: 'tests',
  docs: {
    title: 'JUnit XML',
    why: 'Counts the cases of a JUnit report that is printed into the log, with the names of those that failed.',
    fix: 'Print the whole report: a cut one counts as unfinished.',
    since: '0.1.0',
  },
  marks: ['<testsuite', '<testcase '],
  open: openJunit,
};

function openJunit(): Reducer {
  let isOpen = false;
  let depth = 0;
  let rooted = 0; // failures and errors by the suites' own counts
  let counts = { passed: 0, failed: 0, skipped: 0, todo: 0 };
  let current: Case | null = null;
  let tags = readTags();
  let isEslint = false;
  let warnings = 0;
  let isWarning = false; // the line that is read tells a warning

  const reset = () => {
    isOpen = false;
    depth = 0;
    rooted = 0;
    counts = { passed: 0, failed: 0, skipped: 0, todo: 0 };
    current = null;
    tags = readTags();
    isEslint = false;
    warnings = 0;
  };

  const endCase = (out: Out) => {
    if (!current) return;
    counts[current.state === 'warned' ? 'passed' : current.state] += 1;
    if (current.state === 'passed') out.passed(current.name);
    else if (current.state === 'failed') out.say({ kind: 'failure', name: current.name, file: current.file, line: current.line, text: current.name });
    current = null;
  };

  const readTag = (tag: Tag, out: Out) => {
    if (tag.name === 'testsuites' || tag.name === 'testsuite') {
      isEslint ||= tag.kind !== 'close' && tag.attribute('package') === ESLINT;
      if (!isEslint && tag.kind !== 'close' && tag.attribute('tests') !== null) rooted = Math.max(rooted, countOf(tag, 'failures') + countOf(tag, 'errors'));
      depth += tag.kind === 'open' ? 1 : tag.kind === 'close' ? -1 : 0;
      if (depth > 0) return;
      // The report began above what is here.
      if (tags.fault !== null) out.say({ kind: 'unfinished', text: `a JUnit report that is no XML: ${tags.fault} is undefined` });
      if (depth < 0 && counts.failed === 0) out.say({ kind: 'unfinished', text: CUT });
      else sayTally(out, { ...counts, failed: Math.max(counts.failed, rooted) });
      if (warnings > 0) out.say({ kind: 'soft', what: 'warning', amount: warnings });
      reset();
    } else if (tag.name === 'testcase') {
      endCase(out);
      if (tag.kind === 'close') return;
      current = caseOf(tag);
      if (tag.kind === 'empty') endCase(out);
    } else if (current && tag.kind !== 'close') {
      if (tag.name === 'failure' && isEslint && isWarning) {
        current.state = 'warned';
        warnings += 1;
      }
      else if (tag.name === 'failure' || tag.name === 'error') current.state = 'failed';
      else if (tag.name === 'skipped' && current.state === 'passed') current.state = tag.attribute('type') === 'todo' ? 'todo' : 'skipped';
    }
  };

  return {
    read(line, _at, out) {
      if (!isOpen) {
        if (!line.includes('<testsuite') && !line.includes('<testcase ')) return false;
        if (!START.test(line.slice(0, 60))) return false;
        isOpen = true;
      }
      isWarning = isEslint && ESLINT_WARNING.test(line);
      if (line !== '') tags.read(line, (tag) => { readTag(tag, out); });
      return true;
    },
    end(out) {
      if (!isOpen) return;
      endCase(out);
      if (counts.failed > 0) sayTally(out, { ...counts, text: CUT });
      out.say({ kind: 'unfinished', text: CUT });
    },
  };
}

function countOf(tag: Tag, name: string): number {
  const count = Number(tag.attribute(name) ?? 0);
  return Number.isFinite(count) ? count : 0;
}

function caseOf(tag: Tag): Case {
  const name = (tag.attribute('name') ?? '').trim();
  const group = (tag.attribute('classname') ?? '').trim();
  const line = Number(tag.attribute('line') ?? Number.NaN);
  const full = group === '' || group === 'test' || name.startsWith(group) ? name : `${group} > ${name}`;
  return { name: full.slice(0, NAME), file: tag.attribute('file'), line: Number.isInteger(line) ? line : null, state: 'passed' };
}
