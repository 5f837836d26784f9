#!/usr/bin/env node
// pnpm eval:relaxations [--base REF]: whether what this change loosens is explained in the change itself. A reader or a rule
// comes with a pair of cases, a case asks for no less than it did, thresholds hold, declared debt is not hidden.
// 0: all is explained; 1: something is not; 2: it could not be looked at.
import path from 'node:path';
import { register } from 'tsx/esm/api';

process.chdir(process.env.INIT_CWD ?? process.cwd());
register();
const { relaxationsMain } = await import(path.resolve(import.meta.dirname, '../packages/core/eval/policy/main.ts'));
process.exitCode = await relaxationsMain(process.argv.slice(2));
