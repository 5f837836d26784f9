import { describe, expect, test } from 'vitest';
import { judge } from '../judge/index.js';
import type { Basis, Finding, Judgement } from '../model/index.js';
import { renderReport } from './index.js';

const BASIS: Basis = { task: true, diff: true, logs: true, report: true, positive: true, highRisk: false, executed: true, workspace: true };
const FINDINGS: readonly Finding[] = [
  { rule: 'verification/failed', effect: 'block', source: 'verify_logs', message: '`pnpm test` exited with code 1: adds prices (test/total.test.js:9).', evidence: 'Error: 2 != 3\n```\n# Not a heading\n' },
  { rule: 'verification/skipped', effect: 'warn', source: 'verify_logs', message: '1 check was skipped.' },
  { rule: 'scope/untested', effect: 'note', source: 'diff', message: 'No test was touched.' },
];
const judgement = (findings: readonly Finding[] = FINDINGS): Judgement => {
  const made = judge(findings, BASIS);
  const run = { id: '20260101000000-1-abcdef', started_at: '2026-01-01T00:00:00.000Z', completed_at: '2026-01-01T00:00:02.000Z', duration_ms: 2000, workspace: '/repo', base_ref: 'main', head_ref: 'abc1234', artifacts_dir: '/repo/.verifier/runs/x', changed_files: ['src/to`tal.js'], verify_commands: [{ command: 'pnpm test', exit_code: 1, signal: null, duration_ms: 1234, timed_out: false, timeout_ms: 600000 }] };
  return { ...made, verdict: { ...made.verdict, run, evidence: [{ id: 'E-2', kind: 'diff', path: 'diff.patch', summary: 'Git diff against main.' }] } };
};

test('JSON is the verdict and nothing else, one line unless pretty', () => {
  expect(JSON.parse(renderReport('json', judgement()))).toEqual(judgement().verdict);
  expect(renderReport('json', judgement()).split('\n')).toHaveLength(2);
  expect(renderReport('json', judgement(), { pretty: true })).toContain('\n  "schemaVersion": 1');
});

describe('text', () => {
  test('says what is decided, why, and what to do', () => {
    expect(renderReport('text', judgement())).toMatchInlineSnapshot(`
      "Blocked  block_pr, not mergeable, confidence 81, risk high, evidence executed
        ✗ pnpm test exit 1, 1.2 s

        ✗ \`pnpm test\` exited with code 1: adds prices (test/total.test.js:9). [verification/failed]
            Error: 2 != 3
            \`\`\`
            # Not a heading

        ! 1 check was skipped. [verification/skipped]

      Fix what is listed and run the checks again.
      Evidence: /repo/.verifier/runs/x
      "
    `);
  });

  test('colours only when asked, and nothing of the input steers the terminal', () => {
    const hostile: Finding = { rule: 'a/b', effect: 'warn', source: 'diff', message: 'x.', evidence: '\u001B[2J\u001B]0;owned\u0007 text \u202Eevil' };
    expect(renderReport('text', judgement())).not.toContain('\u001B');
    expect(renderReport('text', judgement(), { color: true })).toContain('\u001B[31m');
    expect(renderReport('text', judgement([hostile]))).not.toMatch(/[\u001B\u0007\u202E]/);
  });
});

describe('markdown', () => {
  test('nothing of the input steers a terminal; a tab stays', () => {
    const hostile: Finding = { rule: 'a/b', effect: 'warn', source: 'diff', message: 'name \u001B[2J\u009B31m\u202E.', evidence: '\u001B[2J\u001B]0;owned\u0007 text\tmore \u202Eevil\nnext\r\n' };
    for (const format of ['markdown', 'text'] as const) expect(renderReport(format, judgement([hostile]))).not.toMatch(/[\u001B\u0007\u009B\u202E\r]/);
    expect(renderReport('markdown', judgement([hostile]))).toContain('owned  text\tmore  evil\n  next');
  });

  test('has its sections, and quoted text cannot end its fence', () => {
    const text = renderReport('markdown', judgement());
    expect(text).toMatchInlineSnapshot(`
      "# Blocked

      Not mergeable: 1 blocking point with confidence 81; risk is high.

      \`block_pr, not mergeable, confidence 81, risk high, evidence executed\`

      ## Must fix

      - \`pnpm test\` exited with code 1: adds prices (test/total.test.js:9). \`[verification/failed]\`

        \`\`\`\`
        Error: 2 != 3
        \`\`\`
        # Not a heading
        \`\`\`\`

      ## For the reviewer

      - 1 check was skipped. \`[verification/skipped]\`

      ## Notes

      - No test was touched. \`[scope/untested]\`

      ## Checks

      - \`pnpm test\`: exit code 1, 1234 ms

      ## Change

      1 changed file against \`main\` at \`abc1234\`.

      - \`\` src/to\`tal.js \`\`

      ## Evidence

      - E-2 \`diff.patch\`: Git diff against main.
      "
    `);
  });

  test('markup in a message is shown, not obeyed', () => {
    const text = renderReport('markdown', judgement([{ rule: 'a/b', effect: 'warn', source: 'diff', message: 'See <img src=x> and [x](y).' }]));
    expect(text).toContain('&lt;img src=x&gt;');
    expect(text).not.toContain('[x](y)');
  });
});
