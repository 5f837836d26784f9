#!/usr/bin/env node
// Puts beside the bundle what it needs and does not hold: the parser and the grammars, the pages of the rules, the licences of
// what is bundled, and what it was built from.
import { cpSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { writeBuildInfo } from './build-info.mjs';
import { copyGrammars, writeLicences } from './build/bundled.mjs';

const core = path.resolve('.');
copyGrammars(core, path.resolve('dist/grammars'));

// `verifier explain` prints them; the index is for the repository.
const pages = path.resolve('../../docs/rules');
cpSync(pages, path.resolve('dist/rules-docs'), { recursive: true, filter: (file) => file !== path.join(pages, 'README.md') });

writeLicences(core, ['@vscode/tree-sitter-wasm', 'commander', 'web-tree-sitter', 'zod'], path.resolve('dist/THIRD_PARTY_LICENSES.txt'));

// The package is ESM, the command line is CommonJS: it has to be said before the command line is asked anything.
writeFileSync('dist/package.json', '{ "type": "commonjs" }\n');
writeBuildInfo();
