#!/usr/bin/env node
// Puts beside the bundle what it needs and does not hold: the parser and the grammars, the pages of the rules, the licences of
// what is bundled, and what it was built from.
import { copyFileSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { splitWasm } from './build/split-wasm.mjs';
import { writeBuildInfo } from './build-info.mjs';

// As GRAMMARS in packages/core/src/model/syntax.ts: read from there, so that the list stands once.
const source = readFileSync('src/model/syntax.ts', 'utf8');
const grammars = [.../GRAMMARS = \[([^\]]+)\]/.exec(source)[1].matchAll(/'([\w-]+)'/g)].map(([, name]) => name);
const require = createRequire(path.resolve('package.json'));
const folderOf = (name, from = require) => {
  for (const folder of from.resolve.paths(name) ?? []) if (existsSync(path.join(folder, name, 'package.json'))) return realpathSync(path.join(folder, name));
  throw new Error(`${name} is not installed`);
};

const target = path.resolve('dist/grammars');
mkdirSync(target, { recursive: true });
copyFileSync(path.join(folderOf('web-tree-sitter'), 'web-tree-sitter.wasm'), path.join(target, 'web-tree-sitter.wasm'));
for (const grammar of grammars) {
  const name = `tree-sitter-${grammar}`;
  const { module, data } = splitWasm(readFileSync(path.join(folderOf('@vscode/tree-sitter-wasm'), 'wasm', `${name}.wasm`)), name);
  writeFileSync(path.join(target, `${name}.wasm`), module);
  writeFileSync(path.join(target, `${name}.data`), data);
}

// `verifier explain` prints them; the index is for the repository.
const pages = path.resolve('../../docs/rules');
cpSync(pages, path.resolve('dist/rules-docs'), { recursive: true, filter: (file) => file !== path.join(pages, 'README.md') });

const licences = new Map();
const collect = (name, from) => {
  const folder = folderOf(name, from);
  const { version, license, dependencies = {} } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
  const key = `${name}@${version}`;
  if (licences.has(key)) return;
  const file = readdirSync(folder).find((one) => /^licen[cs]e/i.test(one));
  licences.set(key, `${key} (${license})\n\n${file === undefined ? '' : readFileSync(path.join(folder, file), 'utf8').trim()}\n`);
  for (const dependency of Object.keys(dependencies)) collect(dependency, createRequire(path.join(folder, 'package.json')));
};
for (const name of ['@vscode/tree-sitter-wasm', 'commander', 'web-tree-sitter', 'zod']) collect(name, require);
writeFileSync('dist/THIRD_PARTY_LICENSES.txt', [...licences.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, text]) => text).join(`\n${'-'.repeat(80)}\n\n`));

// The package is ESM, the command line is CommonJS: it has to be said before the command line is asked anything.
writeFileSync('dist/package.json', '{ "type": "commonjs" }\n');
writeBuildInfo();
