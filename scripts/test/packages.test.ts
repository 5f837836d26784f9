import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const ROOT = path.resolve(import.meta.dirname, '../..');
const NODE_OR_NEAR = /^(?:node:|\.)/;

/** What the sources of each package may import beside node: and their own files. */
const WALLS: Readonly<Record<string, (name: string) => boolean>> = {
  core: (name) => !name.startsWith('@verifier/'),
  'probe-sdk': () => false,
  'probe-drivers/cli': (name) => name === '@verifier/probe-sdk',
  'probe-drivers/api': (name) => name === '@verifier/probe-sdk',
  agents: (name) => ['@verifier/core', '@verifier/probe-sdk', '@anthropic-ai/sdk', 'zod', 'zod/v4'].includes(name) || name.startsWith('@anthropic-ai/sdk/'),
};

const importsOf = (source: string): string[] => [...source.matchAll(/^(?:import|export|\})[^'\n]* from '([^'\n]+)';$|^import '([^'\n]+)';$|\bimport\('([^'\n]+)'\)/gm)].map(([, one, two, three]) => one ?? two ?? three ?? '');

test('it sees imports in every form', () => {
  expect(importsOf("import a from 'a';\nimport 'b';\nexport * from 'c';\nimport {\n  d,\n} from 'd';\nawait import('e');")).toEqual(['a', 'b', 'c', 'd', 'e']);
});

test.for(Object.keys(WALLS))('packages/%s imports only what it may', (name) => {
  const folder = path.join(ROOT, 'packages', name, 'src');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'));
  expect(files.length).toBeGreaterThan(0);
  const over = files.flatMap((file) => importsOf(readFileSync(path.join(folder, file), 'utf8')).filter((one) => !NODE_OR_NEAR.test(one) && WALLS[name]?.(one) !== true).map((one) => `${file}: ${one}`));
  expect(over).toEqual([]);
});
