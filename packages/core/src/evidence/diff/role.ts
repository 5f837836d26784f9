import type { Change, DiffLine, Role } from '../../model/index.js';
import { holdsOne } from '../../text/holds-one.js';
import { isTest, isTestData } from './test-role.js';

/** What a role is decided by beside the path: the first lines that the diff shows of the file. */
export interface Sample {
  readonly change: Change;
  readonly lines: readonly DiffLine[];
}

const NOTHING: Sample = { change: 'modified', lines: [] };

/**
 * What a file is for, by name, place and content. A folder exempts nothing by itself: `src/docs/admin.js` is source,
 * and so is code in `tests/` that holds no test.
 */
export function roleOf(path: string, sample: Sample = NOTHING): Role {
  const parts = path.split('/');
  const name = parts[parts.length - 1] ?? '';
  const lower = name.toLowerCase();
  const folders = parts.slice(0, -1).map((part) => part.toLowerCase());
  if (LOCKFILES.has(lower)) return 'lockfile';
  if (isCi(path.toLowerCase(), folders, lower)) return 'ci';
  if (isTest(name, folders, sample.lines)) return 'test';
  if (isTestData(lower, folders)) return 'data';
  if (isMigration(name, folders)) return 'migration';
  if (isGenerated(lower, folders, sample)) return 'generated';
  if (isDocs(lower, folders)) return 'docs';
  if (isConfig(lower, folders)) return 'config';
  return isData(lower, folders) ? 'data' : 'source';
}

const LOCKFILES: ReadonlySet<string> = new Set([
  'package-lock.json', 'npm-shrinkwrap.json', 'yarn.lock', 'pnpm-lock.yaml', 'bun.lock', 'bun.lockb', 'deno.lock',
  'cargo.lock', 'go.sum', 'go.work.sum', 'poetry.lock', 'pipfile.lock', 'uv.lock', 'pdm.lock', 'pixi.lock', 'conda-lock.yml',
  'gemfile.lock', 'composer.lock', 'symfony.lock', 'mix.lock', 'rebar.lock', 'pubspec.lock', 'podfile.lock', 'cartfile.resolved',
  'package.resolved', 'packages.lock.json', 'project.assets.json', 'paket.lock', 'gradle.lockfile', 'buildscript-gradle.lockfile',
  'flake.lock', '.terraform.lock.hcl', 'chart.lock', 'shard.lock', 'stack.yaml.lock', 'cabal.project.freeze', 'module.bazel.lock',
]);

const CI_NAMES: ReadonlySet<string> = new Set([
  '.gitlab-ci.yml', '.gitlab-ci.yaml', '.travis.yml', '.drone.yml', '.drone.star', '.woodpecker.yml', '.cirrus.yml', '.cirrus.star',
  'appveyor.yml', '.appveyor.yml', 'bitbucket-pipelines.yml', 'azure-pipelines.yml', 'azure-pipelines.yaml', 'cloudbuild.yaml',
  'cloudbuild.yml', 'buildspec.yml', 'wercker.yml', 'codemagic.yaml', 'jenkinsfile', '.semaphore.yml', 'bitrise.yml', 'screwdriver.yaml',
]);
const CI_FOLDERS = /(?:^|\/)(?:\.github\/(?:workflows|actions)|\.(?:gitea|forgejo)\/workflows|\.circleci|\.buildkite|\.woodpecker|\.semaphore|\.teamcity|\.azure-pipelines|\.gitlab\/ci|\.tekton)\//;

function isCi(path: string, folders: readonly string[], name: string): boolean {
  if (isDocs(name, folders)) return false;
  if (CI_NAMES.has(name) || name.startsWith('jenkinsfile.') || name.startsWith('azure-pipelines-') || (folders.length === 0 && name === '.ci')) return true;
  return folders.some((folder) => folder.startsWith('.')) && CI_FOLDERS.test(path);
}

const MIGRATION_FOLDERS: ReadonlySet<string> = new Set(['migrations', 'migration', 'migrate']);
const MIGRATION_CODE = extensions('sql py rb php ex exs js cjs mjs ts go cs java kt rs scala xml yaml yml json');

