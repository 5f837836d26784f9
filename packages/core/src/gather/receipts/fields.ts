import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import type { ReceiptFields } from '../../model/index.js';
import type { Environment, Repository } from '../git/index.js';

// In the tree they count as part of it; git may ignore them, and what is installed is always ignored.
const LOCKFILES = [
  'package-lock.json', 'npm-shrinkwrap.json', 'pnpm-lock.yaml', 'yarn.lock', 'bun.lock', 'bun.lockb', 'deno.lock', 'Cargo.lock', 'go.sum', 'go.work.sum', 'poetry.lock', 'uv.lock',
  'pdm.lock', 'Pipfile.lock', 'requirements.txt', 'Gemfile.lock', 'composer.lock', 'mix.lock', 'packages.lock.json', 'gradle.lockfile', 'pubspec.lock', 'Package.resolved', 'flake.lock',
];
const INSTALLED = ['node_modules/.package-lock.json', 'node_modules/.modules.yaml', 'node_modules/.yarn-state.yml', 'node_modules/.yarn-integrity', 'vendor/composer/installed.json', '.venv/pyvenv.cfg', '.pnp.cjs'];
/** Files that are usually ignored, and that tests read. */
const SETTINGS = ['.env', '.env.local', '.env.test', '.env.test.local', '.npmrc', '.tool-versions', '.nvmrc'];
/** Names that many tools read. */
const ENVIRONMENT = [
  'CI', 'PATH', 'SHELL', 'LANG', 'LC_ALL', 'TZ', 'NODE_ENV', 'NODE_OPTIONS', 'NODE_PATH', 'PYTHONPATH', 'VIRTUAL_ENV', 'PYTEST_ADDOPTS', 'GOFLAGS', 'GOOS', 'GOARCH', 'CGO_ENABLED',
  'RUSTFLAGS', 'CARGO_BUILD_TARGET', 'RUSTUP_TOOLCHAIN', 'JAVA_HOME', 'JAVA_TOOL_OPTIONS', 'MAVEN_OPTS', 'GRADLE_OPTS', 'RUBYOPT', 'RAILS_ENV', 'MIX_ENV', 'DOTNET_ENVIRONMENT', 'MAKEFLAGS', 'CFLAGS', 'CXXFLAGS',
];
const LARGEST = 64 * 1024 * 1024;

/** What all commands of a check depend on beside the tree and their own text. `listed`: names of the environment that the project adds. */
export function surroundings({ workspace, root }: Repository, env: Environment, listed: readonly string[], verifier: string): Omit<ReceiptFields, 'tree' | 'command'> {
  const names = [...LOCKFILES, ...INSTALLED, ...SETTINGS];
  const files = [...new Set([workspace, root])].flatMap((folder) => names.flatMap((name): [string, string][] => {
    const digest = digestAt(path.join(folder, name));
    return digest === null ? [] : [[path.relative(workspace, path.join(folder, name)).replaceAll('\\', '/'), digest]];
  }));
  return {
    directory: workspace,
    files: Object.fromEntries(files),
    env: Object.fromEntries([...new Set([...ENVIRONMENT, ...listed])].sort().map((name) => [name, env[name] === undefined ? null : digestOf(env[name])])),
    node: process.version,
    verifier,
    platform: `${process.platform} ${process.arch}`,
  };
}

/** Under which a command is remembered in its folder. */
export function commandDigest(command: string): string {
  return digestOf(normalized(command), 32);
}

/** One name for all fields: two receipts of that name are about the same thing. */
export function fieldsDigest(fields: ReceiptFields): string {
  return digestOf(JSON.stringify([fields.tree, fields.command, fields.directory, Object.entries(fields.files).sort(), Object.entries(fields.env).sort(), fields.node, fields.verifier, fields.platform]), 32);
}

/** Whether a result that is known is checked by running the command again: `percent` of 100, the same ones always. */
export function isSampled({ tree, command }: ReceiptFields, percent: number): boolean {
  return Number.parseInt(digestOf(`${tree}\0${command}`, 8), 16) % 100 < percent;
}

// Quotes, expansions, comments and line breaks may give blanks a meaning: such a command stays as it is.
function normalized(command: string): string {
  const text = command.trim();
  return /["'\\`$#<\n\r]/.test(text) ? text : text.replace(/[ \t]+/g, ' ');
}

function digestAt(file: string): string | null {
  try {
    const stat = statSync(file);
    if (!stat.isFile()) return null;
    return stat.size > LARGEST ? `${stat.size} ${stat.mtimeMs}` : digestOf(readFileSync(file));
  } catch {
    return null;
  }
}

function digestOf(data: string | Buffer, length = 16): string {
  return createHash('sha256').update(data).digest('hex').slice(0, length);
}
