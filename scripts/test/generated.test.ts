import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Ajv, type AnySchemaObject } from 'ajv';
import { afterEach, expect, test } from 'vitest';
import { ROOT, staleFiles } from '../generate/files.js';
import { generatedFiles } from '../generate/index.js';
import { excerpt, fenced, table } from '../generate/markdown.js';
import { schemaFiles } from '../generate/schemas.js';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

test('registries and pages are what `pnpm generate` makes', async () => {
  expect(staleFiles(ROOT, await generatedFiles(ROOT))).toEqual([]);
});

test('schemas are what `pnpm schema:generate` makes', async () => {
  expect(staleFiles(ROOT, await schemaFiles())).toEqual([]);
});

test('the configuration of this repository is one by the schema, which is closed', () => {
  const json = (file: string) => JSON.parse(readFileSync(path.join(ROOT, file), 'utf8')) as AnySchemaObject;
  const isConfig = new Ajv({ strict: true }).compile(json('schemas/config.schema.json'));
  expect(isConfig(json('verifier.config.json')), JSON.stringify(isConfig.errors)).toBe(true);
  expect(isConfig({ verifyComands: [] })).toBe(false);
});

test('generating twice gives the same bytes', async () => {
  const [once, again] = [await generatedFiles(ROOT), await generatedFiles(ROOT)];
  expect([...again.texts]).toEqual([...once.texts]);
});

test('a text that differs, one that is missing and one that nobody generates are stale', () => {
  const root = mkdtempSync(path.join(tmpdir(), 'verifier-stale-'));
  folders.push(root);
  for (const [name, text] of Object.entries({ 'same.md': 'a', 'differs.md': 'b', 'orphan.md': 'c' })) writeFileSync(path.join(root, name), text);
  const texts = new Map([['same.md', 'a'], ['differs.md', 'x'], ['missing.md', 'y']]);
  expect(staleFiles(root, { texts, owns: [] })).toEqual(['differs.md', 'missing.md']);
  expect(staleFiles(root, { texts, owns: ['.'] })).toEqual(['differs.md', 'missing.md', 'orphan.md']);
});

test('an example cannot break out of its fence or its table', () => {
  expect(fenced('text', 'a\n```\n# not a heading\n````\n')).toBe('`````text\na\n```\n# not a heading\n````\n`````');
  expect(table(['a'], [['x | y\nz']])).toBe('| a |\n| --- |\n| x \\| y z |');
  expect(excerpt('\u001b[31mred\u001b[0m\u0007\n2\n3\n', 2)).toBe('red\n2\n… 1 more lines');
});
