#!/usr/bin/env node
// pnpm schema:generate, pnpm schema:check: the JSON Schemas that are published, from the zod schemas of the model.
import { register } from 'tsx/esm/api';

register();
const { schemaFiles } = await import('./generate/schemas.ts');
const { settle } = await import('./generate/files.ts');
await settle('pnpm schema:generate', schemaFiles, process.argv.slice(2));