/** Django, Rails, Alembic, Prisma, Knex, TypeORM, Laravel, Ecto, EF Core, Flyway, Liquibase, golang-migrate. */
function isMigration(name: string, folders: readonly string[]): boolean {
  const lower = name.toLowerCase();
  if (!MIGRATION_CODE.has(extensionOf(lower))) return false;
  if ((name.includes('__') && /^(?:[VUB]\d[\d._]*|R)__.+\.(?:sql|java|kt)$/.test(name)) || lower.endsWith('.up.sql') || lower.endsWith('.down.sql')) return true;
  const [parent, grand] = [folders[folders.length - 1], folders[folders.length - 2]];
  if (parent === 'versions' && (grand === 'alembic' || (grand !== undefined && MIGRATION_FOLDERS.has(grand)))) return lower.endsWith('.py');
  if (parent === 'db' && (lower === 'schema.rb' || lower === 'structure.sql')) return true;
  if (folders.includes('changelog') && folders.includes('db')) return true;
  if ((parent === 'drizzle' || parent === 'changelogs') && lower.endsWith('.sql')) return true;
  if (!folders.some((folder) => MIGRATION_FOLDERS.has(folder))) return false;
  return lower.endsWith('.sql') || MIGRATION_NAME.test(lower);
}
// A number or a time in front, or the verb that generators put there; `runner.ts` in the same folder is source.
const MIGRATION_NAME = /^(?:v|m|version)?_?\d{1,17}[_.-]|^\d{1,17}\.|^(?:add|create|drop|alter|remove|rename|update|change|init|initial|backfill|modify|delete)(?:[_.-]|$)|modelsnapshot\.cs$|^[0-9a-f]{12}_/;

const GENERATED_WORDS = ['.pb.', '_pb', '.g.', '.freezed.', '.gr.', '.mocks.', 'generated.', '.gen.', '.designer.', '.min.', '.map'];
const GENERATED_NAMES = /(?:\.pb\.(?:go|cc|h|rs|swift|dart)|\.pb\.gw\.go|_pb2(?:_grpc)?\.pyi?|_pb\.(?:js|d\.ts|ts|rb)|_grpc\.pb\.go|\.(?:g|freezed|gr|mocks)\.dart|\.generated\.[a-z]{1,5}|\.gen\.(?:go|ts|tsx|js|rs)|_generated\.[a-z]{1,5}|\.designer\.cs|\.g(?:\.i)?\.cs|\.min\.(?:js|css|mjs)|\.(?:js|mjs|cjs|css)\.map)$/;
const BUILT: ReadonlySet<string> = new Set(['dist', 'build', 'out', 'public', 'lib', 'bundle']);

function isGenerated(name: string, folders: readonly string[], sample: Sample): boolean {
  if (holdsOne(name, GENERATED_WORDS) && GENERATED_NAMES.test(name)) return true;
  const head = sample.lines.filter((line) => line.at <= HEAD_LINES && isOwnMark(line, sample)).slice(0, HEAD_LINES);
  if (head.some((line) => isGeneratedMark(line.text.slice(0, 300)))) return true;
  return /\.(?:c|m)?js$/.test(name) && folders.some((folder) => BUILT.has(folder)) && head.some((line) => line.text.length > 2000);
}
const HEAD_LINES = 12;

/** A modified file cannot make itself generated by a line that it adds. */
function isOwnMark(line: DiffLine, sample: Sample): boolean {
  return sample.change === 'modified' || sample.change === 'renamed' ? line.side === 'context' : true;
}

