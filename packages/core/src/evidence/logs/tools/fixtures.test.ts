import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const ROOT = path.resolve(import.meta.dirname, '../../../../../../fixtures/logs');
const tools = readdirSync(ROOT, { withFileTypes: true }).filter((entry) => entry.isDirectory()).map(({ name }) => name);

/** Where a log comes from: which version printed it, and what was called. */
function originsOf(tool: string): Record<string, { version?: unknown; command?: unknown }> {
  const file = path.join(ROOT, tool, 'fixtures.json');
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as ReturnType<typeof originsOf>) : {};
}

const isSaid = (value: unknown): boolean => typeof value === 'string' && value.trim() !== '';

test.each(tools)('%s: fixtures.json says version and command of each log, and of nothing else', (tool) => {
  const logs = readdirSync(path.join(ROOT, tool)).filter((file) => file.endsWith('.log')).sort();
  const origins = originsOf(tool);
  expect(Object.keys(origins).sort()).toEqual(logs);
  const untold = logs.filter((file) => !isSaid(origins[file]?.version) || !isSaid(origins[file]?.command));
  expect(untold).toEqual([]);
});

test.each(tools)('%s: no snapshot is left of a log that is gone', (tool) => {
  const files = readdirSync(path.join(ROOT, tool));
  expect(files.filter((file) => file.endsWith('.facts') && !files.includes(file.replace(/\.facts$/, '')))).toEqual([]);
});
