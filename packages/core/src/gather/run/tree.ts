import { spawnSync } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { membersOf, type Tree } from './descendants.js';

/** How long a process may take to end after TERM, in milliseconds, and how often it is looked after. */
const GRACE_MS = 1500;
const LOOK_MS = 25;
/** Rounds of KILL against something that keeps starting processes. */
const ROUNDS = 40;

/** TERM to all of it, and KILL to what is left after a grace. */
export async function endTree(tree: Tree): Promise<void> {
  if (!isAlive(tree)) return;
  signalTree(tree, 'SIGTERM');
  const until = performance.now() + GRACE_MS;
  while (performance.now() < until && isAlive(tree)) await wait(LOOK_MS);
  for (let round = 0; round < ROUNDS && isAlive(tree); round += 1) {
    killTree(tree);
    await wait(LOOK_MS);
  }
}

/** KILL to all of it, at once: for verifier's own end. */
export function killTree(tree: Tree): void {
  signalTree(tree, 'SIGKILL');
}

function isAlive(tree: Tree): boolean {
  const members = membersOf(tree);
  return members === null ? reaches(-tree.leader, 0) : members.length > 0;
}

function signalTree(tree: Tree, signal: NodeJS.Signals): void {
  if (process.platform === 'win32') {
    spawnSync('taskkill', ['/pid', String(tree.leader), '/T', '/F'], { stdio: 'ignore', windowsHide: true });
    return;
  }
  // First who they are: with a parent that ends the way to its children is lost.
  const members = membersOf(tree) ?? [];
  reaches(-tree.leader, signal);
  for (const id of members) reaches(id, signal);
}

function reaches(id: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(id, signal);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
