import { readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { HarnessError } from '../model.js';
import { ROOT } from '../options.js';

const FILE = 'eval/mutation-debt.json';
const said = z.string().trim().min(1);
const OwedSchema = z.array(z.object({ id: said, owner: said, reason: said, followUp: said }).strict());
export type Owed = z.infer<typeof OwedSchema>;

/** Logs and cases that are known to come out wrong under some change: who answers for that, why, and what follows. */
export function readOwed(file = path.join(ROOT, FILE)): Owed {
  try {
    return OwedSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (cause) {
    throw new HarnessError(`${file}: ${cause instanceof z.ZodError ? cause.issues.map(({ path: keys, message }) => `${keys.join('.')} ${message}`).join(', ') : 'it is not there, or it is not JSON'}`, { cause });
  }
}

/** Each sentence begins with the id that it is about. */
export function partedBy(owed: Owed, wrong: readonly string[]): { wrong: string[]; declared: string[] } {
  const isDeclared = (sentence: string) => owed.some(({ id }) => sentence.startsWith(`${id}:`) || sentence.startsWith(`${id} with `));
  return { wrong: wrong.filter((one) => !isDeclared(one)), declared: wrong.filter(isDeclared) };
}
