import type { Kind } from './index.js';
import { versionOf } from './version.js';

export const reporter: Kind = {
  name: /^[a-z][a-z0-9-]*$/,
  example: 'my-format',
  files: (format) => ({
    [`packages/core/src/report/${format}.ts`]: source(format),
    [`packages/core/src/report/${format}.test.ts`]: testOf(format),
    [`fixtures/reports/${format}/blocked.judgement.json`]: `${JSON.stringify(JUDGEMENT, null, 2)}\n`,
    [`fixtures/reports/${format}/blocked.expected`]: 'block_pr: 1 must be fixed\n',
  }),
  next: (format) => [
    `write in fixtures/reports/${format}/blocked.expected what the report must look like (\`npx vitest run -u\` would write what it looks like)`,
    `write packages/core/src/report/${format}.ts until \`npx vitest run packages/core/src/report\` is green`,
    'offer it in the command line: `--format` in packages/core/src/cli/',
  ],
};

const FINDING = { source: 'verify_logs', message: 'a test failed' };
const JUDGEMENT = {
  verdict: {
    schemaVersion: 1,
    verdict: 'block_pr',
    must_fix: [{ ...FINDING, message: 'a test failed [verification/failed]' }],
    should_fix: [],
    evidence_grade: 'reported',
    confidence: 81,
    risk: 'high',
    summary: 'Blocked with confidence 81; risk is high.',
  },
  findings: [{ ...FINDING, rule: 'verification/failed', effect: 'block' }],
};

function source(format: string): string {
  return `import type { Reporter } from '../model/index.js';

export const reporter: Reporter = {
  id: '${format}',
  docs: {
    title: 'A report as ${format}',
    why: 'Say who reads it',
    fix: 'Say what they do with it',
    since: '${versionOf()}',
  },
  render: ({ verdict }) => \`\${verdict.verdict}: \${verdict.must_fix.length} must be fixed\\n\`,
};
`;
}

function testOf(format: string): string {
  return `import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { Judgement } from '../model/index.js';
import { reporter } from './${format}.js';

const FIXTURES = path.resolve(import.meta.dirname, '../../../../fixtures/reports/${format}');
const cases = readdirSync(FIXTURES).filter((file) => file.endsWith('.judgement.json'));

test.each(cases)('%s', async (file) => {
  const judgement = JSON.parse(readFileSync(path.join(FIXTURES, file), 'utf8')) as Judgement;
  await expect(reporter.render(judgement)).toMatchFileSnapshot(path.join(FIXTURES, file.replace('.judgement.json', '.expected')));
});
`;
}
