import { isPlaceholder, type PackageManager, packageManagerOf, readPackageJson } from './package-json.js';
import type { Project } from './project.js';

/** A command that the workspace seems to be verified by, and why. */
export interface Inferred {
  readonly command: string;
  readonly because: string;
}

interface Ecosystem {
  readonly name: string;
  infer(project: Project): readonly Inferred[];
}

const TESTS = /(?:test|check|tox|nox|rspec|rake|phpunit)\b/;
const SCRIPTS = ['typecheck', 'test', 'build'] as const;
const RUN: Readonly<Record<PackageManager, string>> = { npm: 'npm run', pnpm: 'pnpm run', yarn: 'yarn run', bun: 'bun run' };

// In this order, up to the first that names a test: a Makefile beside go.mod wraps the same checks, while a
// package.json that can only build says nothing about the tests beside it.
const ECOSYSTEMS: readonly Ecosystem[] = [
  { name: 'package.json', infer: scriptsOf },
  { name: 'go', infer: ifThere(['go.mod', 'go.work'], 'go test ./...') },
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

function scriptsOf(project: Project): Inferred[] {
  const json = readPackageJson(project.text('package.json'));
  if (json === null) return [];
  const run = RUN[packageManagerOf(json, project)];
  return SCRIPTS.filter((name) => !isPlaceholder(json.scripts[name] ?? ''))
    .map((name) => ({ command: `${run} ${name}`, because: `package.json has a script ${name}` }));
}

function ifThere(names: readonly string[], command: string): Ecosystem['infer'] {
  return (project) => {
    const name = names.find((file) => project.names.has(file));
    return name === undefined ? [] : [{ command, because: `${name} is there` }];
  };
}

function wrapped(names: readonly string[], wrapper: string, tool: string, args: string): Ecosystem['infer'] {
  return (project) => ifThere(names, `${project.names.has(wrapper) ? `./${wrapper}` : tool} ${args}`)(project);
}

function denoTest(project: Project): readonly Inferred[] {
  const file = ['deno.json', 'deno.jsonc'].find((name) => project.names.has(name));
  if (file === undefined) return [];
  return [{ command: hasKey(project.text(file), 'tasks', 'test') ? 'deno task test' : 'deno test', because: `${file} is there` }];
}

/** How the project's environment is entered, by its lockfile. */
const PYTHON_RUN = [['uv.lock', 'uv run '], ['poetry.lock', 'poetry run '], ['pdm.lock', 'pdm run '], ['Pipfile.lock', 'pipenv run ']] as const;

function pythonTest(project: Project): Inferred[] {
  const settings = ['pyproject.toml', 'setup.cfg', 'tox.ini'].find((name) => /pytest/.test(project.text(name) ?? ''));
  const because = ['pytest.ini', 'conftest.py'].find((name) => project.names.has(name)) ?? settings
    ?? (['pyproject.toml', 'setup.py', 'setup.cfg', 'requirements.txt'].some((name) => project.names.has(name)) ? ['tests/', 'test/'].find((name) => project.names.has(name)) : undefined);
  if (because !== undefined) {
    const run = PYTHON_RUN.find(([lock]) => project.names.has(lock))?.[1] ?? '';
    return [{ command: `${run}${run === '' ? 'python -m pytest' : 'pytest'}`, because: `${because} speaks of pytest, or holds tests` }];
  }
  if (project.names.has('tox.ini')) return [{ command: 'tox', because: 'tox.ini is there' }];
  return project.names.has('noxfile.py') ? [{ command: 'nox', because: 'noxfile.py is there' }] : [];
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

function makeTarget(project: Project): Inferred[] {
  const file = ['GNUmakefile', 'makefile', 'Makefile'].find((name) => project.names.has(name));
  return target(file, project, /^(test|check)[ \t]*:(?![:=])/m, 'make');
}

function justTarget(project: Project): Inferred[] {
  return target(['justfile', 'Justfile', '.justfile'].find((name) => project.names.has(name)), project, /^(test|check)(?:[ \t][^\n:]*)?:(?!=)/m, 'just');
}

function taskTarget(project: Project): Inferred[] {
  return target(['Taskfile.yml', 'Taskfile.yaml'].find((name) => project.names.has(name)), project, /^ {2}(test|check):/m, 'task');
}

function target(file: string | undefined, project: Project, pattern: RegExp, tool: string): Inferred[] {
  const name = file === undefined ? undefined : pattern.exec(project.text(file) ?? '')?.[1];
  return file === undefined || name === undefined ? [] : [{ command: `${tool} ${name}`, because: `${file} has a target ${name}` }];
}
