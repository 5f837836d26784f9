#!/usr/bin/env node
// Each package as its user gets it: packed, installed from the tarball into an empty folder, and imported there. Needs `pnpm build`.
// What has no dependency but packages of this workspace is installed without a network.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const ROOT = path.resolve(import.meta.dirname, '..');
/** Folder, and names that an import has to give. */
const PACKAGES = {
  core: ['packages/core', ['check', 'openLog', 'parseDiff', 'stageVerdict']],
  'probe-sdk': ['packages/probe-sdk', ['runDriverConformance', 'LaunchError', 'UnsupportedStepError', 'readScenario']],
  'probe-driver-cli': ['packages/probe-drivers/cli', ['cliDriver']],
  'probe-driver-api': ['packages/probe-drivers/api', ['apiDriver']],
  agents: ['packages/agents', ['runStages', 'runIntentStage', 'runCorrectnessStage', 'runRefutationStage', 'submitSemanticEvalBatch', 'probeStage']],
};
/** What is installed together. */
const SETS = [
  { names: ['core'], flags: ['--offline'] },
  { names: ['probe-sdk'], flags: ['--offline'] },
  { names: ['probe-sdk', 'probe-driver-cli'], flags: ['--offline'] },
  { names: ['probe-sdk', 'probe-driver-api'], flags: ['--offline'] },
  { names: ['core', 'probe-sdk', 'probe-driver-cli', 'probe-driver-api', 'agents'], flags: ['--prefer-offline'] },
];

const home = mkdtempSync(path.join(tmpdir(), 'verifier-packages-'));
let failed = 0;
try {
  const tarballs = Object.fromEntries(Object.entries(PACKAGES).map(([name, [folder]]) => [name, packed(name, folder)]));
  for (const [at, { names, flags }] of SETS.entries()) {
    const place = path.join(home, String(at));
    mkdirSync(place);
    writeFileSync(path.join(place, 'package.json'), '{"name":"user","private":true,"type":"module"}\n');
    const problem = run('npm', ['install', '--no-audit', '--no-fund', ...flags, ...names.map((name) => tarballs[name])], place) ?? imported(names.at(-1), place) ?? (names.join() === 'probe-sdk' ? followed('docs/drivers/write-your-own.md', place) : null);
    process.stdout.write(`${problem === null ? 'ok  ' : 'BAD '} ${names.join(' ')}${problem === null ? '' : `: ${problem}`}\n`);
    if (problem !== null) failed += 1;
  }
} finally {
  rmSync(home, { recursive: true, force: true });
}
process.stdout.write(`${SETS.length - failed} installed and imported, ${failed} not\n`);
process.exitCode = failed === 0 ? 0 : 1;

function packed(name, folder) {
  const from = path.join(ROOT, folder);
  if (!existsSync(path.join(from, 'dist'))) throw new Error(`${folder} is not built: run pnpm build first`);
  const into = path.join(home, `packed-${name}`);
  mkdirSync(into);
  const problem = run('npx', ['-y', 'pnpm@10', 'pack', '--pack-destination', into], from);
  if (problem !== null) throw new Error(`${folder} cannot be packed: ${problem}`);
  return path.join(into, readdirSync(into).find((file) => file.endsWith('.tgz')) ?? 'none');
}

/** Imports it as its user does, and looks whether its types are where it says; null when all is there. */
function imported(name, place) {
  const own = path.join(place, 'node_modules/@verifier', name);
  const { types } = JSON.parse(readFileSync(path.join(own, 'package.json'), 'utf8')).exports['.'];
  if (!existsSync(path.join(own, types))) return `its types are not at ${types}`;
  const script = `const all = await import('@verifier/${name}'); const gone = ${JSON.stringify(PACKAGES[name][1])}.filter((name) => !(name in all)); if (gone.length > 0) { console.error('not exported: ' + gone.join(', ')); process.exit(1); }`;
  return run(process.execPath, ['--input-type=module', '-e', script], place);
}

/** Lays out the files of a page, a name in backticks above each, and runs what the page says; null when it went well. */
function followed(page, place) {
  const text = readFileSync(path.join(ROOT, page), 'utf8');
  const files = [...text.matchAll(/^`([\w./-]+)`\n\n```\w+\n([\s\S]*?)^```$/gm)];
  for (const [, name, content] of files) {
    if (name === 'package.json') continue; // the one that holds what is installed says the same
    mkdirSync(path.dirname(path.join(place, name)), { recursive: true });
    writeFileSync(path.join(place, name), content);
  }
  return run(process.execPath, ['try.js'], place);
}

/** null when it went well, else what it said. */
function run(file, words, cwd) {
  const { status, stdout, stderr, error } = spawnSync(file, words, { cwd, encoding: 'utf8', env: { ...process.env, NODE_PATH: '' } });
  if (error !== undefined) return error.message;
  return status === 0 ? null : `${stderr}${stdout}`.trim().split('\n').slice(-6).join(' | ').slice(0, 600);
}
