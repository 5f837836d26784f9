import { describe, expect, test } from 'vitest';
import type { CheckOptions } from '../../src/cli/options.js';
import { runWorkspace } from '../../src/cli/workspace.js';
import type { Judgement } from '../../src/model/index.js';
import { repository } from './repo.js';

const GREEN = '<testsuite tests="1" failures="0"><testcase name="adds"/></testsuite>';
const RED = '<testsuite tests="1" failures="1"><testcase name="adds"><failure/></testcase></testsuite>';

async function judged(files: Readonly<Record<string, string>>, options: Partial<CheckOptions>): Promise<Judgement> {
  const root = repository({ 'a.js': 'export const a = 1;\n', ...files }, { 'a.js': 'export const a = 2;\n' });
  const printed: Judgement[] = [];
  await runWorkspace({ task: 'Change it.', report: 'Changed.', pretty: false, ...options }, {
    cwd: root, env: process.env, screen: { write: () => undefined }, now: () => new Date(), print: (one) => { printed.push(one); return Promise.resolve(); },
  });
  const [judgement] = printed;
  if (!judgement) throw new Error('nothing was printed');
  return judgement;
}

const writes = (text: string, to: string) => `node -e 'require("fs").writeFileSync(process.argv[1], process.argv[2])' ${to} '${text}'`;
// That no test changed is noted everywhere here.
const rules = ({ findings }: Judgement) => findings.filter(({ effect }) => effect !== 'note').map(({ rule, effect }) => `${effect} ${rule}`);

describe('--results', () => {
  test('a green report of this run is evidence', async () => {
    const judgement = await judged({}, { verifyCommands: [writes(GREEN, 'junit.xml')], results: ['*.xml'] });
    expect(rules(judgement)).toEqual([]);
    expect(judgement.verdict.verdict).toBe('open_pr');
  });

  test('a red report blocks, whatever the status of the command', async () => {
    const judgement = await judged({}, { verifyCommands: [writes(RED, 'junit.xml')], results: ['*.xml'] });
    expect(rules(judgement)).toEqual(['block verification/failed']);
    expect(judgement.findings[0]?.message).toContain('junit.xml');
  });

  test('a report from before the run is refused', async () => {
    const judgement = await judged({ 'junit.xml': GREEN }, { verifyCommands: ['git diff --check'], results: ['junit.xml'] });
    expect(rules(judgement)).toEqual(['ask run/results-old']);
    expect(judgement.verdict.verdict).toBe('needs_context');
  });

  test('a glob without a file, and a file in no format, are told', async () => {
    const judgement = await judged({}, { verifyCommands: [writes('hello', 'out.txt')], results: ['none/*.xml', 'out.txt'] });
    expect(rules(judgement)).toEqual(['ask run/results-missing', 'ask run/results-unread']);
  });

  test('the configuration names them, too', async () => {
    const judgement = await judged({ 'verifier.config.json': JSON.stringify({ verifyCommands: [writes(RED, 'junit.xml')], results: ['junit.xml'] }) }, {});
    expect(rules(judgement)).toContain('block verification/failed');
  });

  test('a glob that leaves the workspace is wrong use', async () => {
    await expect(judged({}, { verifyCommands: ['true'], results: ['../*.xml'] })).rejects.toThrow('--results stays inside the workspace');
  });
});
