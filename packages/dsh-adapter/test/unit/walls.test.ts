import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';

const SRC = path.resolve(import.meta.dirname, '../../src');
const EFFECTS = new Set(['Date', 'process', 'console', 'globalThis', 'performance', 'fetch', 'setTimeout', 'setInterval', 'require']);
const files = (readdirSync(SRC, { recursive: true }) as string[]).filter((file) => file.endsWith('.ts')).sort();

test.each(files)('%s keeps the walls', (file) => {
  const tree = ts.createSourceFile(file, readFileSync(path.join(SRC, file), 'utf8'), ts.ScriptTarget.ES2022, true);
  const wrong: string[] = [];
  visit(tree, (node) => {
    if ((ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) && node.moduleSpecifier !== undefined && ts.isStringLiteral(node.moduleSpecifier)) wrong.push(...wrongImport(file, node.moduleSpecifier.text));
    if (file.startsWith('gate/') && ts.isIdentifier(node) && EFFECTS.has(node.text) && !ts.isPropertyAccessExpression(node.parent)) wrong.push(`uses ${node.text}`);
  });
  expect(wrong).toEqual([]);
});

function wrongImport(file: string, from: string): string[] {
  if (from.includes('/core/src/')) return file === 'core.ts' && from.endsWith('/core/src/index.js') ? [] : [`reaches into core: ${from}`];
  if (from.startsWith('@deepseek-ai/')) return [`imports the harness: ${from}`];
  if (file.startsWith('gate/')) return from.startsWith('node:') || from.includes('/host/') ? [`imports ${from}`] : [];
  return from.startsWith('.') || from.startsWith('node:') ? [] : [`imports ${from}`];
}

function visit(node: ts.Node, see: (node: ts.Node) => void): void {
  see(node);
  ts.forEachChild(node, (child) => { visit(child, see); });
}
