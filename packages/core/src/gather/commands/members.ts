import { isMatch } from '../../text/glob.js';
import { type PackageJson, readPackageJson } from './package-json.js';
import type { Project } from './project.js';

const MOST = 500;
const DEEPEST = 6;

/** The package.json of each package of a workspace: `workspaces` (npm, yarn, bun), `packages` in pnpm-workspace.yaml. */
export function membersOf(project: Project): PackageJson[] {
  const globs = [...inPackageJson(project.text('package.json')), ...inPnpm(project.text('pnpm-workspace.yaml'))].map((glob) => glob.replace(/^\.\//, '').replace(/\/+$/, ''));
  const [without, wanted] = [globs.filter((glob) => glob.startsWith('!')).map((glob) => glob.slice(1)), globs.filter((glob) => !glob.startsWith('!') && glob !== '' && glob !== '.')];
  const found = new Set<string>();
  for (const glob of wanted) for (const folder of foldersOf(project, '', glob.split('/'))) found.add(folder);
  const left = new Set(without.flatMap((glob) => foldersOf(project, '', glob.split('/'))));
  return [...found].filter((folder) => !left.has(folder)).sort().slice(0, MOST).flatMap((folder) => {
    const json = readPackageJson(project.text(`${folder}/package.json`));
    return json === null ? [] : [json];
  });
}

function inPackageJson(text: string | null): string[] {
  try {
    const { workspaces } = JSON.parse(text ?? '') as { workspaces?: unknown };
    const list = Array.isArray(workspaces) ? workspaces : (workspaces as { packages?: unknown } | undefined)?.packages;
    return Array.isArray(list) ? list.filter((one): one is string => typeof one === 'string') : [];
  } catch {
    return [];
  }
}

/** The list below `packages:`, one dash each; that is how the file is written. */
function inPnpm(text: string | null): string[] {
  const lines = (text ?? '').split(/\r?\n/);
  const start = lines.findIndex((line) => /^packages:[ \t]*(?:#.*)?$/.test(line));
  const found: string[] = [];
  for (const line of start < 0 ? [] : lines.slice(start + 1)) {
    const item = /^[ \t]*-[ \t]+["']?([^"'#\s]{1,300})/.exec(line)?.[1];
    if (item !== undefined) found.push(item);
    else if (/^\S/.test(line) && !line.startsWith('#')) break;
  }
  return found;
}

/** Folders that a glob names, `**` a few levels deep and never into installed packages. */
function foldersOf(project: Project, at: string, [first, ...rest]: readonly string[]): string[] {
  if (first === undefined) return at === '' ? [] : [at];
  if (first === '..' || at.split('/').length > DEEPEST) return [];
  const inside = (name: string) => (at === '' ? name : `${at}/${name}`);
  const folders = project.folders(at).filter((name) => name !== 'node_modules' && !name.startsWith('.')).slice(0, MOST);
  if (first === '**') return [...foldersOf(project, at, rest), ...folders.flatMap((name) => foldersOf(project, inside(name), [first, ...rest]))].slice(0, MOST);
  return folders.filter((name) => isMatch(first, name)).flatMap((name) => foldersOf(project, inside(name), rest)).slice(0, MOST);
}
