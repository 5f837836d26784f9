import type { Kind } from './index.js';
import { versionOf } from './version.js';

export const recognizer: Kind = {
  name: /^[a-z][a-z0-9-]{2,}$/,
  example: 'my-runner',
  files: (tool) => ({
    [`packages/core/src/evidence/logs/tools/${tool}.ts`]: source(tool),
    [`fixtures/logs/${tool}/passed.first.log`]: `${tool} test run\n  ok adds two numbers\n1 passed, 0 failed\n`,
    [`fixtures/logs/${tool}/failed.first.log`]: `${tool} test run\n  not ok adds two numbers\n0 passed, 1 failed\n`,
    [`fixtures/logs/${tool}/fixtures.json`]: `${JSON.stringify({ 'failed.first.log': meta(tool, 1), 'passed.first.log': meta(tool, 0) }, null, 2)}\n`,
  }),
  next: (tool) => [
    `replace the two made-up logs in fixtures/logs/${tool}/ by what the tool really prints: passed, failed, skipped, no-tests, with colours, with the word Error in a passing name`,
    `say in fixtures/logs/${tool}/fixtures.json which version and command printed them`,
    `write packages/core/src/evidence/logs/tools/${tool}.ts until \`npx vitest run packages/core/src/evidence/logs\` is green`,
    `read fixtures/logs/${tool}/*.log.facts: what verifier read from each log. The first run writes them, red or green; \`npx vitest run packages/core/src/evidence/logs/tools -u\` writes them anew`,
    '`pnpm generate`, and commit code, logs and pages together',
  ],
};

function meta(tool: string, exitCode: number): object {
  return { tool, version: '0.0.0', command: tool, exitCode };
}

function source(tool: string): string {
  return `import type { Recognizer } from '../../../model/index.js';

// Say which version prints these lines: ${tool} 0.0.0.
const BANNER = '${tool} test run';
const PASSED = /^ {2}ok (?<name>.+)$/;
const FAILED = /^ {2}not ok (?<name>.+)$/;
const TOTALS = /^(?<passed>\\d+) passed, (?<failed>\\d+) failed$/;

export const recognizer: Recognizer = {
  tool: '${tool}',
  kind: 'tests',
  docs: {
    title: '${tool}, default reporter',
    why: 'Reads the totals and each failed test, so a red run is never read as green',
    fix: 'Let the tool print its totals',
    since: '${versionOf()}',
  },
  marks: [BANNER],
  open() {
    let closed = false;
    return {
      read(line, _at, out) {
        if (line === BANNER) return true;
        const totals = TOTALS.exec(line)?.groups;
        if (totals) {
          closed = true;
          out.say({ kind: 'totals', passed: Number(totals['passed']), failed: Number(totals['failed']), skipped: 0 });
          return true;
        }
        const failed = FAILED.exec(line)?.groups?.['name'];
        if (failed !== undefined) out.say({ kind: 'failure', name: failed, file: null, line: null });
        const passed = PASSED.exec(line)?.groups?.['name'];
        if (passed !== undefined) out.passed(passed);
        return failed !== undefined || passed !== undefined;
      },
      end(out) {
        if (!closed) out.say({ kind: 'unfinished' });
      },
    };
  },
};
`;
}
