#!/usr/bin/env node
// Builds the plugin into dist/: one ES module with core in it, and beside it the grammars that core reads. Nothing of the harness
// is imported at run time, so that a folder that is linked into a profile works as well as a tarball.
import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';
import { copyGrammars, writeLicences } from '../../scripts/build/bundled.mjs';

const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
const core = path.resolve('../core');

rmSync('dist', { recursive: true, force: true });
await build({
  entryPoints: ['src/index.ts'],
  outfile: 'dist/index.js',
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  charset: 'utf8',
  logLevel: 'warning',
  define: { __VERSION__: JSON.stringify(version), __BUILT__: 'true' },
  // web-tree-sitter calls require() for node's own modules; ESM output has none without this.
  banner: { js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);" },
});
copyGrammars(core, path.resolve('dist/grammars'));
writeLicences(core, ['@vscode/tree-sitter-wasm', 'web-tree-sitter'], path.resolve('dist/THIRD_PARTY_LICENSES.txt'));
