import { ifThere, type Infer, type Inferred } from './inferred.js';
import { nodeScripts } from './node.js';
import type { Project } from './project.js';
import { pythonTest } from './python.js';
import { justTarget, makeTarget, taskTarget } from './targets.js';

interface Ecosystem {
  readonly name: string;
  readonly infer: Infer;
}

const TESTS = /(?:test|check|tox|nox|rspec|rake|phpunit)\b/;

// In this order, up to the first that names a test: a Makefile beside go.mod wraps the same checks, while a
// package.json that can only build says nothing about the tests beside it.
const ECOSYSTEMS: readonly Ecosystem[] = [
  { name: 'package.json', infer: nodeScripts },
  { name: 'go', infer: goTest },
  { name: 'cargo', infer: ifThere(['Cargo.toml'], 'cargo test') },
  { name: 'deno', infer: denoTest },
  { name: 'python', infer: pythonTest },
  { name: 'gradle', infer: wrapped(['build.gradle', 'build.gradle.kts', 'settings.gradle', 'settings.gradle.kts'], 'gradlew', 'gradle', 'test') },
  { name: 'maven', infer: wrapped(['pom.xml'], 'mvnw', 'mvn', '--batch-mode test') },
  { name: 'dotnet', infer: dotnetTest },
  { name: 'mix', infer: ifThere(['mix.exs'], 'mix test') },
  { name: 'ruby', infer: rubyTest },
  { name: 'php', infer: phpTest },
  { name: 'swift', infer: ifThere(['Package.swift'], 'swift test') },
  { name: 'dart', infer: dartTest },
  { name: 'sbt', infer: ifThere(['build.sbt'], 'sbt test') },
  { name: 'haskell', infer: haskellTest },
  { name: 'make', infer: makeTarget },
  { name: 'just', infer: justTarget },
  { name: 'task', infer: taskTarget },
];

/** The commands that verify a workspace of which nobody said how. Pure: the same project gives the same commands. */
export function inferCommands(project: Project): readonly Inferred[] {
  const found: Inferred[] = [];
  for (const ecosystem of ECOSYSTEMS) {
    found.push(...ecosystem.infer(project));
    if (found.some(({ command }) => TESTS.test(command))) break;
  }
  return found;
}

/** At a workspace's root that is no module itself, `./...` names nothing (go 1.22): its modules are named. */
function goTest(project: Project): readonly Inferred[] {
  const work = project.names.has('go.mod') ? null : project.text('go.work');
  if (work === null) return ifThere(['go.mod'], 'go test ./...')(project);
  const [, block = ''] = /^use[ \t]*\(([^)]*)\)/m.exec(work) ?? [];
  const folders = [...block.split('\n'), ...[...work.matchAll(/^use[ \t]+([^(\s][^\n]{0,300})$/gm)].map(([, folder = '']) => folder)]
    .map((line) => line.replace(/\/\/.*$/, '').trim().replace(/^"(.*)"$/, '$1').replace(/\/+$/, '')).filter((folder) => /^\.?[\w./-]+$/.test(folder));
  return folders.length === 0 ? [] : [{ command: `go test ${folders.map((folder) => (folder === '.' ? './...' : `${folder.startsWith('.') ? '' : './'}${folder}/...`)).join(' ')}`, because: 'go.work names its modules' }];
}

function wrapped(names: readonly string[], wrapper: string, tool: string, args: string): Infer {
  return (project) => ifThere(names, `${project.names.has(wrapper) ? `./${wrapper}` : tool} ${args}`)(project);
}

function denoTest(project: Project): readonly Inferred[] {
  const file = ['deno.json', 'deno.jsonc'].find((name) => project.names.has(name));
  if (file === undefined) return [];
  return [{ command: hasKey(project.text(file), 'tasks', 'test') ? 'deno task test' : 'deno test', because: `${file} is there` }];
}

function hasKey(json: string | null, group: string, key: string): boolean {
  try {
    const value = JSON.parse(json ?? '') as Record<string, unknown> | null;
    const found = value?.[group];
    return typeof found === 'object' && found !== null && key in found;
  } catch {
    return false; // comments (deno.jsonc), or no JSON at all
  }
}

function dotnetTest(project: Project): Inferred[] {
  const name = [...project.names].sort().find((file) => /\.(?:sln|slnx|csproj|fsproj|vbproj)$/.test(file));
  return name === undefined ? [] : [{ command: 'dotnet test', because: `${name} is there` }];
}

function rubyTest(project: Project): Inferred[] {
  const gems = project.text('Gemfile') ?? '';
  const run = project.names.has('Gemfile') ? 'bundle exec ' : '';
  if (project.names.has('.rspec') || (project.names.has('spec/') && /rspec/.test(gems))) return [{ command: `${run}rspec`, because: 'there are specs' }];
  if (project.names.has('bin/') && project.names.has('config.ru') && project.names.has('test/')) return [{ command: 'bin/rails test', because: 'there is a Rails application with tests' }];
  return project.names.has('Rakefile') ? [{ command: `${run}rake${/\btest\b/i.test(project.text('Rakefile') ?? '') ? ' test' : ''}`, because: 'Rakefile is there' }] : [];
}

function phpTest(project: Project): Inferred[] {
  if (hasKey(project.text('composer.json'), 'scripts', 'test')) return [{ command: 'composer test', because: 'composer.json has a script test' }];
  const settings = ['phpunit.xml', 'phpunit.xml.dist'].find((name) => project.names.has(name));
  return settings === undefined ? [] : [{ command: 'vendor/bin/phpunit', because: `${settings} is there` }];
}

function dartTest(project: Project): Inferred[] {
  const spec = project.text('pubspec.yaml');
  return spec === null ? [] : [{ command: /^\s*flutter:/m.test(spec) ? 'flutter test' : 'dart test', because: 'pubspec.yaml is there' }];
}

function haskellTest(project: Project): Inferred[] {
  if (project.names.has('stack.yaml')) return [{ command: 'stack test', because: 'stack.yaml is there' }];
  const name = [...project.names].sort().find((file) => file.endsWith('.cabal') || file === 'cabal.project');
  return name === undefined ? [] : [{ command: 'cabal test all', because: `${name} is there` }];
}
