import path from 'node:path';
import { CONFIG_FILE } from '../../gather/config/index.js';
import { askGit, type Repository } from '../../gather/git/index.js';
import { type Config, UsageError } from '../../model/index.js';
import { dropVerdict, existingFolder, type OutputDir, partsOf, RUN_FILES } from '../../store/index.js';
import type { CheckOptions } from '../options.js';

/** The folder that was asked for, checked as words; null where nobody asked. The command line wins. Errors: UsageError. */
export function outputOf({ outputDir }: Pick<CheckOptions, 'outputDir'>, config: Pick<Config, 'outputDir'>): OutputDir | null {
  const [relative, from] = outputDir === undefined ? [config.outputDir, `${CONFIG_FILE}: \`outputDir\``] : [outputDir, '--output-dir'];
  if (relative === undefined) return null;
  partsOf(relative, from);
  return { path: relative, from };
}

/**
 * Makes sure that a run may write there, and that no earlier verdict stays if it comes to nothing. A file that git tracks
 * is the project's: it is neither overwritten nor left out of the change. Errors: UsageError, GatherError.
 */
export async function claimOutput({ workspace, root, prefix, place }: Repository, output: OutputDir): Promise<void> {
  const folder = existingFolder(workspace, output.path, output.from);
  const inner = folder === null ? path.join(prefix, ...partsOf(output.path, output.from)) : path.relative(root, folder);
  const names = RUN_FILES.map((name) => `:(top,literal)${path.join(inner, name).replaceAll('\\', '/')}`);
  const tracked = (await askGit(['ls-files', '-z', '--full-name', '--', ...names], place)).stdout.toString().split('\0')[0] ?? '';
  if (tracked !== '') throw new UsageError(`${output.from} ${JSON.stringify(output.path)} would write over ${tracked}, which git tracks: name another folder`);
  dropVerdict(workspace, output);
}