// Go's rule (`^// Code generated .* DO NOT EDIT\.$`), Meta's `@generated`, and what protoc, swagger, OpenAPI, Prisma and Rails write.
function isGeneratedMark(text: string): boolean {
  if (!/^\s{0,8}(?:\/\/|\/\*|\*|#|--|;|<!--|"""|%)/.test(text)) return false;
  const lower = text.toLowerCase();
  if (/@generated(?![\w-])/.test(lower)) return true;
  const made = /\b(?:code generated|auto-?generated|automatically generated|generated (?:by|from|with|code|file))\b/.test(lower);
  return made && (/\bdo not (?:edit|modify|change)\b/.test(lower) || /\b(?:auto-?generated|automatically generated)\b/.test(lower));
}

const DOCS_EXTENSION = extensions('md markdown mkd mdx rst adoc asciidoc asc textile pod texi org');
const PLAIN_TEXT = extensions('txt text htm html 1 2 3 4 5 6 7 8');
const IN_DOCS = extensions('txt 1 2 3 4 5 6 7 8');
const DOCS_NAMES = /^(?:readme|changelog|changes|history|news|license|licence|copying|notice|authors|contributors|contributing|maintainers|security|support|code_of_conduct|todo)(?:[._-][a-z0-9.-]{0,20})?$/;
const DOCS_FOLDERS: ReadonlySet<string> = new Set(['doc', 'docs', 'documentation', 'man', 'guides', 'website', 'wiki']);

function isDocs(name: string, folders: readonly string[]): boolean {
  const extension = extensionOf(name);
  if (DOCS_EXTENSION.has(extension)) return true;
  const bare = extension === '' || PLAIN_TEXT.has(extension);
  return bare && (DOCS_NAMES.test(name) || (IN_DOCS.has(extension) && folders.some((folder) => DOCS_FOLDERS.has(folder)) && !CONFIG_NAMES.has(name) && !/^requirements/.test(name)));
}

const CONFIG_NAMES: ReadonlySet<string> = new Set([
  'dockerfile', 'containerfile', 'makefile', 'gnumakefile', 'justfile', 'procfile', 'cmakelists.txt', 'gemfile', 'rakefile', 'podfile', 'brewfile',
  'vagrantfile', 'pipfile', 'codeowners', 'go.mod', 'go.work', 'setup.py', 'build.gradle', 'settings.gradle', 'mix.exs', 'build.sbt', 'package.swift',
  'build.bazel', 'workspace', 'meson.build', 'noxfile.py', 'manifest.in',
]);
const CONFIG_EXTENSION = extensions('json jsonc json5 yaml yml toml ini cfg conf config properties env xml plist csproj fsproj vbproj props targets sln nuspec tf tfvars hcl gradle cabal gemspec podspec editorconfig cmake mk service nix webmanifest');
const CONFIG_WORDS = ['config.', 'conf.', 'rc.', 'rc', 'file.', 'tsconfig', 'docker', 'container', '.env', 'ignore', 'attributes', 'modules', 'requirements', 'constraints'];
const CONFIG_CODE = /(?:^|[.-])(?:config|conf|rc)\.(?:[cm]?[jt]s|json)$|^\.[a-z0-9-]+rc(?:\.[a-z]{2,5})?$|^(?:gulpfile|gruntfile|jakefile)\.[cm]?[jt]s$|^tsconfig[a-z0-9.-]{0,40}\.json$|^(?:dockerfile|containerfile|makefile|docker-compose)\.|^\.env(?:\.|$)|^\.(?:git|docker|npm|eslint|prettier|style)(?:ignore|attributes|modules|config)$|^requirements[a-z0-9_.-]{0,40}\.(?:txt|in)$|^constraints\.txt$/;

function isConfig(name: string, folders: readonly string[]): boolean {
  if (CONFIG_NAMES.has(name) || (holdsOne(name, CONFIG_WORDS) && CONFIG_CODE.test(name)) || folders.includes('.husky')) return true;
  return isConfigFormat(name) && !folders.some((folder) => WORDS_FOLDERS.has(folder));
}

/** Translations are data, whatever their format. */
const WORDS_FOLDERS: ReadonlySet<string> = new Set(['locales', 'locale', 'i18n', 'l10n', 'translations', 'lang', 'langs']);
const DATA = extensions('csv tsv txt jsonl ndjson geojson parquet arrow po pot mo xliff xlf strings png jpg jpeg gif webp avif ico bmp tif tiff svg pdf mp3 mp4 wav ogg webm mov ttf otf woff woff2 eot zip gz tgz bz2 xz 7z tar jar wasm bin dat db sqlite sqlite3 pem crt patch diff log');

function isData(name: string, folders: readonly string[]): boolean {
  return DATA.has(extensionOf(name)) || (isConfigFormat(name) && folders.some((folder) => WORDS_FOLDERS.has(folder)));
}

const isConfigFormat = (name: string): boolean => CONFIG_EXTENSION.has(extensionOf(name)) || name.endsWith('.gradle.kts');

function extensions(list: string): ReadonlySet<string> {
  return new Set(list.split(' '));
}

/** Behind the last dot; '' without one. */
function extensionOf(name: string): string {
  const dot = name.lastIndexOf('.');
  return dot < 0 ? '' : name.slice(dot + 1);
}
