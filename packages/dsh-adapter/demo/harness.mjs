// Installs DeepSeek Harness and the Node that it needs into a cache folder, outside of every workspace, and runs it.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';

/** Exactly these fit together: with ranges the start fails. Node 20 does not start it (Promise.withResolvers). */
const PINS = { '@deepseek-ai/dsh': '0.1.0-rc.8', node: '22.23.3', pnpm: '10.34.9' };
const WORKSPACE = `packages: ['.']
nodeLinker: hoisted
onlyBuiltDependencies: ['@deepseek-ai/dsh-subprocess-local', koffi, node, node-pty]
overrides:
  '@deepseek-ai/cordis': 4.0.1
  '@deepseek-ai/cordis-plugin-group': 1.0.1
  '@deepseek-ai/cordis-plugin-hmr': 1.0.16
  '@deepseek-ai/cordis-plugin-include': 1.0.6
  '@deepseek-ai/cordis-plugin-loader': 1.0.2
  '@deepseek-ai/cordis-plugin-timer': 1.1.3
  '@deepseek-ai/schemastery': 3.18.1
`;
const MANIFEST = `${JSON.stringify({ name: 'verifier-dsh-harness', private: true, dependencies: PINS }, null, 2)}\n`;
const INSTALL_MS = 300_000;
/** Settings that say how the registry is reached. */
const REACHES = /^npm_config_(?:registry|userconfig|globalconfig|proxy|https_proxy|noproxy|cafile|ca|strict_ssl)$/i;

/**
 * The harness in the cache, installed when it is not there yet.
 * @param {(text: string) => void} [tell]
 * @returns {Promise<{ folder: string, bin: string, node: string }>}
 */
export async function installedHarness(tell = () => {}) {
  const folder = path.join(cacheFolder(), createHash('sha256').update(MANIFEST + WORKSPACE).digest('hex').slice(0, 12));
  if (!existsSync(folder)) await install(folder, tell);
  return { folder, bin: path.join(folder, 'node_modules/@deepseek-ai/dsh/lib/bin.js'), node: path.join(folder, 'node_modules/node/bin/node') };
}

/**
 * Runs `dsh` and gives what it printed. Its environment is ours without what a package manager put there.
 * @param {{ bin: string, node: string, folder: string }} harness
 * @param {readonly string[]} args
 * @param {{ cwd: string, home: string, model?: string, env?: Readonly<Record<string, string>>, timeoutMs?: number, onStart?: (child: import('node:child_process').ChildProcess) => void }} options
 * @returns {Promise<{ code: number | null, stdout: string, stderr: string }>}
 */
export function runDsh(harness, args, { cwd, home, model = 'http://127.0.0.1:9/v1', env = {}, timeoutMs = 60_000, onStart }) {
  const tools = [path.dirname(harness.node), path.join(harness.folder, 'node_modules/.bin')];
  return run(harness.node, [harness.bin, ...args], {
    cwd, timeoutMs, onStart,
    env: {
      ...plainEnvironment(), PATH: [...tools, process.env.PATH].join(path.delimiter), DSH_HOME: home, DSH_TELEMETRY_DISABLED: '1',
      DEEPSEEK_BASE_URL: model, DEEPSEEK_API_KEY: 'mock', DSH_PERMISSION_MODE: 'danger-full-access', ...env,
    },
  });
}

export function cacheFolder() {
  return process.env.VERIFIER_DSH_CACHE ?? path.join(process.env.XDG_CACHE_HOME ?? path.join(homedir(), '.cache'), 'verifier-dsh');
}

async function install(folder, tell) {
  const draft = `${folder}.${process.pid}`;
  mkdirSync(draft, { recursive: true });
  writeFileSync(path.join(draft, 'package.json'), MANIFEST);
  writeFileSync(path.join(draft, 'pnpm-workspace.yaml'), WORKSPACE);
  tell(`installing @deepseek-ai/dsh ${PINS['@deepseek-ai/dsh']} into ${folder}, once`);
  const { code, stdout, stderr } = await run('npx', ['-y', `pnpm@${PINS.pnpm}`, 'install', '--reporter=append-only'], { cwd: draft, env: plainEnvironment(), timeoutMs: INSTALL_MS });
  if (code !== 0) {
    rmSync(draft, { recursive: true, force: true });
    throw new Error(`the harness could not be installed, so nothing was tested with it: can the npm registry be reached?\n${`${stdout}${stderr}`.split('\n').slice(-15).join('\n')}`);
  }
  try {
    renameSync(draft, folder);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    if (!existsSync(folder)) throw error; // else another process was faster
  }
}

function run(program, args, { cwd, env, timeoutMs, onStart }) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'], timeout: timeoutMs, killSignal: 'SIGKILL' });
    const said = { stdout: '', stderr: '' };
    for (const stream of ['stdout', 'stderr']) child[stream].setEncoding('utf8').on('data', (text) => { said[stream] += text; });
    child.on('error', reject);
    child.on('close', (code) => { resolve({ code, ...said }); });
    onStart?.(child);
  });
}

/** A package manager's settings (npm_config_…) would change what another one does, save where the registry is; a host's own DSH_… would change the run. */
function plainEnvironment() {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => REACHES.test(name) || !/^(?:npm_|pnpm_|DSH_|DEEPSEEK_|NODE_OPTIONS$|VITEST|INIT_CWD$)/i.test(name)));
}
