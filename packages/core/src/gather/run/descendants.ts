import { readdirSync, readFileSync, statSync } from 'node:fs';

/**
 * A name in the environment of everything that a command starts: a process that leaves its group, or whose parent
 * ended, still carries it. Several marks may stand in it, one for each verifier around this one.
 */
export const MARK = 'VERIFIER_RUN_MARK';
/** The descriptor under which a command and what it starts hold the run's own file: above what scripts use by number, and below a tight `ulimit -n`. */
export const HELD_FD = 50;

/** A command and everything that it started: `leader` is the id of its process group, `mark` stands in the environment. */
export interface Tree {
  readonly leader: number;
  readonly mark: string;
  /** When the leader started, in ticks since boot: what is older is none of it. 0 where /proc cannot tell. */
  readonly start: number;
  /** The file that is held at HELD_FD: a process without our environment, group or parents still has it. */
  readonly held: FileId | null;
  /** Processes that were found to belong to it, with the time of their start: their parents may have ended since. */
  readonly known: Map<number, number>;
}

export interface FileId {
  readonly dev: number;
  readonly ino: number;
}

interface Process {
  readonly id: number;
  readonly parent: number;
  readonly group: number;
  /** In ticks since boot: an id with another start is another process. */
  readonly start: number;
  readonly isOver: boolean;
}

/** Ids of its processes that still run, zombies left out; null where /proc cannot tell (macOS, Windows). */
export function membersOf(tree: Tree): number[] | null {
  if (process.platform !== 'linux') return null;
  let all: Process[];
  try {
    all = readdirSync('/proc').filter((name) => /^\d+$/.test(name)).flatMap((name) => processAt(Number(name)));
  } catch {
    return null; // /proc is not mounted
  }
  const children = new Map<number, Process[]>();
  for (const each of all) children.set(each.parent, [...(children.get(each.parent) ?? []), each]);
  const members = new Set(all.filter((each) => each.id !== process.pid && each.start >= tree.start && belongs(each, tree)));
  // What is added to a set while it is walked is walked as well.
  for (const { id } of members) for (const child of children.get(id) ?? []) members.add(child);
  for (const { id, start } of members) tree.known.set(id, start);
  return [...members].filter(({ isOver }) => !isOver).map(({ id }) => id);
}

/** When a process started, in ticks since boot; 0 where /proc cannot tell. */
export function startOf(id: number): number {
  return process.platform === 'linux' ? (processAt(id)[0]?.start ?? 0) : 0;
}

/** `pid (name) state parent group …`, the start as the 22nd: the name may hold brackets, so the last one counts (proc(5)). */
function processAt(id: number): Process[] {
  try {
    const stat = readFileSync(`/proc/${id}/stat`, 'latin1');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ', 20);
    const [state = '', parent = '', group = ''] = fields;
    return [{ id, parent: Number(parent), group: Number(group), start: Number(fields[19] ?? 0), isOver: state === 'Z' || state === 'X' }];
  } catch {
    return []; // ended meanwhile
  }
}

function belongs({ id, group, start, isOver }: Process, { leader, mark, held, known }: Tree): boolean {
  return group === leader || known.get(id) === start || (!isOver && (carries(id, mark) || (held !== null && holds(id, held))));
}

function holds(id: number, file: FileId): boolean {
  try {
    const { dev, ino } = statSync(`/proc/${id}/fd/${HELD_FD}`);
    return dev === file.dev && ino === file.ino;
  } catch {
    return false; // it has no such descriptor, or is another user's
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
