import { realpathSync } from 'node:fs';
import path from 'node:path';
import { UsageError } from '../model/index.js';
import { HELP } from './help.js';

/** What stands behind the name of a small command. */
export interface Words {
  readonly words: readonly string[];
  readonly json: boolean;
  /** Its real path. */
  readonly workspace: string;
}

/** Reads `[words] [--json] [--workspace <path>]`. Errors: UsageError, one sentence. */
export function readWords(command: string, args: readonly string[], most: number, cwd: string): Words {
  const words: string[] = [];
  let [json, workspace] = [false, '.'];
  for (let at = 0; at < args.length; at += 1) {
    const arg = args[at] ?? '';
    if (arg === '--json') json = true;
    else if (arg.startsWith('--workspace=')) workspace = arg.slice('--workspace='.length);
    else if (arg === '--workspace') {
      at += 1;
      if (args[at] === undefined) throw new UsageError('--workspace needs a value');
      workspace = args[at] ?? '';
    } else if (arg.startsWith('-')) throw new UsageError(`verifier ${command} has no option ${JSON.stringify(arg.slice(0, 60))}, see ${HELP.call}`);
    else words.push(arg);
  }
  const extra = words[most];
  if (extra !== undefined) throw new UsageError(`verifier ${command} does not take ${JSON.stringify(extra.slice(0, 60))}, see ${HELP.call}`);
  return { words, json, workspace: folderAt(path.resolve(cwd, workspace)) };
}

function folderAt(workspace: string): string {
  try {
    return realpathSync(workspace);
  } catch (cause) {
    throw new UsageError(`the workspace ${workspace} cannot be opened: there is no such folder, or it may not be read`, { cause });
  }
}
