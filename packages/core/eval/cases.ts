import { z } from 'zod';
import { FINAL_VERDICTS, RISKS, VERDICTS } from '../src/model/schemas/names.js';
import type { EvalCase, Expected } from './model.js';

const count = z.number().int().nonnegative();
const said = z.string().trim().min(1);

const BOUNDS = {
  risk: z.enum(RISKS).optional(),
  confidenceMin: count.optional(),
  confidenceMax: count.optional(),
  mustFixMin: count.optional(),
  mustFixMax: count.optional(),
  shouldFixMin: count.optional(),
  shouldFixMax: count.optional(),
  /** How many findings beyond the bounds are tolerated. Only cases that say this count for the false positive rate. */
  maxFalsePositives: count.optional(),
  /** The verifier is known to miss it. In a corpus of ours `debt` says who answers for that. */
  knownGap: z.boolean().optional(),
};

const DebtSchema = z.object({ owner: said, reason: said, followUp: said }).strict();
const oneOfBoth = ({ verdict, verdictAnyOf }: { verdict?: unknown; verdictAnyOf?: unknown }) => (verdict === undefined) !== (verdictAnyOf === undefined);
const ONE_OF_BOTH = 'give either verdict or verdictAnyOf';

const TextExpectedSchema = z.object({ verdict: z.enum(VERDICTS).optional(), verdictAnyOf: z.array(z.enum(VERDICTS)).min(1).optional(), ...BOUNDS }).strict().refine(oneOfBoth, ONE_OF_BOTH);
export type TextExpected = z.infer<typeof TextExpectedSchema>;

export const TextCaseSchema = z
  .object({
    id: z.string().regex(/^[a-z0-9-]+$/),
    kind: z.enum(['seeded', 'golden']),
    stack: said,
    description: said,
    labelSource: said.optional(),
    debt: DebtSchema.optional(),
    input: z.object({ task: z.string(), diff: z.string(), verifyLogs: z.string(), builderReport: z.string() }).strict(),
    expected: TextExpectedSchema,
  })
  .strict()
  .refine(({ kind, labelSource }) => kind === 'seeded' || labelSource !== undefined, 'a golden case says where its label comes from: labelSource');

// Repository fixtures of others may say more than we read, and say it otherwise where nothing depends on it.
const PlanSchema = z.object({
  baseDir: said,
  patch: said.optional(),
  verifyCommands: z.array(said).optional(),
  /** The patch is applied and not committed, so that new files are untracked. */
  uncommitted: z.boolean().default(false),
  /** What is run beside the commands. */
  trials: z.array(z.enum(['compareBase', 'restoreTests', 'redProof'])).default([]),
  /** Settings of git in the repository. */
  gitConfig: z.record(z.string()).default({}),
});
export const RepositoryCaseSchema = z.object({
  id: said,
  kind: z.string().default('seeded'),
  stack: z.string().default('repository'),
  description: z.string().default(''),
  labelSource: said.optional(),
  intent: z.object({ text: z.string().optional() }).optional(),
  builderReport: z.string().default(''),
  setup: PlanSchema.optional(),
  golden: z.object({ replay: PlanSchema.optional(), verifyCommands: z.array(said).optional() }).optional(),
  timeoutMinutes: z.number().positive().default(15),
  groundTruth: z.object({ defect: z.unknown() }).optional(),
  debt: DebtSchema.optional(),
  expected: z
    .object({
      verdict: z.enum(FINAL_VERDICTS).optional(),
      verdictAnyOf: z.array(z.enum(FINAL_VERDICTS)).min(1).optional(),
      findings: z.array(z.object({ rule: said.optional(), file: said.optional() }).catch({})).optional(),
      ...BOUNDS,
    })
    .refine(({ verdict, verdictAnyOf }) => verdict !== undefined || verdictAnyOf !== undefined, ONE_OF_BOTH),
});

/** The verdicts that let a change through. */
export const OPENS: ReadonlySet<string> = new Set(['open_pr', 'open_pr_with_warning', 'mergeable']);

/** A case of texts as the runner takes it. */
export function textCaseOf({ expected, input, debt, ...rest }: z.infer<typeof TextCaseSchema>): EvalCase {
  const { id, kind, stack, description } = rest;
  const wanted = expectedOf(expected);
  return { id, kind, stack, description, expected: wanted, ...(debt === undefined ? {} : { debt }), defect: isDefect(wanted), input: { corpus: 'texts', ...input } };
}

/** `verdict` and `verdictAnyOf` made one. */
export function expectedOf<T extends { verdict?: string | undefined; verdictAnyOf?: readonly string[] | undefined }>({ verdict, verdictAnyOf, ...bounds }: T): Omit<T, 'verdict' | 'verdictAnyOf'> & { verdicts: readonly string[] } {
  return { ...bounds, verdicts: verdictAnyOf ?? [verdict ?? ''] };
}

/** No verdict that is expected lets it through. */
export const isDefect = ({ verdicts }: Pick<Expected, 'verdicts'>): boolean => verdicts.every((verdict) => !OPENS.has(verdict));
