import type { Evidence, Rule, TestCase } from '../../model/index.js';
import { clean, count, named } from './explain.js';
import { found } from './finding.js';

const SILENT = /\bexpectNotToPerformAssertions\b|@doesNotPerformAssertions\b|\bDoesNotPerformAssertions\b|\bassert_nothing_raised\b|\baddToAssertionCount\b/;
// What fails by itself: mocks that verify, golden files, compile-time checks, properties, benchmarks, HTTP and UI testers.
const CHECKS_OTHERWISE = /\b(?:assert|expect|should|must|verify|check|require|ensure|validate|match|compare|snapshot|golden|diff|raises|throws?|fail|panic|unwrap|Error|Fatal|quick|forAll|prop|fc\.|screen\.getBy|getBy|findBy|waitFor|cy\.|page\.|fixture|andExpect|StepVerifier|awaitility|await\w*Until|satisf|equal|cmp|want|EXPECT|CHECK|REQUIRE|ok|is|tester|run_test|runTest|test_helper|invariant|status|Output)\w*/i;

export const rule: Rule = {
  id: 'integrity/test-without-assertion',
  docs: {
    title: 'A new test checks nothing',
    why: 'It only runs the code. Whatever the code gives, it is green.',
    fix: 'Check what the code gives.',
    since: '0.1.0',
  },
  *check(evidence) {
    for (const test of evidence.tests.added.concat(evidence.tests.kept.map(({ now }) => now))) {
      const line = silencedBy(test);
      if (line !== null) yield found(evidence.asks.has('tests') ? 'block' : 'warn', `\`${clean(test.name)}\` in ${test.file.path}:${line.at} has no assertion of its own and switches the runner's check for that off: \`${clean(line.text.trim())}\`. Check what the code gives`, [{ file: test.file, line }]);
    }
    const bare = evidence.tests.added.filter((test) => isBare(test, evidence));
    const [first] = bare;
    if (first !== undefined) yield found('warn', `${count(bare.length, 'new test', 'new tests')} in ${first.file.path}:${first.line.at} ${bare.length === 1 ? 'runs' : 'run'} code without any assertion: ${named(bare)}. Check what the code gives`, bare.map(({ file, line }) => ({ file, line })));
  },
};

function silencedBy(test: TestCase): TestCase['line'] | null {
  if (test.isGroup || test.name === '') return null;
  const lines = test.file.hunks[test.hunk]?.lines ?? [];
  const from = lines.indexOf(test.line);
  if (from < 0) return null;
  for (const line of lines.slice(from, from + 60)) {
    if (line !== test.line && /^\s*(?:public )?function test|^\s*def test_|^\s*test ["']/.test(line.code)) return null;
    if (line.side === 'added' && SILENT.test(line.code.slice(0, 500))) return line;
  }
  return null;
}

function isBare(test: TestCase, { tests: { helpers, newFunctions } }: Evidence): boolean {
  if (test.isGroup || !test.isWhole || test.assertions.length > 0 || test.switches.length > 0 || test.body.trim() === '') return false;
  if (/^(?:Example|Benchmark|Fuzz)/.test(test.name) || /\bbench\b/.test(test.line.text) || silencedBy(test) !== null) return false;
  if (!['typescript', 'tsx', 'javascript', 'python', 'java', 'kotlin', 'c-sharp', 'php', 'ruby', 'go', 'rust'].includes(test.file.language ?? '')) return false;
  if ([...test.words].some((word) => helpers.has(word) || newFunctions.has(word))) return false;
  return test.body.length > 3 && !CHECKS_OTHERWISE.test(test.body.replace(/^.*?(?:=>|\{|:)/, '')) && /\(/.test(test.body);
}
