import path from 'node:path';
import { MAKEFILE_NAMES } from '../../gather/commands/index.js';
import { CONFIG_FILE, configNamed, configOf, type LoadedConfig } from '../../gather/config/index.js';
import { type Base, filesAt, inferredBase, namedBase, openRepository, type Repository, type Snapshot, takeSnapshot } from '../../gather/git/index.js';
import { HOME, type OutputDir } from '../../store/index.js';
import type { CheckOptions } from '../options.js';
import { type Recipes, recipesFrom } from './command-findings.js';
import type { Io } from './io.js';
import { claimOutput, outputOf } from './output.js';

/** Where a check takes place: the repository, its files at this moment, the base, and the configuration that counts. */
export interface Scene {
  readonly repo: Repository;
  readonly snapshot: Snapshot;
  readonly base: Base;
  readonly loaded: LoadedConfig;
  /** What commands resolved to at the base. */
  readonly baseRecipes: Recipes;
}

/** Opens everything that is only looked at. The caller disposes the snapshot's shadow. */
export async function openScene(options: CheckOptions, io: Io): Promise<Scene> {
  const output = outputOf(options, {});
  const repo = await openRepository(path.resolve(io.cwd, options.workspace ?? '.'), io.env);
  if (output !== null) await claimOutput(repo, output);
  // The files do not depend on the base: both are asked for at the same time.
  const [files, based] = await Promise.allSettled([takeSnapshot(repo, [`${HOME}/`, `${repo.prefix}${HOME}/`]), baseOf(repo, options, io.cwd, (output) => claimOutput(repo, output))]);
  if (files.status === 'fulfilled' && based.status === 'fulfilled') return { repo, snapshot: files.value, ...based.value };
  if (files.status === 'fulfilled') files.value.shadow.dispose();
  throw based.status === 'rejected' ? based.reason : (files as PromiseRejectedResult).reason;
}

/** Files that commands resolve through. */
const RECIPES: readonly string[] = ['package.json', ...MAKEFILE_NAMES];

/**
 * `--base` or the inferred one decides first; then the configuration at that base, whose `base` replaces the inferred one
 * once. `claim` hears of the folder that the configuration names for the run's files, before anything can go wrong.
 */
export async function baseOf(repo: Repository, options: CheckOptions, cwd: string, claim: (output: OutputDir) => Promise<void> = () => Promise.resolve()): Promise<Pick<Scene, 'base' | 'loaded' | 'baseRecipes'>> {
  const first = options.base === undefined ? await inferredBase(repo) : await namedBase(repo, { ref: options.base, from: '--base' });
  const texts = await textsAt(repo, first, [CONFIG_FILE, ...RECIPES]);
  const loaded = options.config === undefined ? await configOf(repo.workspace, texts.get(CONFIG_FILE) ?? null) : await configNamed(path.resolve(cwd, options.config));
  const configured = options.outputDir === undefined ? outputOf({}, loaded.config) : null;
  if (configured !== null) await claim(configured);
  const wanted = options.base === undefined ? loaded.config.base : undefined;
  const base = wanted === undefined ? first : await namedBase(repo, { ref: wanted, from: 'config' });
  const recipes = base.commit === first.commit ? texts : await textsAt(repo, base, RECIPES);
  return { base, loaded, baseRecipes: recipesFrom((name) => recipes.get(name) ?? null) };
}

async function textsAt(repo: Repository, { commit }: Base, names: readonly string[]): Promise<Map<string, string>> {
  const texts = await filesAt(repo, commit, names.map((name) => `${repo.prefix}${name}`));
  return new Map(names.flatMap((name, at): [string, string][] => { const text = texts[at] ?? null; return text === null ? [] : [[name, text]]; }));
}
