import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import type { z } from 'zod';
import { RepositoryCaseSchema, TextCaseSchema, textCaseOf } from './cases.js';
import { ChangeSampleSchema, changeCase } from './formats/change-sample.js';
import { LogSampleSchema, logCases } from './formats/log-sample.js';
import { repositoryCase } from './formats/repository.js';
import { type EvalCase, HarnessError } from './model.js';

type Keys = Readonly<Record<string, unknown>>;
/** How a JSON file is told to be of a format, and what it gives. */
interface Format {
  readonly marks: (data: Keys, file: string) => boolean;
  readonly read: (data: unknown, file: string) => EvalCase[];
}

const FORMATS: readonly Format[] = [
  { marks: (_, file) => path.basename(file) === 'case.json', read: (data, file) => [repositoryCase(parsed(RepositoryCaseSchema, data, file), path.dirname(file))] },
  { marks: ({ combined, truth }) => combined !== undefined && truth !== undefined, read: (data, file) => logCases(parsed(LogSampleSchema, data, file)) },
  { marks: ({ expect, diff }) => expect !== undefined && diff !== undefined, read: (data, file) => [changeCase(parsed(ChangeSampleSchema, data, file))] },
  { marks: ({ id, input, expected }) => id !== undefined || input !== undefined || expected !== undefined, read: textCases },
];

/** Every case at any depth below the folders, by id. Throws HarnessError with the file's name. */
export function readCorpus(folders: readonly string[]): EvalCase[] {
  const cases = folders.flatMap((folder) => {
    const found = caseFiles(folder).flatMap(casesIn);
    if (found.length === 0) throw new HarnessError(`there are no cases below ${folder}`);
    return found;
  });
  const sorted = cases.sort((a, b) => (a.id < b.id ? -1 : 1));
  const twice = sorted.find(({ id }, index) => sorted[index + 1]?.id === id);
  if (twice !== undefined) throw new HarnessError(`two cases are called ${twice.id}`);
  return sorted;
}

/** JSON files below the folder; beside a `case.json` nothing else is a case, since the repository may hold JSON of its own. */
function caseFiles(folder: string): string[] {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) throw new HarnessError(`${folder} is not a folder`);
  const entries = readdirSync(folder, { withFileTypes: true });
  if (entries.some((entry) => entry.isFile() && entry.name === 'case.json')) return [path.join(folder, 'case.json')];
  return entries.flatMap((entry) => {
    const at = path.join(folder, entry.name);
    if (entry.isDirectory()) return caseFiles(at);
    return entry.isFile() && entry.name.endsWith('.json') ? [at] : [];
  });
}

function casesIn(file: string): EvalCase[] {
  let data: unknown;
  try {
    data = JSON.parse(readFileSync(file, 'utf8'));
  } catch (cause) {
    throw new HarnessError(`${file} is not JSON`, { cause });
  }
  const isObject = typeof data === 'object' && data !== null && !Array.isArray(data);
  const format = isObject ? FORMATS.find(({ marks }) => marks(data as Keys, file)) : undefined;
  if (format === undefined) throw new HarnessError(`${file} is in no format of a case that is known: docs/EVAL.md describes them`);
  return format.read(data, file);
}

function textCases(data: unknown, file: string): EvalCase[] {
  const found = parsed(TextCaseSchema, data, file);
  if (path.basename(file, '.json') !== found.id) throw new HarnessError(`${file} says that it is ${found.id}`);
  return [textCaseOf(found)];
}

function parsed<S extends z.ZodTypeAny>(schema: S, data: unknown, file: string): z.infer<S> {
  const { success, data: found, error } = schema.safeParse(data) as z.SafeParseReturnType<unknown, z.infer<S>>;
  if (!success) throw new HarnessError(`${file}: ${error.issues.map(({ path: keys, message }) => `${keys.join('.')} ${message}`.trim()).join(', ')}`);
  return found;
}
