#!/usr/bin/env node
// pnpm eval:mutation [--corpus FOLDER] [--wrong]: how often a verdict goes the wrong way when log or change are edited
// mechanically, and whether what only carries them changes anything. `--wrong` lists each one that is wrong.
// 0: all rows hold; 1: one does not; 2: it could not be measured.
import path from 'node:path';
import { register } from 'tsx/esm/api';

process.chdir(process.env.INIT_CWD ?? process.cwd());
register();
const { mutationMain } = await import(path.resolve(import.meta.dirname, '../packages/core/eval/mutation/main.ts'));
process.exitCode = await mutationMain(process.argv.slice(2));
