import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { grammarsOf, parseDiff } from '../evidence/diff/index.js';
import { readEvidence } from '../evidence/index.js';
import { openTranscript } from '../evidence/logs/index.js';
import { loadSyntax } from '../gather/syntax.js';
import { EFFECTS, type Evidence, type Rule, type Run, type Trial, type Trials, TRIALS } from '../model/index.js';
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
  const trials = trialsIn(folder);
  const runs = reader.close();
  return readEvidence({ task: read('task.md'), diff: model, report: read('report.md'), runs: trials === undefined ? runs : executed(runs), ...(trials === undefined ? {} : { trials }), syntax, workspace: existsSync(path.join(folder, 'workspace')), findings: [], now: '2026-01-01T00:00:00.000Z' }, needsCode);
}

/** `base.log`, `restored.log`, `proof.log`: what the checks said there, and `restored.again.log` at the second try; `base.obstacle`: why they were not run. */
function trialsIn(folder: string): Trials | undefined {
  const logs = (name: string) => {
    const reader = openTranscript();
    reader.write(existsSync(path.join(folder, name)) ? readFileSync(path.join(folder, name), 'utf8') : '');
    return executed(reader.close());
  };
  const trials = TRIALS.flatMap((kind): [string, Trial][] => {
    const why = path.join(folder, `${kind}.obstacle`);
    if (existsSync(why)) return [[kind, { obstacle: readFileSync(why, 'utf8').trim(), runs: [], again: [], swapped: [] }]];
    if (!existsSync(path.join(folder, `${kind}.log`))) return [];
    return [[kind, { obstacle: null, runs: logs(`${kind}.log`), again: logs(`${kind}.again.log`), swapped: [{ path: 'test/size.test.js', to: 'other' }] }]];
  });
  return trials.length === 0 ? undefined : { ref: 'abc1234', ...Object.fromEntries(trials) };
}

const executed = (runs: readonly Run[]): Run[] => runs.map((run) => ({ ...run, executed: true }));
