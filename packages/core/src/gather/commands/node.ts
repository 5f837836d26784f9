import type { Inferred } from './inferred.js';
import { membersOf } from './members.js';
import { isPlaceholder, type PackageJson, type PackageManager, packageManagerOf, readPackageJson } from './package-json.js';
import type { Project } from './project.js';

const SCRIPTS = ['typecheck', 'test', 'build'] as const;
const RUN: Readonly<Record<PackageManager, string>> = { npm: 'npm run', pnpm: 'pnpm run', yarn: 'yarn run', bun: 'bun run' };

/** Scripts of the root's package.json; of those that it lacks, what the packages of its workspace have. */
export function nodeScripts(project: Project): Inferred[] {
  const json = readPackageJson(project.text('package.json'));
  if (json === null) return [];
  const manager = packageManagerOf(json, project);
  const own = SCRIPTS.filter((name) => isScript(json, name));
  const members = own.includes('test') ? [] : membersOf(project);
  return SCRIPTS.flatMap((name) => {
    if (own.includes(name)) return [{ command: `${RUN[manager]} ${name}`, because: `package.json has a script ${name}` }];
    const having = members.filter((member) => isScript(member, name)).length;
    const command = having === 0 ? null : everywhere(manager, name, project, having === members.length);
    return command === null ? [] : [{ command, because: `${having} of ${members.length} packages of the workspace have a script ${name}` }];
  });
}

const isScript = ({ scripts }: PackageJson, name: string): boolean => !isPlaceholder(scripts[name] ?? '');

/** In all packages that have the script; null where the tool cannot leave out those that do not. */
function everywhere(manager: PackageManager, name: string, project: Project, allHaveIt: boolean): string | null {
  if (manager === 'npm') return `npm run ${name} --workspaces --if-present`;
  if (manager === 'pnpm') return `pnpm --recursive run ${name}`;
  if (manager === 'bun') return `bun run --filter '*' ${name}`;
  if (project.names.has('.yarnrc.yml') || /^__metadata:/m.test(project.text('yarn.lock') ?? '')) return `yarn workspaces foreach --all run ${name}`; // yarn 2 and newer
  return allHaveIt ? `yarn workspaces run ${name}` : null;
}
