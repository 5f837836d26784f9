import { createHash } from 'node:crypto';
import path from 'node:path';
import { openDiff, openTreeStore, type Role, roleOf, syntaxFor, type TakenTree } from '../core.js';
import type { Case, Changes, Look } from '../gate/model.js';

/** What tools put into a workspace, and nobody writes by hand. Of a workspace without a .gitignore this keeps the trees small. */
const NOT_WRITTEN = [
  'node_modules/', '.venv/', 'venv/', '__pycache__/', '.pytest_cache/', '.mypy_cache/', '.ruff_cache/', '.tox/', '.nox/', '.gradle/', '.next/', '.nuxt/',
  '.turbo/', '.nyc_output/', '/target/', '.DS_Store', '.verifier/',
] as const;
const SURFACE: ReadonlySet<Role> = new Set(['test', 'config', 'ci', 'data', 'lockfile']);
const SCRIPT = /(?:^|\/)(?:scripts?|ci|bin|tools)\/|\.(?:sh|bash|bat|ps1)$/;

/** The files of a workspace as they are now, recorded in `folder`. Errors: GatherError. */
export async function lookAt({ workspace }: Case, folder: string, home: string): Promise<Look> {
  const tree = await openTreeStore({ workspace, folder, env: process.env, without: [...NOT_WRITTEN, ...within(workspace, home)] }).take();
  return {
    tree: tree.id,
    fingerprint: tree.isWhole ? `${tree.id} ${digest(tree.ignored.join('\n'))}` : null,
    async surface() {
      return Object.fromEntries([...(await tree.files())].filter(([file]) => isSurface(file)));
    },
    textIn: async (at, name) => (await tree.textsIn(at, [name]))[0] ?? null,
    changesSince: (at) => changesSince(tree, at),
    release: () => { tree.release(); },
  };
}

export const digest = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 32);

async function changesSince(tree: TakenTree, at: string): Promise<Changes> {
  const reader = openDiff();
  const files = await tree.changesSince(at, (text) => { reader.write(text); });
  const diff = reader.close({ complete: true });
  return { diff, files, syntax: await syntaxFor(diff, { isGuest: true }) };
}

/** Where the harness keeps its own files inside the workspace, they are none of it. */
function within(workspace: string, home: string): string[] {
  const inner = path.relative(workspace, home);
  return inner === '' || inner.startsWith('..') || path.isAbsolute(inner) ? [] : [`/${inner.replaceAll('\\', '/')}/`];
}

const isSurface = (file: string): boolean => SURFACE.has(roleOf(file)) || SCRIPT.test(file);
