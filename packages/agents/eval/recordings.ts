import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Claim, FinalVerdict } from '@verifier/core';

export const ROOT = path.resolve(import.meta.dirname, '../../..');
const CORPUS = path.join(ROOT, 'fixtures/corpus');
const RECORDINGS = path.join(ROOT, 'fixtures/semantic');
const METRICS = path.join(ROOT, 'fixtures/metrics.json');

/** What a lens and a refuter answer to one change. All of them were written by hand, as an honest reader would answer: no model ran. */
export interface Recording {
  readonly id: string;
  readonly recordedBy: 'hand';
  readonly claims: readonly Claim[];
  readonly lens: { readonly findings: readonly { readonly title: string }[]; readonly claimAssessments: readonly unknown[] };
  readonly refuter: readonly { readonly title: string; readonly outcome: 'survived' | 'refuted'; readonly reasoning: string }[];
}

export interface SemanticCase {
  readonly id: string;
  readonly expected: readonly FinalVerdict[];
  /** The change is bad, as its label says. */
  readonly defect: boolean;
  readonly diff: string;
  /** What core alone says, as `fixtures/metrics.json` has it. */
  readonly core: FinalVerdict;
  readonly recording: Recording;
}

export interface Corpus {
  readonly cases: readonly SemanticCase[];
  /** Fixtures without a recording, and fixtures that `pnpm eval` has not measured yet. */
  readonly unrecorded: readonly string[];
  readonly unmeasured: readonly string[];
}

export function readCorpus(only: readonly string[] | null): Corpus {
  const { fixtures } = jsonAt(METRICS) as { fixtures: readonly { id: string; verdict: FinalVerdict | null }[] };
  const core = new Map(fixtures.map(({ id, verdict }) => [id, verdict]));
  const folders = ['seeded', 'golden'].flatMap((kind) => readdirSync(path.join(CORPUS, kind)).map((name) => path.join(CORPUS, kind, name)));
  const chosen = folders.filter((folder) => existsSync(path.join(folder, 'case.json')) && (only === null || only.some((start) => path.basename(folder).startsWith(`${start}-`)))).sort((one, other) => (path.basename(one) < path.basename(other) ? -1 : 1));
  const unrecorded: string[] = [];
  const unmeasured: string[] = [];
  const cases = chosen.flatMap((folder): SemanticCase[] => {
    const id = path.basename(folder);
    const recorded = path.join(RECORDINGS, `${id}.json`);
    const verdict = core.get(id) ?? null;
    if (!existsSync(recorded)) unrecorded.push(id);
    if (verdict === null) unmeasured.push(id);
    return existsSync(recorded) && verdict !== null ? [{ id, core: verdict, recording: jsonAt(recorded) as Recording, ...labelsOf(folder) }] : [];
  });
  return { cases, unrecorded, unmeasured };
}

/** Recordings that no fixture has. */
export function strayRecordings(): string[] {
  const ids = new Set(['seeded', 'golden'].flatMap((kind) => readdirSync(path.join(CORPUS, kind))));
  return readdirSync(RECORDINGS).map((name) => path.basename(name, '.json')).filter((id) => !ids.has(id));
}

function labelsOf(folder: string): Pick<SemanticCase, 'expected' | 'defect' | 'diff'> {
  const { expected, groundTruth, setup, golden } = jsonAt(path.join(folder, 'case.json')) as { groundTruth: { defect: boolean }; expected: { verdict?: FinalVerdict; verdictAnyOf?: FinalVerdict[] }; setup?: { patch?: string }; golden?: { replay?: { patch?: string } } };
  const patch = setup?.patch ?? golden?.replay?.patch;
  return { defect: groundTruth.defect, expected: expected.verdictAnyOf ?? (expected.verdict === undefined ? [] : [expected.verdict]), diff: patch === undefined ? '' : readFileSync(path.join(folder, patch), 'utf8') };
}

const jsonAt = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'));
