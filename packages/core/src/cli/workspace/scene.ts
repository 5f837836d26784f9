import path from 'node:path';
import { readPackageJson, type Scripts } from '../../gather/commands/index.js';
import { CONFIG_FILE, configNamed, configOf, type LoadedConfig } from '../../gather/config/index.js';
import { type Base, filesAt, inferredBase, namedBase, openRepository, type Repository, type Snapshot, takeSnapshot } from '../../gather/git/index.js';
import { HOME, partsOf } from '../../store/index.js';
import type { CheckOptions } from '../options.js';
import type { Io } from './io.js';

/** Where a check takes place: the repository, its files at this moment, the base, and the configuration that counts. */
export interface Scene {
  readonly repo: Repository;
  readonly snapshot: Snapshot;
  readonly base: Base;
  readonly loaded: LoadedConfig;
  /** The scripts of package.json at the base; null when it had none. */
  readonly baseScripts: Scripts | null;
}

/** Opens everything that is only looked at. The caller disposes the snapshot's shadow. */
export async function openScene(options: CheckOptions, io: Io): Promise<Scene> {
  if (options.outputDir !== undefined) partsOf(options.outputDir, '--output-dir');
  const repo = await openRepository(path.resolve(io.cwd, options.workspace ?? '.'), io.env);
  // The files do not depend on the base: both are asked for at the same time.
  const [files, based] = await Promise.allSettled([takeSnapshot(repo, [`${HOME}/`, `${repo.prefix}${HOME}/`]), baseOf(repo, options, io.cwd)]);
  if (files.status === 'fulfilled' && based.status === 'fulfilled') return { repo, snapshot: files.value, ...based.value };
  if (files.status === 'fulfilled') files.value.shadow.dispose();
  throw based.status === 'rejected' ? based.reason : (files as PromiseRejectedResult).reason;
}

/** `--base` or the inferred one decides first; then the configuration at that base, whose `base` replaces the inferred one once. */
async function baseOf(repo: Repository, options: CheckOptions, cwd: string): Promise<Pick<Scene, 'base' | 'loaded' | 'baseScripts'>> {
  const first = options.base === undefined ? await inferredBase(repo) : await namedBase(repo, { ref: options.base, from: '--base' });
  const [config = null, packageJson = null] = await filesAt(repo, first.commit, [`${repo.prefix}${CONFIG_FILE}`, `${repo.prefix}package.json`]);
  const loaded = options.config === undefined ? await configOf(repo.workspace, config) : await configNamed(path.resolve(cwd, options.config));
  const wanted = options.base === undefined ? loaded.config.base : undefined;
  if (wanted === undefined) return { base: first, loaded, baseScripts: scriptsIn(packageJson) };
  const base = await namedBase(repo, { ref: wanted, from: 'config' });
  const [again = null] = base.commit === first.commit ? [packageJson] : await filesAt(repo, base.commit, [`${repo.prefix}package.json`]);
  return { base, loaded, baseScripts: scriptsIn(again) };
}

function scriptsIn(packageJson: string | null): Scripts | null {
  return readPackageJson(packageJson)?.scripts ?? null;
}
