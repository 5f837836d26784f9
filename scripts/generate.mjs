#!/usr/bin/env node
// pnpm generate [--check]: registries and generated pages. The work is TypeScript, so that it can load rules and schemas.
import { register } from 'tsx/esm/api';

register();
const { generatedFiles } = await import('./generate/index.ts');
const { settle } = await import('./generate/files.ts');
await settle('pnpm generate', generatedFiles, process.argv.slice(2));
