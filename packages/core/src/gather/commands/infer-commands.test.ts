import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { inferCommands } from './infer-commands.js';
import { projectIn, projectOf } from './project.js';

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
  ['pnpm workspace', { 'package.json': scripts({ build: 'tsc -b' }), 'pnpm-workspace.yaml': 'packages:\n  - "packages/*"\n  - apps/**\n  # no\ncatalog:\n  - x/*\n', 'pnpm-lock.yaml': '', 'packages/a/package.json': scripts({ test: 'x' }), 'packages/b/package.json': '{}' }, ['pnpm --recursive run test', 'pnpm run build']],
  ['npm workspace', { 'package.json': JSON.stringify({ workspaces: ['./packages/*/', '!packages/old'] }), 'packages/a/package.json': scripts({ test: 'x', typecheck: 'tsc' }), 'packages/old/package.json': scripts({ build: 'x' }) }, ['npm run typecheck --workspaces --if-present', 'npm run test --workspaces --if-present']],
  ['yarn workspace, new', { 'package.json': JSON.stringify({ workspaces: { packages: ['libs/**'] } }), '.yarnrc.yml': '', 'yarn.lock': '', 'libs/deep/a/package.json': scripts({ test: 'x' }) }, ['yarn workspaces foreach --all run test']],
  ['yarn workspace, classic', { 'package.json': JSON.stringify({ workspaces: ['a', 'b'] }), 'yarn.lock': '# yarn lockfile v1\n', 'a/package.json': scripts({ test: 'x', build: 'y' }), 'b/package.json': scripts({ test: 'x' }) }, ['yarn workspaces run test']],
  ['bun workspace', { 'package.json': JSON.stringify({ workspaces: ['packages/*'] }), 'bun.lock': '', 'packages/a/package.json': scripts({ test: 'bun test' }) }, ["bun run --filter '*' test"]],
  ['a workspace whose root tests speaks for all', { 'package.json': scripts({ test: 'x' }, { workspaces: ['a'] }), 'a/package.json': scripts({ test: 'y', build: 'z' }) }, ['npm run test']],
  ['a workspace that leaves the folder, or holds nothing', { 'package.json': JSON.stringify({ workspaces: ['../*', 'none/*', 'a'] }), 'a/package.json': '{' }, []],
  ['a workspace does not look into what is installed', { 'package.json': JSON.stringify({ workspaces: ['**'] }), 'node_modules/x/package.json': scripts({ test: 'x' }) }, []],
  ['go.work with modules', { 'go.work': 'go 1.22\n\nuse (\n\t./api // x\n\t./lib/core\n)\nuse ./tool\n', 'api/go.mod': '' }, ['go test ./api/... ./lib/core/... ./tool/...']],
  ['go.work beside a module', { 'go.work': 'use .\n', 'go.mod': '' }, ['go test ./...']],
  ['a go.work whose words are for a shell', { 'go.work': 'use ./a;rm\n' }, []],
  ['uv by its settings', { 'pyproject.toml': '[project]\nname = "a"\n[tool.uv]\n', 'tests/': '' }, ['uv run pytest']],
  ['poetry by its settings', { 'pyproject.toml': '[tool.poetry.dependencies]\npytest = "8"\n' }, ['poetry run pytest']],
  ['hatch script', { 'pyproject.toml': '[tool.hatch.envs.default.scripts]\ntest = "pytest {args}"\n' }, ['hatch run test']],
  ['hatch script of another environment', { 'pyproject.toml': '[tool.hatch.envs.qa]\nx = 1\n[tool.hatch.envs.qa.scripts] # here\ncov = "x"\ntest = "pytest"\n[tool.x]\n' }, ['hatch run qa:test']],
  ['hatch test', { 'pyproject.toml': '[tool.hatch.envs.hatch-test]\nrandomize = true\n' }, ['hatch test']],
  ['hatch that does not test', { 'pyproject.toml': '[tool.hatch.envs.docs.scripts]\nbuild = "x"\n[other]\ntest = "y"\n' }, []],
  ['tox that runs pytest', { 'tox.ini': '[tox]\n[testenv]\ncommands = pytest\n', 'setup.py': '', 'tests/': '' }, ['tox']],
  ['tox in pyproject', { 'pyproject.toml': '[tool.tox]\nenv_list = ["3.12"]\n' }, ['tox']],
  ['pytest settings in tox.ini', { 'tox.ini': '[pytest]\naddopts = -q\n' }, ['python -m pytest']],
  ['nox', { 'noxfile.py': '', 'setup.py': '', 'tests/': '' }, ['nox']],
  ['make test and lint', { 'Makefile': '.PHONY: test lint\nlint test: deps\n\tx\n' }, ['make test', 'make lint']],
  ['make check that runs the others', { 'GNUmakefile': 'check: lint test\ntest:\n\tx\nlint:\n\ty\n' }, ['make check']],
  ['make test that makes lint', { 'makefile': 'test:\n\t$(MAKE) x\n\tmake lint\nlint:\n\ty\n' }, ['make test']],
  ['make targets that need each other', { 'Makefile': 'test: check\ncheck: test\n' }, ['make test', 'make check']],
  ['just lint', { '.justfile': 'lint:\n  x\n' }, ['just lint']],
  ['just check that runs the others', { 'justfile': 'set shell := ["sh"]\ncheck: test\n  just lint\n@test *args="": build\n  x\nlint:\n  y\nbuild:\n' }, ['just check']],
  ['task lint', { 'Taskfile.dist.yml': 'version: 3\nvars:\n  test: x\ntasks:\n  lint:\n    - x\n' }, ['task lint']],
  ['task check that runs the others', { 'taskfile.yaml': 'tasks:\n  check:\n    deps: [lint]\n    cmds:\n      - task: test\n  "test":\n    cmds: [x]\n  lint: y\n' }, ['task check']],
  ['make check', { 'Makefile': 'CC := gcc\ncheck: all\n\t./run\n' }, ['make check']],
  ['a variable is no target', { 'Makefile': 'test := 1\n' }, []],
  ['just', { 'justfile': 'test *args:\n  x\n' }, ['just test']],
  ['task', { 'Taskfile.yml': 'tasks:\n  test:\n    cmds: [x]\n' }, ['task test']],
  ['nothing', { 'README.md': '' }, []],
])('%s', (_, files, commands) => {
  expect(inferCommands(projectOf(files)).map(({ command }) => command)).toEqual(commands);
  const root = mkdtempSync(path.join(tmpdir(), 'infer-'));
  try {
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(path.join(root, name.endsWith('/') ? name : path.dirname(name)), { recursive: true });
      if (!name.endsWith('/')) writeFileSync(path.join(root, name), text);
    }
    const inferred = inferCommands(projectIn(root));
    expect(inferred.map(({ command }) => command)).toEqual(commands);
    for (const { because } of inferred) expect(because).not.toMatch(/^ |undefined/);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
});
