import { existsSync, readFileSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { askGit, callerEnvironment } from '../gather/git/index.js';
import { VERSION } from '../version.js';

/** Where something comes from; null: nobody can say. */
interface Origin {
  readonly commit: string | null;
  readonly dirty: boolean | null;
}

interface Build extends Origin {
  readonly builtAt: string | null;
}

const UNKNOWN: Build = { commit: null, builtAt: null, dirty: null };
/** Written by scripts/build-info.mjs. */
const BUILD_INFO = 'build-info.json';
/** The root of the repository that the package is built in, by the name in its package.json. */
const REPOSITORY = 'verifier-workspace';
/** An untracked file elsewhere is in no build. */
const BUILT_FROM = ['packages', 'scripts'] as const;
const COMMIT = /^[0-9a-f]{40}$/;

/** `verifier X.Y.Z`, or with `json` what it was built from, and whether that is what it is run from. */
export async function versionText(json: boolean): Promise<string> {
  if (!json) return `verifier ${VERSION}\n`;
  const dist = distAround(realpathSync(import.meta.dirname));
  const packageRoot = path.dirname(dist);
  const build = buildIn(dist);
  const checkout = checkoutOf(packageRoot);
  // Without its sources beside it the package is what was built.
  const runtime = checkout === null ? { commit: build.commit, dirty: build.dirty } : await originOf(checkout);
  const stale = build.commit === null || runtime.commit === null ? null : build.commit !== runtime.commit;
  const status = stale === null ? 'unverifiable' : stale ? 'stale' : 'current';
  return `${JSON.stringify({
    name: 'verifier', version: VERSION, status, stale,
    build: { commit: build.commit, builtAt: build.builtAt, dirty: build.dirty },
    runtime: { commit: runtime.commit, dirty: runtime.dirty, packageRoot },
  })}\n`;
}

/** The folder of the built files; of sources that are run as they are, `src`. */
function distAround(folder: string): string {
  return ['.', '..'].map((up) => path.join(folder, up)).find((at) => existsSync(path.join(at, 'cli.js'))) ?? path.dirname(folder);
}

function buildIn(dist: string): Build {
  try {
    const { commit, builtAt, dirty } = JSON.parse(readFileSync(path.join(dist, BUILD_INFO), 'utf8')) as Record<string, unknown>;
    if (typeof commit !== 'string' || !COMMIT.test(commit)) return UNKNOWN;
    return { commit, builtAt: typeof builtAt === 'string' ? builtAt : null, dirty: typeof dirty === 'boolean' ? dirty : null };
  } catch {
    return UNKNOWN;
  }
}

/** The repository whose sources stand beside the built files. A repository that only holds the package somewhere is none. */
function checkoutOf(packageRoot: string): string | null {
  const root = path.resolve(packageRoot, '../..');
  if (path.relative(root, packageRoot) !== path.join('packages', 'core') || !existsSync(path.join(root, '.git')) || !existsSync(path.join(packageRoot, 'src/cli/main.ts'))) return null;
  try {
    const { name } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { name?: unknown };
    return name === REPOSITORY ? root : null;
  } catch {
    return null;
  }
}

async function originOf(root: string): Promise<Origin> {
  try {
    const place = { cwd: root, env: callerEnvironment(process.env) };
    const calm = ['-c', 'core.fsmonitor=false'];
    const [head, changed, added] = await Promise.all([
      askGit(['rev-parse', '--verify', 'HEAD'], place),
      askGit([...calm, 'status', '--porcelain', '--untracked-files=no'], place),
      askGit(['ls-files', '--others', '--exclude-standard', '--', ...BUILT_FROM], place),
    ]);
    const commit = head.stdout.toString().trim();
    if (head.code !== 0 || changed.code !== 0 || added.code !== 0 || !COMMIT.test(commit)) return UNKNOWN;
    return { commit, dirty: changed.stdout.length + added.stdout.length > 0 };
  } catch {
    return UNKNOWN; // git is not there
  }
}
