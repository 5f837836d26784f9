import { readFileSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import { type Config, type Notice, UsageError } from '../../model/index.js';
import { LONGEST_TEXT } from '../read-text.js';
import { parseConfig } from './parse.js';

export const CONFIG_FILE = 'verifier.config.json';
/** A configuration beyond this is none. */
const LARGEST = 1024 * 1024;

export interface LoadedConfig {
  readonly config: Config;
  /** What the change did to the configuration. */
  readonly findings: readonly Notice[];
}

/** `--config`: the operator's word, taken as it is. */
export async function configNamed(file: string): Promise<LoadedConfig> {
  return { config: await parseConfig(readConfig(file), path.basename(file)), findings: [] };
}

/**
 * The configuration as it stands at the base, since a change must not choose its own judge. Only when the base has
 * none the work tree's counts, and that is said.
 */
export async function configOf(workspace: string, atBase: string | null): Promise<LoadedConfig> {
  const now = configInTree(workspace);
  if (atBase !== null) {
    const config = await parseConfig(atBase, `${CONFIG_FILE} at the base`);
    return { config, findings: isSame(atBase, now) ? [] : [changed(now === null)] };
  }
  if (now === null) return { config: {}, findings: [] };
  // A change does not weigh its own findings, and does not say where the code is sent: that holds once it is part of a base.
  const { rules, waivers, stages, ...config } = await parseConfig(now, CONFIG_FILE);
  return { config, findings: [rules === undefined && waivers === undefined && stages === undefined ? NEW : { ...NEW, message: `${NEW.message}. Its rules, waivers and stages hold from the next change on` }] };
}

/** The text of the intent file: it lies inside the workspace, links resolved. */
export function intentIn(workspace: string, intentFile: string): string {
  const file = inside(workspace, path.resolve(workspace, intentFile));
  if (file === null) throw new UsageError(`${CONFIG_FILE}: \`intentFile\` ${JSON.stringify(intentFile)} names no file inside the workspace`);
  if (statSync(file).size > LONGEST_TEXT) throw new UsageError(`${CONFIG_FILE}: \`intentFile\` ${JSON.stringify(intentFile)} holds more than ${LONGEST_TEXT} bytes`);
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    throw new UsageError(`${CONFIG_FILE}: \`intentFile\` ${JSON.stringify(intentFile)} cannot be read`, { cause });
  }
}

const NEW: Notice = {
  rule: 'integrity/config-new', effect: 'warn', source: 'system', at: { file: CONFIG_FILE, line: 1 },
  message: `The gate's configuration ${CONFIG_FILE} is new in this change, and was used since the base has none: check that it asks for the right checks`,
};

function changed(deleted: boolean): Notice {
  return {
    rule: 'integrity/config-changed', effect: 'warn', source: 'system', ...(deleted ? {} : { at: { file: CONFIG_FILE, line: 1 } }),
    message: `This change ${deleted ? 'deletes' : 'changes'} the gate's configuration ${CONFIG_FILE}, and was judged by what the base says: check that the new one is wanted`,
  };
}

function configInTree(workspace: string): string | null {
  const file = inside(workspace, path.join(workspace, CONFIG_FILE));
  return file === null ? null : readConfig(file);
}

/** The real path of a file inside the workspace; null when there is none, or it is a link that leads out. */
function inside(workspace: string, file: string): string | null {
  try {
    const real = realpathSync(file);
    return real.startsWith(realpathSync(workspace) + path.sep) && statSync(real).isFile() ? real : null;
  } catch {
    return null;
  }
}

function readConfig(file: string): string {
  try {
    const stat = statSync(file);
    if (!stat.isFile()) throw new UsageError(`the configuration ${file} is not a file`);
    if (stat.size > LARGEST) throw new UsageError(`the configuration ${file} is larger than ${LARGEST} bytes`);
    return readFileSync(file, 'utf8');
  } catch (cause) {
    if (cause instanceof UsageError) throw cause;
    throw new UsageError(`the configuration ${file} cannot be read: there is no such file, or it may not be read`, { cause });
  }
}

/** The same settings, however they are laid out. */
function isSame(base: string, now: string | null): boolean {
  if (now === null) return false;
  return base === now || canonical(base) === canonical(now);
}

function canonical(text: string): string {
  try {
    const value = JSON.parse(text.replace(/^\uFEFF/, '')) as Record<string, unknown>;
    return JSON.stringify(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
  } catch {
    return text;
  }
}
