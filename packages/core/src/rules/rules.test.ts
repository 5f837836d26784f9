import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { grammarsOf, parseDiff } from '../evidence/diff/index.js';
import { readEvidence } from '../evidence/index.js';
import { openTranscript } from '../evidence/logs/index.js';
import { loadSyntax } from '../gather/syntax.js';
import { EFFECTS, type Evidence, type Rule } from '../model/index.js';
import { concernsOf } from './concern.js';
import { rules } from './index.js';
import { needsCode } from './needs-code.js';

const FIXTURES = path.resolve(import.meta.dirname, '../../../../fixtures/rules');
const RISKS = rules.filter(({ id }) => id.startsWith('risk/'));

/** Folders of one rule: `block.guard-removed` holds `diff.patch`, and `run.log`, `report.md`, `task.md` when they matter; `workspace` when it is found there only. */
const casesOf = (id: string): string[] => (existsSync(path.join(FIXTURES, id)) ? readdirSync(path.join(FIXTURES, id)).sort() : []);

describe.each(rules.map((rule) => [rule.id, rule] as const))('%s', (id, rule) => {
  const cases = casesOf(id);

  test('is documented, and shows what fires and what must not', () => {
    const effects = cases.map((name) => name.split('.')[0] ?? '');
    expect(Object.values(rule.docs)).not.toContain('');
    expect(effects.filter((effect) => effect !== 'ok' && !EFFECTS.some((known) => known === effect))).toEqual([]);
    expect(effects.some((effect) => effect !== 'ok')).toBe(true);
    expect(effects).toContain('ok');
  });

  test.each(cases)('%s', async (name) => {
    const evidence = await evidenceIn(path.join(FIXTURES, id, name));
    expect(strongestOf(rule, evidence)).toBe(name.split('.')[0]);
    for (const finding of rule.check(evidence)) expect(finding.message).not.toMatch(/[\r\n]|; /);
    // The rule is asked wherever it has something to say.
    if (!name.startsWith('ok.')) expect(concernsOf(evidence)(rule)).toBe(true);
  });
});

describe('a look-alike of one risk is no other risk either', () => {
  const all = RISKS.flatMap(({ id }) => casesOf(id).filter((name) => name.startsWith('ok.')).map((name) => `${id}/${name}`));
  test.each(all)('%s', async (name) => {
    const evidence = await evidenceIn(path.join(FIXTURES, name));
    expect(RISKS.flatMap((rule) => [...rule.check(evidence)].map(({ message }) => message))).toEqual([]);
  });
});

function strongestOf(rule: Rule, evidence: Evidence): string {
  const effects = [...rule.check(evidence)].map(({ effect }) => effect);
  return EFFECTS.find((effect) => effects.includes(effect)) ?? 'ok';
}

async function evidenceIn(folder: string): Promise<Evidence> {
  const read = (name: string) => (existsSync(path.join(folder, name)) ? readFileSync(path.join(folder, name), 'utf8') : '');
  const model = parseDiff(read('diff.patch'));
  const reader = openTranscript();
  reader.write(read('run.log'));
  const syntax = await loadSyntax(grammarsOf(model, needsCode));
  return readEvidence({ task: read('task.md'), diff: model, report: read('report.md'), runs: reader.close(), syntax, workspace: existsSync(path.join(folder, 'workspace')), findings: [], now: '2026-01-01T00:00:00.000Z' }, needsCode);
}
