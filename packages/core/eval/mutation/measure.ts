import { judgeTexts } from '../judge-texts.js';
import type { EvalCase, TextInput } from '../model.js';
import { CARRIED } from './carriers.js';
import { MUTATIONS } from './mutants.js';

export interface Row {
  readonly name: string;
  readonly tried: number;
  /** The case, and the verdict that it got. */
  readonly wrong: readonly string[];
}

export interface Measured {
  readonly mutations: readonly Row[];
  readonly carriers: readonly Row[];
}

/** Judges every case of texts under every mutation and every carrier. */
export async function measureMutations(cases: readonly EvalCase[], progress: (done: number) => void = () => undefined): Promise<Measured> {
  const texts = cases.flatMap((one) => (one.input.corpus === 'texts' && one.debt === undefined ? [{ one, input: one.input }] : []));
  const clean = texts.filter(({ one, input }) => one.expected.verdicts.join() === 'open_pr' && input.verifyLogs.trim() !== '');
  const mutations = MUTATIONS.map(({ name }) => ({ name, tried: 0, wrong: [] as string[] }));
  const carriers = Object.keys(CARRIED).map((name) => ({ name, tried: 0, wrong: [] as string[] }));
  for (const [at, { one, input }] of texts.entries()) {
    const other = clean[at % Math.max(1, clean.length)]?.input ?? input;
    for (const [index, { right, mutate }] of MUTATIONS.entries()) await tried(mutations[index], one, mutate(one, input, other), right);
    const { verdict } = await judgeTexts(input);
    for (const [index, carry] of Object.values(CARRIED).entries()) await tried(carriers[index], one, carry(input), [verdict]);
    progress(at + 1);
  }
  return { mutations, carriers };
}

async function tried(row: { tried: number; wrong: string[] } | undefined, { id }: EvalCase, input: TextInput | null, right: readonly string[]): Promise<void> {
  if (row === undefined || input === null) return;
  row.tried += 1;
  const { verdict } = await judgeTexts(input);
  if (!right.includes(verdict)) row.wrong.push(`${id}: ${verdict}, expected ${right.join(' or ')}`);
}
