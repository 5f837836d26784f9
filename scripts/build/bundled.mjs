// What a bundle needs beside it: the parser and the grammars, and the licences of what is in it. `core` is the folder of the
// package that depends on them.
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { splitWasm } from './split-wasm.mjs';

export function copyGrammars(core, target) {
  // As GRAMMARS in src/model/syntax.ts: read from there, so that the list stands once.
  const source = readFileSync(path.join(core, 'src/model/syntax.ts'), 'utf8');
  const grammars = [.../GRAMMARS = \[([^\]]+)\]/.exec(source)[1].matchAll(/'([\w-]+)'/g)].map(([, name]) => name);
  const from = requireOf(core);
  mkdirSync(target, { recursive: true });
  copyFileSync(path.join(folderOf('web-tree-sitter', from), 'web-tree-sitter.wasm'), path.join(target, 'web-tree-sitter.wasm'));
  for (const grammar of grammars) {
    const name = `tree-sitter-${grammar}`;
    const { module, data } = splitWasm(readFileSync(path.join(folderOf('@vscode/tree-sitter-wasm', from), 'wasm', `${name}.wasm`)), name);
    writeFileSync(path.join(target, `${name}.wasm`), module);
    writeFileSync(path.join(target, `${name}.data`), data);
  }
}

export function writeLicences(core, names, file) {
  const licences = new Map();
  for (const name of names) collect(name, requireOf(core), licences);
  writeFileSync(file, [...licences.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, text]) => text).join(`\n${'-'.repeat(80)}\n\n`));
}

function collect(name, from, licences) {
  const folder = folderOf(name, from);
  const { version, license, dependencies = {} } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
  const key = `${name}@${version}`;
  if (licences.has(key)) return;
  const file = readdirSync(folder).find((one) => /^licen[cs]e/i.test(one));
  licences.set(key, `${key} (${license})\n\n${file === undefined ? '' : readFileSync(path.join(folder, file), 'utf8').trim()}\n`);
  for (const dependency of Object.keys(dependencies)) collect(dependency, requireOf(folder), licences);
}

const requireOf = (folder) => createRequire(path.join(folder, 'package.json'));

function folderOf(name, from) {
  for (const folder of from.resolve.paths(name) ?? []) if (existsSync(path.join(folder, name, 'package.json'))) return realpathSync(path.join(folder, name));
  throw new Error(`${name} is not installed`);
}
