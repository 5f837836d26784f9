import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import path from 'node:path';
import { LaunchError, UnsupportedStepError } from './errors.js';
import type { LaunchContext, Observation, ProbeDriver, ProbeSession, Scenario } from './types.js';

const FORBIDDEN = new Set(['finding', 'findings', 'severity', 'verdict']);
const NEEDED = ['consoleErrors', 'networkFailures', 'screenshots', 'crashed', 'artifacts'] as const;

export interface ConformanceOptions {
  /** A project that the driver detects and can launch. */
  readonly context: LaunchContext;
  /** Passes against that project. */
  readonly passing: Scenario;
  /** Fails against it, without an error. */
  readonly failing: Scenario;
  /** Has a step that the driver does not do. */
  readonly unsupported: Scenario;
  /** Goes on until it is ended. */
  readonly lasting: Scenario;
  /** A context whose launch fails; left out where no launch can fail. */
  readonly broken?: LaunchContext;
  /** A folder that is no target of the driver. */
  readonly foreign: string;
  /** What the target has left behind: processes, ports. Asked after every teardown, must be empty. */
  readonly leftovers: () => readonly string[] | Promise<readonly string[]>;
}

export interface ConformanceResult {
  readonly name: string;
  /** Null when it holds. */
  readonly problem: string | null;
}

type Check = (driver: ProbeDriver, options: ConformanceOptions) => Promise<void>;

/** What every driver promises, tried on a real target. Needs no test runner: fail when a result has a problem. */
export async function runDriverConformance(driver: ProbeDriver, options: ConformanceOptions): Promise<ConformanceResult[]> {
  const results: ConformanceResult[] = [];
  for (const [name, check] of Object.entries(CHECKS)) {
    results.push({ name, problem: await check(driver, options).then(() => null, (error: unknown) => (error instanceof Error ? error.message : String(error))) });
  }
  return results;
}

const CHECKS: Readonly<Record<string, Check>> = {
  'detect only reads files': async (driver, { context, foreign }) => {
    const before = snapshotOf(context.root);
    const found = await driver.detect({ root: context.root });
    hold(found !== null, 'the project is not detected');
    hold(found?.targetType === driver.targetType, 'it detects another target type than its own');
    hold((await driver.detect({ root: foreign })) === null, 'a foreign folder is detected');
    hold(snapshotOf(context.root) === before, 'detect changed the project');
  },
  'a scenario that holds passes, and teardown may come twice': (driver, options) => within(driver, options, async (session) => {
    const results = await session.interact(options.passing);
    hold(results.length === options.passing.steps.length && results.every(({ outcome }) => outcome === 'passed'), `the passing scenario does not pass: ${JSON.stringify(results)}`);
    hold(results.every(({ step, kind }, at) => step === at && kind === options.passing.steps[at]?.kind), 'results are not one for each step, in order');
    await session.teardown();
    await session.teardown();
  }),
  'a step that fails is a result': (driver, options) => within(driver, options, async (session) => {
    const results = await session.interact(options.failing);
    hold(results.at(-1)?.outcome !== 'passed' && results.at(-1)?.message !== '', 'the failing scenario gives no result that says why');
  }),
  'an unsupported step is an UnsupportedStepError': (driver, options) => within(driver, options, async (session) => {
    const error = await errorOf(() => session.interact(options.unsupported));
    hold(error instanceof Error && error.name === UnsupportedStepError.name, `it gives ${String(error)}`);
  }),
  'a failed launch is a LaunchError and leaves nothing': async (driver, { broken, leftovers }) => {
    if (broken === undefined) return;
    const error = await errorOf(() => driver.launch(broken));
    hold(error instanceof Error && error.name === LaunchError.name, `it gives ${String(error)}`);
    await nothingLeft(leftovers);
  },
  'observations hold no opinion and have the same shape each time': async (driver, options) => {
    const shapes = new Set<string>();
    for (let time = 0; time < 2; time += 1) {
      await within(driver, options, async (session) => {
        await session.interact(options.passing);
        const seen = await session.observe();
        for (const key of NEEDED) hold(Object.hasOwn(seen, key), `${key} is missing`);
        hold(!keysOf(seen).some((key) => FORBIDDEN.has(key.toLowerCase())), 'it holds a finding, a severity or a verdict');
        shapes.add(shapeOf(seen));
      });
    }
    hold(shapes.size === 1, `it differs: ${[...shapes].join(' and ')}`);
  },
  'an abort ends what runs': async (driver, options) => {
    const controller = new AbortController();
    await within(driver, { ...options, context: { ...options.context, signal: controller.signal } }, async (session) => {
      const going = errorOf(() => session.interact(options.lasting));
      setTimeout(() => controller.abort(), 50);
      await going;
    });
  },
  'a launch that was aborted before it began does not start': async (driver, { context, leftovers }) => {
    const error = await errorOf(() => driver.launch({ ...context, signal: AbortSignal.abort() }));
    hold(error instanceof Error, 'it starts all the same');
    await nothingLeft(leftovers);
  },
};

async function within(driver: ProbeDriver, { context, leftovers }: ConformanceOptions, use: (session: ProbeSession) => Promise<void>): Promise<void> {
  const session = await driver.launch(context);
  try {
    await use(session);
  } finally {
    await session.teardown();
  }
  await nothingLeft(leftovers);
}

async function nothingLeft(leftovers: ConformanceOptions['leftovers']): Promise<void> {
  const left = await leftovers();
  hold(left.length === 0, `left behind: ${left.join(', ')}`);
}

async function errorOf(go: () => unknown): Promise<unknown> {
  try {
    await go();
    return null;
  } catch (error) {
    return error;
  }
}

function hold(condition: boolean, problem: string): void {
  if (!condition) throw new Error(problem);
}

/** Names, links and contents of a folder, as one value. */
function snapshotOf(root: string): string {
  const hash = createHash('sha256');
  const entries = readdirSync(root, { recursive: true, withFileTypes: true });
  for (const entry of entries.sort((one, other) => (path.join(one.parentPath, one.name) < path.join(other.parentPath, other.name) ? -1 : 1))) {
    const at = path.join(entry.parentPath, entry.name);
    hash.update(`${path.relative(root, at)}\0`);
    if (entry.isFile()) hash.update(readFileSync(at));
    if (entry.isSymbolicLink()) hash.update(readlinkSync(at));
  }
  return hash.digest('hex');
}

const keysOf = (value: unknown): string[] => (typeof value !== 'object' || value === null ? [] : Object.entries(value).flatMap(([key, inner]) => [key, ...keysOf(inner)]));

const shapeOf = (seen: Observation): string => Object.entries(seen).map(([key, value]) => `${key}:${Array.isArray(value) ? `list of ${value.length}` : typeof value}`).sort().join(' ');
