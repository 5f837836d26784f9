import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { checked } from './checked.js';
import { put, repository } from './repo.js';

const CHECK = ['git diff --check'];
const FILLER = Array.from({ length: 12 }, (_, at) => `  requirePermission(user, 'orders:step${at}');`);

/** A function whose middle line is a guard, in a comment or as code; the mark of the comment is far away. */
const source = (opens: string, closes: string, guard: string): string =>
  ['export function cancel(user, order) {', opens, ...FILLER.slice(0, 6), guard, ...FILLER.slice(6), closes, '  return order;', '}', ''].join('\n');
const GUARD = "  requirePermission(user, 'orders:cancel');";

test('what a hunk begins in is known from the whole file: a guard in a comment guards nothing', async () => {
  const inComment = repository({ 'src/orders.js': source('/*', '*/', GUARD) });
  put(inComment, { 'src/orders.js': source('/*', '*/', '  nothing();') });
  expect((await checked(inComment, { verifyCommands: CHECK })).rules).not.toContain('risk/auth:block');

  const asCode = repository({ 'src/orders.js': source('', '', GUARD) });
  put(asCode, { 'src/orders.js': source('', '', '  nothing();') });
  expect((await checked(asCode, { verifyCommands: CHECK })).rules).toContain('risk/auth:block');
});

test('each side is read as it stood: the comment may be new, and the file renamed, with line ends of Windows', async () => {
  const root = repository({ 'src/orders.js': source('', '', GUARD).replaceAll('\n', '\r\n') });
  execFileSync('git', ['mv', 'src/orders.js', 'src/order.js'], { cwd: root });
  put(root, { 'src/order.js': source('/*', '*/', '  nothing();').replaceAll('\n', '\r\n') });
  expect((await checked(root, { verifyCommands: CHECK })).rules).toContain('risk/auth:block');
});

test('a file that the grammar cannot make sense of is read by its hunks', async () => {
  const broken = (guard: string): string => `${source('', '', guard)}\nfunction (((\n`;
  const root = repository({ 'src/orders.js': broken(GUARD) });
  put(root, { 'src/orders.js': broken('  nothing();') });
  expect((await checked(root, { verifyCommands: CHECK })).rules).toContain('risk/auth:block');
});
