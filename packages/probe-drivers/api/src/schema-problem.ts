import { UnsupportedStepError } from '@verifier/probe-sdk';

// A small part of JSON Schema, and on purpose: a schema may come from a model, so nothing of it becomes code or a pattern.
const KEYWORDS = new Set(['type', 'properties', 'required', 'additionalProperties', 'items', 'enum', 'const', 'minimum', 'maximum', 'minLength', 'maxLength', 'minItems', 'maxItems', 'anyOf']);
/** They say nothing of the value. */
const NOTES = new Set(['$schema', '$id', 'title', 'description', 'default', 'examples', 'format']);
const TYPES = new Set(['object', 'array', 'string', 'number', 'integer', 'boolean', 'null']);
const DEEPEST = 32;

type Plain = Readonly<Record<string, unknown>>;

/** Looks through a whole schema before anything is asked. Errors: UnsupportedStepError for a keyword that is not known. */
export function checkSchema(schema: unknown, depth = 0): void {
  if (typeof schema === 'boolean') return;
  if (!isPlain(schema) || depth > DEEPEST) throw new UnsupportedStepError(`a JSON schema is an object or a boolean, at most ${DEEPEST} deep`);
  for (const [key, value] of Object.entries(schema)) {
    if (!KEYWORDS.has(key) && !NOTES.has(key)) throw new UnsupportedStepError(`the JSON schema keyword ${JSON.stringify(key)} is not known: there are ${[...KEYWORDS].join(', ')}`);
    const bad = (key === 'required' || key === 'enum' || key === 'anyOf') && !Array.isArray(value) ? 'is a list' : key === 'type' && !listOf(value).every((one) => TYPES.has(String(one))) ? `is one of ${[...TYPES].join(', ')}` : null;
    if (bad !== null) throw new UnsupportedStepError(`the JSON schema keyword ${key} ${bad}`);
    if ((key.startsWith('min') || key.startsWith('max')) && typeof value !== 'number') throw new UnsupportedStepError(`the JSON schema keyword ${key} is a number`);
  }
  const { properties, items, additionalProperties, anyOf } = schema;
  if (properties !== undefined && !isPlain(properties)) throw new UnsupportedStepError('the JSON schema keyword properties is an object');
  for (const inner of [...Object.values(properties ?? {}), ...(Array.isArray(anyOf) ? (anyOf as readonly unknown[]) : []), items, additionalProperties]) if (inner !== undefined) checkSchema(inner, depth + 1);
}

/** Where a value differs from a schema, as one sentence without the value itself; null when it fits. */
export function schemaProblem(schema: unknown, value: unknown, at = '$'): string | null {
  if (typeof schema === 'boolean') return schema ? null : `${at} should not be there`;
  if (!isPlain(schema)) return null;
  const { type, enum: allowed, anyOf } = schema;
  if (type !== undefined && !listOf(type).some((one) => isOf(one, value))) return `${at} is ${typeOf(value)}, not ${listOf(type).join(' or ')}`;
  if (Array.isArray(allowed) && !allowed.some((one) => same(one, value))) return `${at} is none of the values that are allowed`;
  if ('const' in schema && !same(schema['const'], value)) return `${at} is not the value that is expected`;
  if (Array.isArray(anyOf) && anyOf.every((one) => schemaProblem(one, value, at) !== null)) return `${at} fits none of what it may be`;
  return sizeProblem(schema, value, at) ?? (Array.isArray(value) ? itemsProblem(schema, value, at) : isPlain(value) ? fieldsProblem(schema, value, at) : null);
}

function sizeProblem(schema: Plain, value: unknown, at: string): string | null {
  const checks: readonly (readonly [string, string, number | null])[] = [
    ['minimum', 'maximum', typeof value === 'number' ? value : null],
    ['minLength', 'maxLength', typeof value === 'string' ? Array.from(value).length : null],
    ['minItems', 'maxItems', Array.isArray(value) ? value.length : null],
  ];
  for (const [low, high, size] of checks) {
    if (size === null) continue;
    if (typeof schema[low] === 'number' && size < schema[low]) return `${at}: ${size} is less than ${low} ${schema[low]}`;
    if (typeof schema[high] === 'number' && size > schema[high]) return `${at}: ${size} is more than ${high} ${schema[high]}`;
  }
  return null;
}

function itemsProblem({ items }: Plain, value: readonly unknown[], at: string): string | null {
  if (items === undefined) return null;
  for (const [index, one] of value.entries()) {
    const problem = schemaProblem(items, one, `${at}[${index}]`);
    if (problem !== null) return problem;
  }
  return null;
}

function fieldsProblem({ properties, required, additionalProperties }: Plain, value: Plain, at: string): string | null {
  const missing = Array.isArray(required) ? (required as readonly unknown[]).map(String).find((key) => !Object.hasOwn(value, key)) : undefined;
  if (missing !== undefined) return `${at}.${missing} is missing`;
  const known = isPlain(properties) ? properties : {};
  for (const [key, one] of Object.entries(value)) {
    const schema = Object.hasOwn(known, key) ? known[key] : additionalProperties;
    const problem = schema === undefined ? null : schemaProblem(schema, one, `${at}.${key}`);
    if (problem !== null) return problem;
  }
  return null;
}

const isPlain = (value: unknown): value is Plain => typeof value === 'object' && value !== null && !Array.isArray(value);
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [value]);
const typeOf = (value: unknown): string => (value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value);
const isOf = (type: unknown, value: unknown): boolean => (type === 'integer' ? Number.isInteger(value) : typeOf(value) === type);
const same = (one: unknown, other: unknown): boolean => JSON.stringify(sorted(one)) === JSON.stringify(sorted(other));
const sorted = (value: unknown): unknown => (Array.isArray(value) ? value.map(sorted) : isPlain(value) ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)).map(([key, inner]) => [key, sorted(inner)])) : value);
