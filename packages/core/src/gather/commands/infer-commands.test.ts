import { expect, test } from 'vitest';
import { inferCommands } from './infer-commands.js';
import { projectOf } from './project.js';

const scripts = (value: Record<string, string>, more: object = {}) => JSON.stringify({ scripts: value, ...more });
const ALL = { build: 'tsc', test: 'vitest run', lint: 'eslint .', typecheck: 'tsc --noEmit' };

test.each<[string, Record<string, string>, string[]]>([
  ['npm by default', { 'package.json': scripts(ALL) }, ['npm run typecheck', 'npm run test', 'npm run build']],
  ['pnpm by packageManager', { 'package.json': scripts(ALL, { packageManager: 'pnpm@10.1.0+sha512.x' }), 'yarn.lock': '' }, ['pnpm run typecheck', 'pnpm run test', 'pnpm run build']],
  ['pnpm by lockfile', { 'package.json': scripts({ test: 'x' }), 'pnpm-lock.yaml': '' }, ['pnpm run test']],
  ['yarn by lockfile', { 'package.json': scripts({ test: 'x' }), 'yarn.lock': '' }, ['yarn run test']],
  ['bun by lockfile', { 'package.json': scripts({ test: 'x' }), 'bun.lock': '' }, ['bun run test']],
  ['npm by lockfile', { 'package.json': scripts({ test: 'x' }), 'package-lock.json': '' }, ['npm run test']],
  ['a byte order mark', { 'package.json': `\uFEFF${scripts({ test: 'x' })}` }, ['npm run test']],
  ['what npm init writes is no test', { 'package.json': scripts({ test: 'echo "Error: no test specified" && exit 1' }) }, []],
  ['an empty script is no test', { 'package.json': scripts({ test: ' ' }) }, []],
  ['no scripts', { 'package.json': '{}' }, []],
  ['scripts of other types', { 'package.json': '{"scripts":{"test":1,"build":["x"]}}' }, []],
  ['broken', { 'package.json': '{' }, []],
  ['go', { 'go.mod': 'module x', 'Makefile': 'test:\n\tgo test\n' }, ['go test ./...']],
  ['cargo', { 'Cargo.toml': '' }, ['cargo test']],
  ['a package.json that can only build, beside go', { 'package.json': scripts({ build: 'vite build' }), 'go.mod': '' }, ['npm run build', 'go test ./...']],
  ['a package.json with tests speaks for all', { 'package.json': scripts({ test: 'x' }), 'Cargo.toml': '' }, ['npm run test']],
  ['pytest by pyproject', { 'pyproject.toml': '[tool.pytest.ini_options]' }, ['python -m pytest']],
  ['pytest by a folder of tests', { 'setup.py': '', 'tests/': '' }, ['python -m pytest']],
  ['pytest through uv', { 'pyproject.toml': 'dev = ["pytest"]', 'uv.lock': '' }, ['uv run pytest']],
  ['pytest through poetry', { 'pytest.ini': '', 'poetry.lock': '' }, ['poetry run pytest']],
  ['tox', { 'tox.ini': '[tox]' }, ['tox']],
  ['a Python project without tests', { 'pyproject.toml': '[project]' }, []],
  ['gradle by wrapper', { 'build.gradle.kts': '', 'gradlew': '' }, ['./gradlew test']],
  ['maven by wrapper', { 'pom.xml': '', 'mvnw': '' }, ['./mvnw --batch-mode test']],
  ['maven', { 'pom.xml': '' }, ['mvn --batch-mode test']],
  ['dotnet', { 'App.sln': '' }, ['dotnet test']],
  ['mix', { 'mix.exs': '' }, ['mix test']],
  ['rspec', { 'Gemfile': 'gem "rspec"', 'spec/': '' }, ['bundle exec rspec']],
  ['rake', { 'Rakefile': 'Rake::TestTask.new' , 'Gemfile': '' }, ['bundle exec rake']],
  ['rake test', { 'Rakefile': 'task :test' }, ['rake test']],
  ['composer', { 'composer.json': '{"scripts":{"test":["phpunit"]}}' }, ['composer test']],
  ['phpunit', { 'composer.json': '{}', 'phpunit.xml.dist': '' }, ['vendor/bin/phpunit']],
  ['deno', { 'deno.jsonc': '{ // x\n}' }, ['deno test']],
  ['deno task', { 'deno.json': '{"tasks":{"test":"deno test -A"}}' }, ['deno task test']],
  ['make check', { 'Makefile': 'CC := gcc\ncheck: all\n\t./run\n' }, ['make check']],
  ['a variable is no target', { 'Makefile': 'test := 1\n' }, []],
  ['just', { 'justfile': 'test *args:\n  x\n' }, ['just test']],
  ['task', { 'Taskfile.yml': 'tasks:\n  test:\n    cmds: [x]\n' }, ['task test']],
  ['nothing', { 'README.md': '' }, []],
])('%s', (_, files, commands) => {
  expect(inferCommands(projectOf(files)).map(({ command }) => command)).toEqual(commands);
});
