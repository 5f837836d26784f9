import type { RequestExpectation, RequestStep } from '@verifier/probe-sdk';
import type { Reply } from './ask.js';
import { schemaProblem } from './schema-problem.js';

/** What a reply does not keep of what is expected, in one sentence; null when it keeps all. */
export function replyProblem({ method, path, expect = {} }: RequestStep, { status, headers, body }: Reply): string | null {
  const what = `${method} ${path}`;
  if (!isExpected(expect, status)) return `${what} answers ${status}, not ${expect.status ?? expect.statusAnyOf?.join(' or ') ?? '2xx'}`;
  for (const [name, value] of Object.entries(expect.headers ?? {})) if (String(headers[name.toLowerCase()] ?? '') !== value) return `${what}: the header ${name} is not ${JSON.stringify(value)}`;
  if (expect.bodyIncludes !== undefined && !body.includes(expect.bodyIncludes)) return `${what}: the body does not hold ${JSON.stringify(expect.bodyIncludes)}`;
  if (expect.jsonSchema === undefined) return null;
  const value = valueOf(body);
  if (value === undefined) return `${what}: the body is no JSON`;
  const problem = schemaProblem(expect.jsonSchema, value.json);
  return problem === null ? null : `${what}: ${problem}`;
}

export const isExpected = ({ status, statusAnyOf }: RequestExpectation, seen: number): boolean => (status === undefined ? (statusAnyOf?.includes(seen) ?? (seen >= 200 && seen < 300)) : seen === status);

function valueOf(text: string): { readonly json: unknown } | undefined {
  try {
    return { json: JSON.parse(text) as unknown };
  } catch {
    return undefined;
  }
}
