import { FAIL_CATEGORIES, type Scenario, STEP_KINDS, type StepKind } from './types.js';

const MOST_STEPS = 50;
const LONGEST_TEXT = 64 * 1024;
const LONGEST_WAIT_MS = 60_000;

type Plain = Readonly<Record<string, unknown>>;

/** Fields of each step: the first list has to be there, the second may be. */
const FIELDS: Readonly<Record<StepKind, readonly [needed: readonly string[], allowed: readonly string[]]>> = {
  navigate: [['url'], []],
  click: [['target'], []],
  type: [['text'], ['target']],
  key: [['key'], []],
  exec: [['command'], ['stdin']],
  request: [['method', 'path'], ['body', 'headers', 'expect']],
  wait: [[], ['forMs', 'until']],
  'assert-screen': [['expectation'], []],
};
const EXPECTED = new Set(['status', 'statusAnyOf', 'jsonSchema', 'bodyIncludes', 'headers']);
/** Fields that are no text. */
const NO_TEXT = new Set(['body', 'headers', 'expect', 'forMs']);

/** What is wrong with a scenario, in one sentence; null when it is one. Whether a driver knows its steps, commands and paths is the driver's to say. */
export function scenarioProblem(value: unknown): string | null {
  if (!isPlain(value)) return 'a scenario is an object';
  const { id, description, claimIds, failCategory, steps } = value;
  if (typeof id !== 'string' || id === '' || id.length > 100) return 'a scenario needs an id of at most 100 characters';
  if (typeof description !== 'string') return `scenario ${id}: description is a text`;
  if (!isTexts(claimIds)) return `scenario ${id}: claimIds is a list of texts`;
  if (failCategory !== undefined && !FAIL_CATEGORIES.some((one) => one === failCategory)) return `scenario ${id}: failCategory is one of ${FAIL_CATEGORIES.join(', ')}`;
  if (!Array.isArray(steps) || steps.length === 0 || steps.length > MOST_STEPS) return `scenario ${id}: steps is a list of 1 to ${MOST_STEPS}`;
  const unknown = Object.keys(value).find((key) => !['id', 'description', 'claimIds', 'failCategory', 'steps'].includes(key));
  if (unknown !== undefined) return `scenario ${id}: it has no field ${JSON.stringify(unknown)}`;
  for (const [at, step] of steps.entries()) {
    const problem = stepProblem(step);
    if (problem !== null) return `scenario ${id}, step ${at}: ${problem}`;
  }
  return null;
}

/** The scenario. Errors: TypeError with the sentence of `scenarioProblem`. */
export function readScenario(value: unknown): Scenario {
  const problem = scenarioProblem(value);
  if (problem !== null) throw new TypeError(problem);
  return value as Scenario;
}

function stepProblem(step: unknown): string | null {
  if (!isPlain(step)) return 'a step is an object';
  const kind = STEP_KINDS.find((one) => one === step['kind']);
  if (kind === undefined) return `there is no such step: kind is one of ${STEP_KINDS.join(', ')}`;
  const [needed, allowed] = FIELDS[kind];
  const missing = needed.find((key) => step[key] === undefined);
  if (missing !== undefined) return `${kind} needs ${missing}`;
  for (const [key, value] of Object.entries(step)) {
    if (key === 'kind') continue;
    if (!needed.includes(key) && !allowed.includes(key)) return `${kind} has no field ${JSON.stringify(key)}`;
    if (!NO_TEXT.has(key) && (typeof value !== 'string' || value.length > LONGEST_TEXT)) return `${key} is a text of at most ${LONGEST_TEXT} characters`;
  }
  if (kind === 'wait') return waitProblem(step);
  return kind === 'request' ? requestProblem(step) : null;
}

function waitProblem({ forMs, until }: Plain): string | null {
  if (forMs === undefined && until === undefined) return 'wait needs forMs or until';
  return forMs === undefined || (typeof forMs === 'number' && forMs >= 0 && forMs <= LONGEST_WAIT_MS) ? null : `forMs is a number from 0 to ${LONGEST_WAIT_MS}`;
}

function requestProblem({ headers, expect }: Plain): string | null {
  if (headers !== undefined && !isTextMap(headers)) return 'headers is an object of texts';
  if (expect === undefined) return null;
  if (!isPlain(expect)) return 'expect is an object';
  const unknown = Object.keys(expect).find((key) => !EXPECTED.has(key));
  if (unknown !== undefined) return `expect has no field ${JSON.stringify(unknown)}`;
  const { status, statusAnyOf, bodyIncludes } = expect;
  if (status !== undefined && statusAnyOf !== undefined) return 'expect has status or statusAnyOf, not both';
  if (status !== undefined && !isStatus(status)) return 'status is a whole number from 100 to 599';
  if (statusAnyOf !== undefined && (!Array.isArray(statusAnyOf) || statusAnyOf.length === 0)) return 'statusAnyOf is a list that is not empty';
  if (Array.isArray(statusAnyOf) && !statusAnyOf.every(isStatus)) return 'statusAnyOf holds whole numbers from 100 to 599';
  if (bodyIncludes !== undefined && typeof bodyIncludes !== 'string') return 'bodyIncludes is a text';
  return expect['headers'] === undefined || isTextMap(expect['headers']) ? null : 'the headers of expect are an object of texts';
}

const isPlain = (value: unknown): value is Plain => typeof value === 'object' && value !== null && !Array.isArray(value);
const isTexts = (value: unknown): boolean => Array.isArray(value) && value.every((one) => typeof one === 'string');
const isTextMap = (value: unknown): boolean => isPlain(value) && Object.values(value).every((one) => typeof one === 'string');
const isStatus = (value: unknown): boolean => Number.isInteger(value) && Number(value) >= 100 && Number(value) <= 599;
