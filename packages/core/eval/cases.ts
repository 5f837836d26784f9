import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { RISKS, VERDICTS } from '../src/model/schemas/names.js';

const count = z.number().int().nonnegative();

const ExpectedSchema = z
  .object({
    verdict: z.enum(VERDICTS).optional(),
    verdictAnyOf: z.array(z.enum(VERDICTS)).min(1).optional(),
    risk: z.enum(RISKS).optional(),
    confidenceMin: count.optional(),
    confidenceMax: count.optional(),
    mustFixMin: count.optional(),
    mustFixMax: count.optional(),
    shouldFixMin: count.optional(),
    shouldFixMax: count.optional(),
    /** How many findings beyond the bounds are tolerated. Only cases that say this count for the false positive rate. */
    maxFalsePositives: count.optional(),
    knownGap: z.boolean().optional(),
  })
  .strict()
  .refine(({ verdict, verdictAnyOf }) => (verdict === undefined) !== (verdictAnyOf === undefined), 'give either verdict or verdictAnyOf');

const CaseSchema = z
  .object({
    id: z.string().regex(/^[a-z0-9-]+$/),
    kind: z.enum(['seeded', 'golden']),
    stack: z.string().min(1),
    description: z.string().min(1),
    labelSource: z.string().min(1).optional(),
    input: z.object({ task: z.string(), diff: z.string(), verifyLogs: z.string(), builderReport: z.string() }).strict(),
    expected: ExpectedSchema,
  })
  .strict()
  .refine(({ kind, labelSource }) => kind === 'seeded' || labelSource !== undefined, 'a golden case says where its label comes from: labelSource');

export type EvalCase = z.infer<typeof CaseSchema>;
export type Expected = EvalCase['expected'];

/** A corpus cannot be read: the harness is at fault, not the verifier. */
export class CorpusError extends Error {
  override readonly name = 'CorpusError';
}

/** Every `*.json` at any depth below the folder, by id. Throws CorpusError with the file's name. */
export function readCases(folder: string): EvalCase[] {
  const files = jsonFiles(folder);
  if (files.length === 0) throw new CorpusError(`there are no cases below ${folder}`);
  const cases = files.map(readCase).sort((a, b) => (a.id < b.id ? -1 : 1));
  const twice = cases.find(({ id }, index) => cases[index + 1]?.id === id);
  if (twice !== undefined) throw new CorpusError(`two cases are called ${twice.id}`);
  return cases;
}

function jsonFiles(folder: string): string[] {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) throw new CorpusError(`${folder} is not a folder`);
  return (readdirSync(folder, { recursive: true }) as string[]).filter((file) => file.endsWith('.json')).map((file) => path.join(folder, file));
}

function readCase(file: string): EvalCase {
  let data: unknown;
  try {
    data = JSON.parse(readFileSync(file, 'utf8'));
  } catch (cause) {
    throw new CorpusError(`${file} is not JSON`, { cause });
  }
  const { success, data: found, error } = CaseSchema.safeParse(data);
  if (!success) throw new CorpusError(`${file}: ${error.issues.map(({ path: keys, message }) => `${keys.join('.')} ${message}`.trim()).join(', ')}`);
  if (path.basename(file, '.json') !== found.id) throw new CorpusError(`${file} says that it is ${found.id}`);
  return found;
}
