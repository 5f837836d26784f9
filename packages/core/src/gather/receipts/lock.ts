import { linkSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { startOf } from '../run/descendants.js';

/** Who runs a command for all that wait. */
export interface Owner {
  readonly pid: number;
  /** When the process started, in ticks since boot; 0 where the system does not tell. */
  readonly start: number;
  /** Names this one run. */
  readonly token: string;
}

const LOOK_MS = 40;
/** Nobody needs that long to look at a lock and to take it away. */
const TAKEOVER_MS = 5000;

/** Makes the lock ours, or gives null when a living process has it. One that nobody holds any more is taken over. */
export function tryLock(file: string, token: string): Owner | null {
  const mine: Owner = { pid: process.pid, start: startOf(process.pid), token };
  if (isMade(file, mine)) return mine;
  const owner = ownerOf(file);
  if (owner === 'gone') return isMade(file, mine) ? mine : null;
  if (owner !== 'unknown' && isAlive(owner)) return null;
  if (owner === 'unknown' && ageOf(file) < TAKEOVER_MS) return null; // just being made
  return takeAway(file, owner) && isMade(file, mine) ? mine : null;
}

/** Waits until the lock is another one, free, or nobody's. Gives the token of the one that was waited for; null when there was none. */
export async function waitForLock(file: string, isOver: () => boolean): Promise<string | null> {
  const first = ownerOf(file);
  if (first === 'gone') return null;
  const token = first === 'unknown' ? null : first.token;
  for (;;) {
    await wait(LOOK_MS);
    const now = ownerOf(file);
    if (isOver() || now === 'gone' || (now !== 'unknown' && (now.token !== token || !isAlive(now)))) return token;
    if (now === 'unknown' && ageOf(file) >= TAKEOVER_MS) return token;
  }
}

export function unlock(file: string, { token }: Owner): void {
  const owner = ownerOf(file);
  if (typeof owner === 'object' && owner.token === token) rmSync(file, { force: true });
}

/** With its content at once: who sees the lock knows its owner. */
function isMade(file: string, owner: Owner): boolean {
  const draft = `${file}.${owner.token}`;
  writeFileSync(draft, JSON.stringify(owner), { mode: 0o600, flag: 'w' });
  try {
    linkSync(draft, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    return isWritten(file, owner); // a file system without links
  } finally {
    rmSync(draft, { force: true });
  }
}

function isWritten(file: string, owner: Owner): boolean {
  try {
    writeFileSync(file, JSON.stringify(owner), { mode: 0o600, flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** One at a time, and only the lock that was looked at: another may have taken it over since. */
function takeAway(file: string, seen: Owner | 'unknown'): boolean {
  const guard = `${file}.takeover`;
  try {
    mkdirSync(guard);
  } catch {
    if (ageOf(guard) > TAKEOVER_MS) rmSync(guard, { recursive: true, force: true });
    return false;
  }
  try {
    const now = ownerOf(file);
    if (now === 'gone') return true;
    if (JSON.stringify(now) !== JSON.stringify(seen)) return false;
    rmSync(file, { force: true });
    return true;
  } finally {
    rmSync(guard, { recursive: true, force: true });
  }
}

function ownerOf(file: string): Owner | 'gone' | 'unknown' {
  try {
    const value = JSON.parse(readFileSync(file, 'utf8')) as Partial<Record<keyof Owner, unknown>> | null;
    const { pid, start, token } = value ?? {};
    return typeof pid === 'number' && typeof start === 'number' && typeof token === 'string' ? { pid, start, token } : 'unknown';
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'gone' : 'unknown';
  }
}

/** The same process still, and not another one of its number. */
function isAlive({ pid, start }: Owner): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  const now = startOf(pid);
  return now === 0 ? process.platform !== 'linux' : now === start;
}

function ageOf(file: string): number {
  try {
    return Date.now() - statSync(file).mtimeMs;
  } catch {
    return 0;
  }
}
