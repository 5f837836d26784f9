import { existsSync } from 'node:fs';
import path from 'node:path';
import { UsageError } from '../model/index.js';
import { WORKSPACE_FLAGS, type CheckOptions } from './options.js';

export type Word = 'check' | 'verdict' | 'none';

const TEXTS = { diff: '--diff', diffFile: '--diff-file', logs: '--verify-logs', logsFile: '--verify-logs-file' } as const satisfies Partial<Record<keyof CheckOptions, string>>;

/** Direct or workspace mode, by the first line of the table in the documentation that applies. */
export function modeOf(word: Word, options: CheckOptions, cwd: string): 'direct' | 'workspace' {
  const texts = flagsIn(options, TEXTS);
  const own = flagsIn(options, WORKSPACE_FLAGS);
  if (word !== 'check') {
    if (own.length > 0) throw new UsageError(`${own.join(', ')} cannot be combined with the compatibility call, use verifier check`);
    return 'direct';
  }
  if (texts.length > 0) {
    if (own.length > 0) throw new UsageError(`${texts.join(', ')} cannot be combined with ${own.join(', ')}`);
    return 'direct';
  }
  if (own.length > 0 || isInRepository(path.resolve(cwd, options.workspace ?? '.'))) return 'workspace';
  return 'direct';
}

const flagsIn = (options: CheckOptions, flags: Partial<Record<keyof CheckOptions, string>>): string[] =>
  (Object.keys(flags) as (keyof CheckOptions)[]).flatMap((key) => (options[key] === undefined ? [] : [flags[key] ?? '']));

// A look at the folders is enough to choose the mode; git itself is asked when the repository is opened.
function isInRepository(folder: string): boolean {
  for (let at = folder; ; at = path.dirname(at)) {
    if (path.basename(at) === '.git' && existsSync(path.join(at, 'HEAD'))) return false; // in git's own folder there is no work tree
    if (existsSync(path.join(at, '.git'))) return true;
    if (path.dirname(at) === at) return false;
  }
}
