import type { DiffFile, DiffLine, Rule } from '../../model/index.js';

// How a test is switched off, by language. Read in `code`, where comments and string bodies are blanked.
const JAVASCRIPT = [
  /\b(?:describe|context|suite|it|test|specify|bench)(?:\.\w+)?\.(?:skip|todo|fixme|skipIf|runIf)\b/, // vitest, jest, mocha, node:test, Playwright
  /(?:^|[^\w.$])(?:xit|xtest|xdescribe|xcontext|xspecify)\s*[(.]/, // jest, jasmine, mocha
  /\b(?:test|it|describe|suite)\s*\([^()]{0,300}\{[^{}]{0,200}\b(?:skip|todo)\s*:\s*(?!false\b)\S/, // node:test options
  /\b(?:this|t|ctx|context)\.(?:skip|todo)\s*\(/,
];
const PATTERNS: Readonly<Record<string, readonly RegExp[]>> = {
  typescript: JAVASCRIPT,
  tsx: JAVASCRIPT,
  javascript: JAVASCRIPT,
  python: [/@(?:pytest\.mark\.)?(?:skip|skipif|xfail)\b/, /@unittest\.(?:skip|skipIf|skipUnless|expectedFailure)\b/, /\bpytest\.(?:skip|xfail|importorskip)\s*\(/, /\bself\.skipTest\s*\(/, /\braise\s+(?:unittest\.)?SkipTest\b/, /\bpytestmark\s*=\s*pytest\.mark\.(?:skip|xfail)/],
  go: [/\b[tb]\.(?:Skip|Skipf|SkipNow)\s*\(/],
  rust: [/#\[\s*ignore\b/],
  java: [/@(?:Disabled|Ignore)\b/, /\bAssumptions?\.assume\w*\s*\(/],
  kotlin: [/@(?:Disabled|Ignore)\b/],
  'c-sharp': [/\[\s*(?:Fact|Theory)\s*\([^)]{0,200}\bSkip\s*=/, /\[\s*Ignore\b/, /\bAssert\.Ignore\s*\(/],
  ruby: [/^\s*(?:skip|pending)\b/, /(?:^|[^\w.])(?:xit|xdescribe|xcontext|xspecify)\b/],
  php: [/->markTest(?:Skipped|Incomplete)\s*\(/, /self::markTestSkipped\s*\(/],
  swift: [/\bXCTSkip\w*\s*\(/],
  bash: [/^\s*skip\b/],
};
const SHOWN = 3;

export const rule: Rule = {
  id: 'integrity/test-skipped',
  docs: {
    title: 'A test was switched off',
    why: 'A suite that is green because a test no longer runs says nothing about the change.',
    fix: 'Make the test pass, or say in the task why it may be switched off.',
    since: '0.1.0',
  },
  *check({ diff, task }) {
    const hits = diff.files.flatMap((file) => switchedOff(file).map((line) => ({ file, line })));
    const [first] = hits;
    if (!first) return;
    // Asked for in so many words: a reviewer still sees it.
    const isAsked = /\b(?:skip|disable|quarantine|mute|ignore|switch off|turn off)\b.{0,80}\b(?:tests?|specs?|suites?)\b/i.test(task.slice(0, 20_000));
    yield {
      effect: isAsked ? 'warn' : 'block',
      source: 'diff',
      message: `${hits.length === 1 ? 'A test was' : `${hits.length} tests were`} switched off at ${first.file.path}:${first.line.at}. Make ${hits.length === 1 ? 'it' : 'them'} run again and pass.`,
      evidence: hits.slice(0, SHOWN).map(({ file, line }) => `${file.path}:${line.at} +${line.text.trim()}`).join('\n'),
      at: { file: first.file.path, line: first.line.at },
    };
  },
};

// A test that was off before, or a new test that is born switched off, weakens nothing that was there.
function switchedOff(file: DiffFile): DiffLine[] {
  const patterns = PATTERNS[file.language ?? ''];
  if (file.role !== 'test' || !patterns || file.change === 'added') return [];
  const isOff = ({ code }: DiffLine) => patterns.some((pattern) => pattern.test(code));
  return file.hunks.flatMap(({ lines }) => {
    const before = lines.filter((line) => line.side === 'removed' && isOff(line)).length;
    return lines.filter((line) => line.side === 'added' && isOff(line)).slice(before);
  });
}
