import type { Evidence, Rule, Switch, TestCase } from '../../model/index.js';
import { clean, count } from './explain.js';
import { found } from './finding.js';

interface Hit {
  readonly test: TestCase;
  readonly off: Switch;
}

const TICKET = /(?:#\d+|\b[A-Z][A-Z0-9]{1,9}-\d+\b|https?:\/\/|\bissues?\b.{0,10}\d|\bGH-\d+)/;

export const rule: Rule = {
  id: 'integrity/test-skipped',
  docs: {
    title: 'A test was switched off',
    why: 'A suite that is green because a test no longer runs says nothing about the change.',
    fix: 'Make the test pass, or say in the task why it may be switched off.',
    since: '0.1.0',
  },
  *check(evidence) {
    const hits = hitsIn(evidence);
    const off = hits.filter(({ off: { kind } }) => kind === 'skipped');
    const maybe = hits.filter(({ off: { kind } }) => kind === 'conditional');
    if (off.length > 0) yield finding(off, isAsked(evidence) || off.every(({ off: { text } }) => TICKET.test(text)) ? 'warn' : 'block');
    if (maybe.length > 0) yield finding(maybe, isAsked(evidence) || !maybe.some((hit) => isFixed(hit, evidence)) ? 'warn' : 'block');
  },
};

function finding(hits: readonly Hit[], effect: 'block' | 'warn'): ReturnType<typeof found> {
  const [first] = hits;
  const many = hits.length > 1;
  const how = first?.off.kind === 'conditional' ? 'will be skipped under a condition' : `${many ? 'were' : 'was'} switched off (skipped)`;
  const what = first === undefined || first.test.name === '' ? count(hits.length, 'test') : `${count(hits.length, first.test.isGroup ? 'group of tests' : 'test')} (\`${clean(first.test.name)}\`${many ? ', …' : ''})`;
  return found(effect, `${what} ${how} with \`${clean(first?.off.text ?? '', 60)}\` at ${first?.test.file.path ?? ''}:${first?.off.line.at ?? 0}. Un-skip ${many ? 'them' : 'it'} and make ${many ? 'them' : 'it'} pass, or link the issue that tracks it`, hits.map(({ test, off }) => ({ file: test.file, line: off.line })));
}

/** Switches of tests that were there before and had none. A new test takes nothing away. */
function hitsIn({ tests, diff }: Evidence): Hit[] {
  const hits = [...tests.kept, ...tests.outside].flatMap(({ old, now }) =>
    now.switches.filter(({ kind, line }) => (kind === 'skipped' || kind === 'conditional') && line.side === 'added' && !old.switches.some((other) => other.kind === kind || other.kind === 'skipped')).map((off) => ({ test: now, off })));
  // What switches a line off for sure says nothing more under a condition.
  const sure = new Set(hits.filter(({ off }) => off.kind === 'skipped').map(({ off }) => off.line));
  const once = hits.filter(({ off }) => off.kind === 'skipped' || !sure.has(off.line));
  // What a new test does with itself is no line outside of the tests.
  const seen = new Set([...hits.map(({ off }) => off), ...tests.added.flatMap(({ switches }) => switches)].map(({ line }) => line));
  const loose = tests.outside.flatMap(({ old, now }) => {
    if (now.name !== '' || now.file.change === 'added') return [];
    const before = linesOf(old).filter(({ code, side }) => side === 'removed' && looseKind(code, now) !== null).length;
    return linesOf(now).filter((line) => line.side === 'added' && !seen.has(line) && looseKind(line.code, now) !== null).slice(before)
      .map((line): Hit => ({ test: now, off: { kind: looseKind(line.code, now) ?? 'skipped', text: line.text.trim(), line } }));
  });
  return diff.files.length === 0 ? [] : [...once, ...loose];
}

/** The lines of its hunk that belong to no test. */
function linesOf(test: TestCase): TestCase['line'][] {
  const lines = test.file.hunks[test.hunk]?.lines ?? [];
  return lines.filter(({ code }) => code.length < 1_000);
}

/** What switches a test off whose head the hunk does not show, or a whole file. */
function looseKind(code: string, { file: { language } }: TestCase): Switch['kind'] | null {
  switch (language) {
    case 'python':
      return /^pytestmark\s*=.*\bskipif\b/.test(code) ? 'conditional' : /^pytestmark\s*=.*\bskip\b|^pytest\.skip\(.*allow_module_level|^__test__\s*=\s*False/.test(code) ? 'skipped' : /^\s+(?:pytest\.skip|self\.skipTest)\s*\(|^\s+raise\s+(?:unittest\.)?SkipTest\b/.test(code) ? 'skipped' : null;
    case 'go':
      return /^\s+t\.(?:Skip|Skipf|SkipNow)\s*\(/.test(code) ? 'skipped' : null;
    case 'php':
      return /->markTest(?:Skipped|Incomplete)\s*\(/.test(code) ? 'skipped' : null;
    case 'bash':
      return /^\s+skip(?:\s|$)/.test(code) ? 'skipped' : null;
    case 'ruby':
      return /^\s+(?:skip|pending)(?:\s|\(|$)/.test(code) && !/=/.test(code) ? 'skipped' : null;
    case 'c-sharp':
      return /^\s*\[\s*(?:Fact|Theory|Test|TestMethod|TestCase)\w*\s*\([^)]*\b(?:Skip|Ignore|IgnoreReason)\s*=|^\s*\[\s*(?:Ignore|Explicit)\b/.test(code) ? 'skipped' : null;
    case 'rust':
      return /^\s*#\[\s*ignore\b/.test(code) ? 'skipped' : null;
    case 'java':
    case 'kotlin':
      return /^\s*@(?:Disabled|Ignore)\b/.test(code) ? 'skipped' : null;
    default:
      return null;
  }
}

/** Always true where it runs: a literal, a version below what the project needs, or a flag that the change sets itself. */
function isFixed({ off: { text } }: Hit, { diff }: Evidence): boolean {
  if (/(?:skipIf|skipif|skipUnless|runIf|assume\w*|SkipIf|Skip\.If|if)\s*\(?\s*(?:!?(?:true|false|1|0|True|False|not False|not True)|"[^"]*"|'[^']*')\s*[,)]/.test(text)) return true;
  if (/version_info\s*(?:>=|>)\s*\(\s*3\s*,\s*[0-9]\s*[,)]|version_info\s*(?:>=|>)\s*\(\s*[23]\s*,?\s*\)|\b(?:CI|NODE_ENV|USER|HOME)\b[^,)]{0,20}(?:!==?|is not|ne)\s*["'\w]/.test(text)) return true;
  if (/["']?platform["']?\s*(?:!==?|\.startswith|==)|os\.name\s*==/.test(text) && /linux|posix/i.test(text) && !/!=/.test(text)) return true;
  const flag = /\btesting\.Short\(\)|\bos\.(?:environ|getenv|Getenv)\b[^\n]{0,60}|process\.env\.(\w+)/.exec(text);
  const isShort = flag !== null && /Short/.test(flag[0]);
  return diff.files.some(({ role, hunks }) => role !== 'test' && role !== 'source' && hunks.some(({ lines }) => lines.some(({ side, text: line }) => side === 'added' && ((isShort && /go test\b.*\s-(?:test\.)?short\b/.test(line)) || (flag?.[1] !== undefined && line.includes(flag[1]))))));
}

/** Asked for in so many words: a reviewer still sees it. */
function isAsked({ task }: Evidence): boolean {
  return /\b(?:skip|disable|quarantine|mute|ignore|switch off|turn off)\b.{0,80}\b(?:tests?|specs?|suites?|it)\b/i.test(task.slice(0, 20_000));
}
