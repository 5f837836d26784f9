import { type Config, UsageError } from '../../model/index.js';
import { syntaxErrorOf } from './json-error.js';
import { faultIn } from './json-fault.js';

/** Reads a configuration's text. `name` is how messages call the file. Errors: UsageError, one sentence for the first mistake. */
export async function parseConfig(text: string, name: string): Promise<Config> {
  const clean = text.startsWith('\uFEFF') ? text.slice(1) : text;
  let value: unknown;
  try {
    value = JSON.parse(clean);
  } catch {
    // Node's own message quotes the text, which may be none of ours to show.
    throw new UsageError(`${name}: ${syntaxErrorOf(clean)}`);
  }
  const fault = faultIn(clean);
  if (fault !== null) throw new UsageError(`${name}: ${fault}`);
  // zod costs a quarter of node's own start (3.25, Node 20): only a call that has a configuration pays it.
  const { ConfigSchema } = await import('../../model/schemas/config.js');
  const read = ConfigSchema.safeParse(value);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  const keys = Object.keys(ConfigSchema.shape);
  const path = deepest(issue) ?? [];
  if (issue?.code === 'unrecognized_keys') {
    const key = issue.keys[0] ?? '';
    throw new UsageError(`${name}: ${path.length === 0 ? unknownKey(key, keys) : `\`${nameOf(path)}\` has no key \`${key.slice(0, 80)}\`, it must be ${expectation(path[0], ConfigSchema.shape)}`}`);
  }
  throw new UsageError(`${name}: ${path.length === 0 ? 'the configuration' : `\`${nameOf(path)}\``} must be ${expectation(path[0], ConfigSchema.shape)}, got ${shown(at(value, path), issue?.code === 'invalid_type' || issue?.code === 'invalid_union')}`);
}

/** What each key must be, in words: a total table, so that a new key does not compile until it has one. */
const EXPECTED: Readonly<Record<keyof Config, string>> = {
  $schema: 'a string',
  base: 'the name of a commit, branch or tag',
  intent: 'a string',
  intentFile: 'a path in the workspace',
  verifyCommands: 'an array of commands, each a string that is not empty or an array of such strings that run side by side',
  verifyTimeoutMs: 'a positive integer',
  jobs: 'a positive integer',
  env: 'an object of names and texts',
  envRemove: 'an array of names',
  reuse: 'true, false or { sample?: 0 to 100, env?: names }',
  compareBase: 'true or false',
  restoreTests: 'true or false',
  redProof: 'true or false',
  stages: 'an object of provider { kind: anthropic or openai-compatible, baseUrl?, model?, keyEnv? }, taskTier (primary or secondary), allowCommands (an array of strings that are not empty), targets (an array of { name, driver, commands?, prepare?, scenarios? }) and probeBudgetMs (a positive integer)',
  keepRuns: 'a positive integer',
  results: 'an array of globs, each a string that is not empty',
  rules: 'an object of rule ids, each off, warn or block',
  waivers: 'an array of { rule, path?, reason, expires (YYYY-MM-DD), owner }',
  outputDir: 'a path relative to the workspace',
  markdown: 'true or false',
  failOn: 'mergeable, conditional, inconclusive or not_mergeable',
};

/** Where a key may hold one thing or another, the mistake lies as deep as any of its readings came. */
function deepest(issue: Issue | undefined): Issue['path'] | undefined {
  const inner = (issue?.unionErrors ?? []).flatMap(({ issues }) => issues.map((one) => deepest(one) ?? []));
  return [issue?.path, ...inner].reduce((long, one) => ((one?.length ?? 0) > (long?.length ?? 0) ? one : long), undefined);
}

interface Issue {
  readonly path: readonly (string | number)[];
  readonly unionErrors?: readonly { readonly issues: readonly Issue[] }[];
}

function expectation(key: string | number | undefined, shape: object): string {
  return key !== undefined && key in shape ? EXPECTED[key as keyof Config] : 'an object: { … }';
}

function unknownKey(key: string, known: readonly string[]): string {
  const near = known.map((name) => ({ name, distance: distance(key.toLowerCase(), name.toLowerCase()) })).sort((a, b) => a.distance - b.distance)[0];
  const hint = near !== undefined && near.distance <= Math.max(2, Math.floor(key.length / 3)) ? `did you mean \`${near.name}\`?` : `the known keys are ${known.join(', ')}`;
  return `\`${key.slice(0, 80)}\` is no key of the configuration, ${hint}`;
}

function nameOf(path: readonly (string | number)[]): string {
  return path.map((part, index) => (typeof part === 'number' ? `[${part}]` : index === 0 ? part : `.${part}`)).join('');
}

function at(value: unknown, path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>((found, part) => (typeof found === 'object' && found !== null ? (found as Record<string | number, unknown>)[part] : undefined), value);
}

/** A text is not quoted: it may be a secret that was put in the wrong place. */
function shown(value: unknown, isOfWrongType: boolean): string {
  if (typeof value === 'string') return value === '' ? 'an empty string' : isOfWrongType ? 'a string' : 'another string';
  if (typeof value === 'object' && value !== null) return Array.isArray(value) ? 'an array' : 'an object';
  return value === undefined ? 'nothing' : JSON.stringify(value);
}

/** Levenshtein's distance, for words up to 80 characters. */
function distance(a: string, b: string): number {
  const from = a.slice(0, 80);
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= from.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      next.push(Math.min((next[j - 1] ?? 0) + 1, (row[j] ?? 0) + 1, (row[j - 1] ?? 0) + (from[i - 1] === b[j - 1] ? 0 : 1)));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
