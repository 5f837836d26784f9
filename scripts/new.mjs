#!/usr/bin/env node
// pnpm new <kind> <name>: the files that one more recognizer, rule, reporter or adapter needs, then `pnpm generate`.
import { register } from 'tsx/esm/api';

register();
const { startNew } = await import('./new/index.ts');
process.exitCode = startNew(process.argv.slice(2).filter((word) => word !== '--'));
