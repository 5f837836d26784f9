#!/usr/bin/env node
// pnpm eval:semantic -- --mode smoke|full [--gate-mode on|off] [--output FILE]: what a lens and a refuter answered, replayed
// with refutation off and on. No key, no network. 0: the bars of eval/thresholds.json are reached; 1: not; 2: it cannot be done.
import path from 'node:path';
import { register } from 'tsx/esm/api';

const root = path.resolve(import.meta.dirname, '..');
const from = process.env.INIT_CWD ?? process.cwd();
try {
  // The paths of the workspace's tsconfig let `@verifier/core` mean its sources.
  process.chdir(root);
  register();
  const { semanticMain } = await import(path.join(root, 'packages/agents/eval/main.ts'));
  process.chdir(from);
  process.exitCode = await semanticMain(process.argv.slice(2));
} catch (error) {
  console.error(error);
  process.exitCode = 2;
}
