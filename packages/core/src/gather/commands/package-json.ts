import type { Project } from './project.js';

export type PackageManager = 'npm' | 'pnpm' | 'yarn' | 'bun';

export interface PackageJson {
  readonly scripts: Readonly<Record<string, string>>;
  readonly packageManager: string | null;
}

/** By lockfile, in this order when there are several. */
const LOCKFILES = [
  ['pnpm-lock.yaml', 'pnpm'], ['yarn.lock', 'yarn'], ['bun.lock', 'bun'], ['bun.lockb', 'bun'], ['package-lock.json', 'npm'], ['npm-shrinkwrap.json', 'npm'],
] as const satisfies readonly (readonly [string, PackageManager])[];

/** The parts that matter; null when the text is no package.json. Scripts that are no strings are left out. */
export function readPackageJson(text: string | null): PackageJson | null {
  if (text === null) return null;
  try {
    const value: unknown = JSON.parse(text.replace(/^\uFEFF/, ''));
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
    const { scripts, packageManager } = value as Record<string, unknown>;
    const entries = typeof scripts === 'object' && scripts !== null ? Object.entries(scripts) : [];
    return {
      scripts: Object.fromEntries(entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string')),
      packageManager: typeof packageManager === 'string' ? packageManager : null,
    };
  } catch {
    return null;
  }
}

/** `packageManager` first (corepack: `pnpm@10.1.0+sha512…`), then the lockfile, else npm. */
export function packageManagerOf(json: PackageJson, project: Project): PackageManager {
  const named = /^(npm|pnpm|yarn|bun)@/.exec(json.packageManager ?? '')?.[1] as PackageManager | undefined;
  return named ?? LOCKFILES.find(([file]) => project.names.has(file))?.[1] ?? 'npm';
}

/** What `npm init` writes in place of a test (npm 1 to 11). */
export function isPlaceholder(script: string): boolean {
  return script.trim() === '' || /^echo\s+(?:\\?["'])?Error: no test specified/.test(script.trim());
}
