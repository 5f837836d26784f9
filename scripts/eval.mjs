#!/usr/bin/env node
// pnpm eval [--corpus FOLDER …] [--only WORD] [--shard i/n] [--jobs n] [--output FILE] [--report FILE] [--json], and
// pnpm eval merge FILE …: how often the verdict is right. docs/EVAL.md tells the whole.
// A short table and what is not as expected on stdout; the whole report as JSON in FILE, or on stdout with --json.
// 0: all as expected; 1: the gate says no; 2: the harness could not do its work.
import path from 'node:path';
import { register } from 'tsx/esm/api';

// Paths are meant from where the person stands, also in `pnpm --filter @verifier/core eval`.
process.chdir(process.env.INIT_CWD ?? process.cwd());
try {
  register();
  const { evalMain } = await import(path.resolve(import.meta.dirname, '../packages/core/eval/main.ts'));
  process.exitCode = await evalMain(process.argv.slice(2));
} catch (error) {
  console.error(error);
  process.exitCode = 2;
}
