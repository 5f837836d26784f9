import type { DiffLine, Evidence, Rule, TestCase } from '../../model/index.js';
import { clean } from './explain.js';
import { found } from './finding.js';

const ALLOW = /--allow-?[oO]nly\b|\ballowOnly\s*:\s*true|\bfilter_run(?:_when_matching)?\s*:focus/;

export const rule: Rule = {
  id: 'integrity/test-focused',
  docs: {
    title: 'One test is focused, so that the others do not run',
    why: 'With `.only`, `fit` or `:focus` the runner leaves every other test out, and the suite is green for one test.',
    fix: 'Take the focus away.',
    since: '0.1.0',
  },
  *check(evidence) {
    const [first, ...others] = focusedIn(evidence);
    if (first !== undefined) {
      yield found('block', `Only one part of the suite runs: \`${clean(first.name)}\` was focused with \`${clean(first.text, 60)}\` at ${first.test.file.path}:${first.line.at}, so the other tests are left out. Take the focus away`, [first, ...others].map(({ test, line }) => ({ file: test.file, line })));
    }
    for (const file of evidence.diff.files) {
      if (file.role !== 'config' && file.role !== 'ci') continue;
      const line = file.hunks.flatMap(({ lines }) => lines).find(({ side, text }) => side === 'added' && ALLOW.test(text.slice(0, 2_000)));
      if (line !== undefined && !/filter_run/.test(line.text)) yield found('block', `${file.path}:${line.at} allows focused tests (\`only\`), so a suite of which one test runs stays green. Take the flag away`, [{ file, line }]);
    }
  },
};

function focusedIn({ tests }: Evidence): { test: TestCase; name: string; text: string; line: DiffLine }[] {
  const kept = tests.kept.flatMap(({ old, now }) => now.switches.filter(({ kind, line }) => kind === 'focused' && line.side === 'added' && !old.switches.some((other) => other.kind === 'focused')).map(({ text, line }) => ({ test: now, name: now.name, text, line })));
  // A new test that is focused takes away all that stand beside it.
  const added = tests.added.flatMap((test) => test.switches.filter(({ kind }) => kind === 'focused').map(({ text, line }) => ({ test, name: test.name, text, line })));
  return [...kept, ...added];
}
