import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { UsageError } from '@verifier/core';
import { type ProbeDriver, scenarioProblem } from '@verifier/probe-sdk';
import type { ProbeTarget, TargetConfig } from './types.js';

/** Our own drivers by their target type. */
const SHORT: Readonly<Record<string, string>> = { cli: '@verifier/probe-driver-cli', api: '@verifier/probe-driver-api' };
const PACKAGE = /^(?:@[a-z0-9][\w.-]*\/)?[a-z0-9][\w.-]*$/i;

/** The file of a package. Errors: any, when there is none. */
export type Resolve = (name: string) => string;

const beside: Resolve = (name) => createRequire(import.meta.url).resolve(name);

/**
 * The targets with their drivers, which are looked for beside this package and nowhere else: a workspace that is judged names none
 * of its own. Errors: UsageError for a driver that is not installed and for a scenario that is none.
 */
export function openTargets(targets: readonly TargetConfig[], resolve: Resolve = beside): Promise<ProbeTarget[]> {
  return Promise.all(targets.map(async ({ name, driver, scenarios, prepare, ...launch }) => {
    const problem = (scenarios ?? []).map(scenarioProblem).find((one) => one !== null);
    if (problem !== undefined) throw new UsageError(`target ${JSON.stringify(name)}: ${problem}`);
    return { name, driver: await driverOf(driver, name, resolve), launch, scenarios, prepare, isNamed: true };
  }));
}

async function driverOf(wanted: string, target: string, resolve: Resolve): Promise<ProbeDriver> {
  const name = SHORT[wanted] ?? wanted;
  const loaded: unknown = await import(pathToFileURL(fileOf(name, target, resolve)).href);
  const driver: unknown = typeof loaded === 'object' && loaded !== null && 'driver' in loaded ? loaded.driver : null;
  if (!isDriver(driver)) throw new UsageError(`${name}, the driver of target ${JSON.stringify(target)}, exports no \`driver\` with detect and launch`);
  return driver;
}

function fileOf(name: string, target: string, resolve: Resolve): string {
  if (!PACKAGE.test(name)) throw new UsageError(`the driver of target ${JSON.stringify(target)} is ${JSON.stringify(name)}: name a package, or cli or api`);
  try {
    const file = resolve(name);
    if (path.isAbsolute(file)) return file;
  } catch (cause) {
    throw new UsageError(`target ${JSON.stringify(target)} needs the driver ${name}: install it beside @verifier/agents, \`npm install ${name}\``, { cause });
  }
  throw new UsageError(`the driver of target ${JSON.stringify(target)} is ${JSON.stringify(name)}, which is a part of Node and no driver`);
}

const isDriver = (value: unknown): value is ProbeDriver => typeof value === 'object' && value !== null && 'detect' in value && typeof value.detect === 'function' && 'launch' in value && typeof value.launch === 'function';
