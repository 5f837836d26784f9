import { readFileSync, realpathSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { projectIn, redact, shown } from '../core.js';
import type { Case, Judge, Look, Surroundings } from '../gate/model.js';
import type { HarnessContext } from '../harness.js';
import { digest, lookAt } from './look.js';
import { outcomeOf } from './shell.js';
import { openShelf } from './shelf.js';

const LARGEST = 1024 * 1024;
/** Thirty days: a goal that nobody touched for so long is over. */
const KEPT_MS = 30 * 24 * 3_600_000;

/** The harness, the disk and the clock, as the gate sees them. `forget` drops the recorded files of a goal, `prune` all of goals long gone. */
export function surroundingsOf(ctx: HarnessContext): Surroundings & { forget(goal: string): void; prune(): void } {
  const home = harnessHome();
  const tell = (text: string): void => { process.stderr.write(`verifier: ${shown(redact(text)).replace(/\s+/g, ' ').slice(0, 2000)}\n`); };
  const shelf = openShelf(path.join(home, 'verifier'), tell);
  const treesOf = (goal: string): string => `trees/${goal.replace(/[^\w-]/g, '_')}`;
  let isTold = false;
  return {
    shelf,
    digest,
    tell,
    now: () => new Date().toISOString(),
    run: (order, signal) => outcomeOf(order, ctx, signal),
    project: projectOrNull,
    text: innerText,
    judge: () => (ctx.get('verifierJudge') as Judge | undefined) ?? null,
    look: async (one: Case): Promise<Look | null> => {
      if (projectOrNull(one.workspace) === null) return null; // said where it is missed
      try {
        return await lookAt(one, path.join(shelf.folder, treesOf(one.goal)), home);
      } catch (error) {
        if (!isTold) tell(`the files of ${one.workspace} cannot be recorded, so neither edits of the tests nor unchanged files are noticed: ${error instanceof Error ? error.message : String(error)}`);
        isTold = true;
        return null;
      }
    },
    forget: (goal) => { shelf.clear(treesOf(goal)); },
    prune: () => { for (const name of ['goals', 'trees']) shelf.prune(name, Date.now() - KEPT_MS); },
  };
}

/** As the harness finds it: $DSH_HOME, else ~/.dsh. */
function harnessHome(): string {
  const given = process.env['DSH_HOME']?.trim() ?? '';
  return path.resolve(given === '' ? path.join(homedir(), '.dsh') : given.replace(/^~(?=$|[\\/])/, homedir()));
}

function projectOrNull(workspace: string): ReturnType<typeof projectIn> | null {
  try {
    return projectIn(workspace);
  } catch {
    return null;
  }
}

/** A text of the workspace; null for one that lies outside, is no file, or is too large to be a plan. */
function innerText(workspace: string, name: string): string | null {
  try {
    const root = realpathSync(workspace);
    const file = realpathSync(path.join(root, name));
    const stat = statSync(file);
    return file.startsWith(`${root}${path.sep}`) && stat.isFile() && stat.size <= LARGEST ? readFileSync(file, 'utf8') : null;
  } catch {
    return null;
  }
}
