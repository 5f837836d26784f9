import { readdirSync, readFileSync } from 'node:fs';

/**
 * A name in the environment of everything that a command starts: a process that leaves its group, or whose parent
 * ended, still carries it. Several marks may stand in it, one for each verifier around this one.
 */
export const MARK = 'VERIFIER_RUN_MARK';

/** A command and everything that it started: `leader` is the id of its process group, `mark` stands in the environment. */
export interface Tree {
  readonly leader: number;
  readonly mark: string;
}

/** Ids of its processes that still run, zombies left out; null where /proc cannot tell (macOS, Windows). */
export function membersOf(tree: Tree): number[] | null {
  if (process.platform !== 'linux') return null;
  try {
    const ids = readdirSync('/proc').filter((name) => /^\d+$/.test(name)).map(Number);
    return ids.filter((id) => id !== process.pid && belongs(id, tree));
  } catch {
    return null; // /proc is not mounted
  }
}

function belongs(id: number, tree: Tree): boolean {
  try {
    // `pid (name) state parent group …`: the name may hold brackets, so the last one counts (proc(5)).
    const stat = readFileSync(`/proc/${id}/stat`, 'latin1');
    const [state, , group] = stat.slice(stat.lastIndexOf(')') + 2).split(' ', 3);
    return state !== 'Z' && state !== 'X' && (Number(group) === tree.leader || carries(id, tree.mark));
  } catch {
    return false; // ended meanwhile
  }
}

function carries(id: number, mark: string): boolean {
  try {
    const environment = readFileSync(`/proc/${id}/environ`, 'latin1');
    const at = environment.startsWith(`${MARK}=`) ? 0 : environment.indexOf(`\0${MARK}=`);
    if (at < 0) return false;
    const end = environment.indexOf('\0', at + 1);
    return environment.slice(at, end < 0 ? undefined : end).includes(mark);
  } catch {
    return false; // another user's
  }
}
