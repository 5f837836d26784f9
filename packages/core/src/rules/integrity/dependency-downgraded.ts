import type { DiffFile, Evidence, Rule } from '../../model/index.js';
import { clean } from './explain.js';
import { found } from './finding.js';
import { addedIn, type At, fileName, removedIn } from './lines.js';

const MANIFEST = /^(?:package\.json|composer\.json|cargo\.toml|pyproject\.toml|requirements\S*\.(?:txt|in)|setup\.(?:py|cfg)|pipfile|gemfile|\S*\.gemspec|go\.mod|pom\.xml|build\.gradle\S*|libs\.versions\.toml|\S*\.csproj|directory\.packages\.props|mix\.exs|pubspec\.yaml|package\.swift)$/i;

export const rule: Rule = {
  id: 'integrity/dependency-downgraded',
  docs: {
    title: 'A dependency was downgraded',
    why: 'An older version has the faults that the newer one repaired.',
    fix: 'Restore the version, or say in the task why the older one is needed.',
    since: '0.1.0',
  },
  *check(evidence) {
    for (const file of evidence.diff.files) {
      if (!MANIFEST.test(fileName(file.path)) && file.role !== 'lockfile') continue;
      const hit = downgradeIn(file);
      if (hit === null || evidence.diff.files.some((other) => other !== file && other.path < file.path && other.role !== 'lockfile' && MANIFEST.test(fileName(other.path)) && file.role === 'lockfile' && downgradeIn(other) !== null)) continue;
      if (isAsked(evidence, hit.name)) continue;
      yield found('warn', `The dependency \`${clean(hit.name, 50)}\` was downgraded from ${hit.from} to the older version ${hit.to} in ${file.path}:${hit.now.line.at}. Restore it, or say in the task why the lower version is needed`, [{ file, line: hit.old.line }, { file, line: hit.now.line }]);
    }
  },
};

interface Hit {
  readonly name: string;
  readonly from: string;
  readonly to: string;
  readonly old: At;
  readonly now: At;
}

function downgradeIn(file: DiffFile): Hit | null {
  const old = new Map<string, { version: string; at: At }>();
  for (const at of removedIn(file)) for (const [name, version] of pinsIn(at, file)) old.set(name, { version, at });
  for (const at of addedIn(file)) {
    for (const [name, version] of pinsIn(at, file)) {
      const before = old.get(name);
      if (before !== undefined && isLower(version, before.version)) return { name, from: before.version, to: version, old: before.at, now: at };
    }
  }
  return null;
}

/** Names and versions of one line, by the ways in which manifests write them. */
function pinsIn(at: At, file: DiffFile): [string, string][] {
  const { text } = at.line;
  const name = fileName(file.path).toLowerCase();
  const version = String.raw`[v^~=><! ]*(\d+(?:\.\d+){0,3}(?:[-.+]?[\w.]+)?)`;
  if (file.role === 'lockfile') {
    const own = new RegExp(`^\\s*"?version"?\\s*[:=]\\s*"${version}"`).exec(text)?.[1];
    const lines = file.hunks[at.hunk]?.lines ?? [];
    const other = at.line.side === 'added' ? 'removed' : 'added';
    const head = lines.slice(Math.max(0, at.index - 4), at.index).filter(({ side }) => side !== other).map((line) => /^\s*"(?:node_modules\/)?([^"]+)"\s*:\s*\{|^name = "([^"]+)"/.exec(line.text)).filter((match) => match !== null).at(-1);
    return own === undefined || head === undefined ? [] : [[head[1] ?? head[2] ?? '', own]];
  }
  const forms: RegExp[] = name === 'go.mod' ? [/^\s*(?:require\s+)?([\w./-]+\.[\w./-]+)\s+v(\d+\.\d+\.\d+\S*)/]
    : /requirements|setup|pyproject|pipfile/.test(name) ? [new RegExp(`^\\s*["']?([A-Za-z][\\w.-]*)(?:\\[[^\\]]*\\])?\\s*(?:==|~=|>=|<=)\\s*${version}`), new RegExp(`^\\s*"?([A-Za-z][\\w.-]*)"?\\s*=\\s*(?:\\{.*version\\s*=\\s*)?"${version}"`)]
    : /gemfile|gemspec/.test(name) ? [new RegExp(`\\bgem\\s+["']([\\w-]+)["']\\s*,\\s*["']${version}["']`), new RegExp(`_dependency\\s*\\(?["']([\\w-]+)["']\\s*,\\s*["']${version}["']`)]
    : /gradle/.test(name) ? [new RegExp(`["']([\\w.-]+:[\\w.-]+):${version}["']`), new RegExp(`\\(["']([\\w.-]+)["']\\)\\s*version\\s*["']${version}["']`)]
    : /csproj|props/.test(name) ? [new RegExp(`Include="([\\w.]+)"[^>]*Version="${version}"`)]
    : /pom\.xml/.test(name) ? [new RegExp(`<([\\w.-]+)\\.version>${version}<`)]
    : [new RegExp(`^\\s*"?([@\\w./-]+)"?\\s*[:=]\\s*(?:\\{.*version\\s*=\\s*)?"${version}"`)];
  return forms.flatMap((form): [string, string][] => {
    const match = form.exec(text);
    const key = match?.[1] ?? '';
    return match === null || /^(?:version|node|npm|engines|rust-version|edition|target|python|requires-python|target-version|schemaVersion|packageManager)$/.test(key) ? [] : [[key, match[2] ?? '']];
  });
}

function isLower(now: string, old: string): boolean {
  const parts = (text: string) => text.split(/[-+]/)[0]?.split('.').map((part) => Number.parseInt(part, 10)) ?? [];
  const [a, b] = [parts(now), parts(old)];
  for (let index = 0; index < Math.max(a.length, b.length); index += 1) {
    const [x, y] = [a[index], b[index]];
    if (x === undefined || y === undefined || Number.isNaN(x) || Number.isNaN(y)) return false;
    if (x !== y) return x < y;
  }
  return false;
}

const isAsked = ({ task }: Evidence, name: string): boolean => /\b(?:downgrad|go back|roll ?back|revert|back to|pin|older)\w*/i.test(task) && (task.includes(name) || /\bdependenc|packages?|version/i.test(task));
