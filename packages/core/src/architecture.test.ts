import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';

/** The map of the house. A room may import itself and these; `evidence: ['text']` means `evidence/` may import `text/`. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  model: [],
  version: [],
  text: ['model'],
  gather: ['model', 'text'],
  evidence: ['model', 'text'],
  rules: ['model', 'text'],
  judge: ['model'],
  report: ['model', 'text'],
  adapters: ['model', 'text'],
  store: ['model', 'text'],
  check: ['model', 'text', 'evidence', 'rules', 'judge'],
  cli: ['model', 'text', 'gather', 'evidence', 'rules', 'judge', 'report', 'adapters', 'store', 'check', 'version'],
  index: ['model', 'text', 'gather', 'evidence', 'rules', 'judge', 'report', 'adapters', 'store', 'check', 'version', 'cli'],
};

/** The packages that a room may import. `node:` stands for every built-in. */
const MAY_USE: Readonly<Record<string, readonly string[]>> = {
  model: ['zod'],
  gather: ['node:', 'execa', 'simple-git', 'web-tree-sitter'],
  store: ['node:'],
  cli: ['node:', 'commander'],
};
const PURE = ['model', 'version', 'text', 'evidence', 'rules', 'judge', 'report', 'adapters', 'check'];
const EFFECTS = new Set(['Date', 'process', 'console', 'globalThis', 'performance', 'fetch', 'setTimeout', 'setInterval', 'setImmediate', 'require']);
const LONGEST = 200;
/** An import whose name is no literal. */
const COMPUTED = '(computed)';
const GENERATED = new Set(['rules/index.ts', 'evidence/logs/tools/index.ts']);

interface Import {
  readonly from: string;
  readonly typeOnly: boolean;
}

const src = import.meta.dirname;
const files = (readdirSync(src, { recursive: true }) as string[])
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  .sort();

test.each(files)('%s keeps the walls', (file) => {
  expect(breaches(file, readFileSync(path.join(src, file), 'utf8'))).toEqual([]);
});

describe('the wall test itself', () => {
  const cases: readonly (readonly [file: string, source: string, says: string])[] = [
    ['judge/a.ts', `import { x } from '../evidence/index.js';`, 'judge must not import evidence'],
    ['judge/a.ts', `export * from '../text/lines.js';`, 'judge must not import text'],
    ['rules/risk/a.ts', `const y = await import('../../gather/git.js');`, 'rules must not import gather'],
    ['report/a.ts', `import type { X } from '../store/index.js';`, 'report must not import store'],
    ['cli/a.ts', `const y = await import(name);`, 'only cli/load.ts imports what is not known before'],
    ['rules/risk/a.ts', `import { readFileSync } from 'node:fs';`, 'rules must not import node:fs'],
    ['evidence/a.ts', `import { execa } from 'execa';`, 'evidence must not import execa'],
    ['gather/git.ts', `import { Parser } from 'web-tree-sitter';`, 'only gather/syntax/engine.ts imports web-tree-sitter'],
    ['model/finding.ts', `import { z } from 'zod';`, 'only model/schemas imports zod'],
    ['gather/a.ts', `import { VerdictSchema } from '../model/schemas/verdict.js';`, 'loads zod'],
    ['text/a.ts', `export const now = () => new Date().toISOString();`, 'text must not use Date'],
    ['rules/a.ts', `export const dice = Math.random();`, 'rules must not use Math.random'],
    ['judge/a.ts', `console.log(1);`, 'judge must not use console'],
    ['check.ts', `export const cwd = process.cwd();`, 'check must not use process'],
    ['judge/a.ts', `export const is = (x: string) => /a/.test(x);`, 'judge must not read text'],
    ['judge/a.ts', `export const is = (x: string) => new RegExp('a').test(x);`, 'judge must not read text'],
    ['evidence/logs/tools/jest.ts', `import { recognizer } from './vitest.js';`, 'a recognizer must not import another'],
    ['rules/risk/auth.ts', '\n'.repeat(LONGEST + 1), 'lines, at most'],
  ];
  test.each(cases)('%s: %s', (file, source, says) => {
    expect(breaches(file, source).join('\n')).toContain(says);
  });

  test.each([
    ['judge/a.ts', `// process, console and Date in a comment, /regex/ too\nimport type { Finding } from '../model/index.js';`],
    ['text/a.ts', `export const say = { process: 1, Date: 'x' }; export const p = (x: typeof say) => x.process;`],
    ['evidence/logs/tools/jest.ts', `import { count } from '../grammar/count.js';`],
    ['gather/syntax/engine.ts', `import { Parser } from 'web-tree-sitter'; import { open } from 'node:fs/promises';`],
    ['gather/a.ts', `import type { ConfigSchema } from '../model/schemas/config.js';`],
    ['rules/risk/auth.ts', '\n'.repeat(LONGEST)],
  ])('%s may: %s', (file, source) => {
    expect(breaches(file, source)).toEqual([]);
  });
});

/** What is wrong with this file, one sentence each. `file` is relative to `src`. */
function breaches(file: string, source: string): string[] {
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.ES2022, true);
  const lines = source.split('\n').length - 1;
  const said = tooLong(file, lines);
  for (const item of importsOf(tree)) said.push(...wrongImport(file, item));
  visit(tree, (node) => said.push(...wrongUse(roomOf(file), node)));
  return said;
}

function tooLong(file: string, lines: number): string[] {
  return lines > LONGEST && !GENERATED.has(file) ? [`${lines} lines, at most ${LONGEST}`] : [];
}

function roomOf(file: string): string {
  return (file.split('/')[0] ?? '').replace(/\.ts$/, '');
}

function wrongImport(file: string, { from, typeOnly }: Import): string[] {
  const room = roomOf(file);
  if (!from.startsWith('.')) return typeOnly && from === 'zod' ? [] : wrongPackage(file, room, from);
  const target = path.posix.join(path.posix.dirname(file), from).replace(/\.js$/, '.ts');
  if (file.startsWith('evidence/logs/tools/') && target.startsWith('evidence/logs/tools/') && !GENERATED.has(file)) {
    return [`a recognizer must not import another: ${target}`];
  }
  if (!typeOnly && /^model\/schemas\/(?!names)/.test(target) && room !== 'model' && !/config/.test(file)) {
    return [`${target} loads zod: take its types with import type`];
  }
  const to = roomOf(target);
  return to === room || MAY_IMPORT[room]?.includes(to) ? [] : [`${room} must not import ${to}`];
}

function wrongPackage(file: string, room: string, from: string): string[] {
  if (from === COMPUTED) return file === 'cli/load.ts' ? [] : ['only cli/load.ts imports what is not known before'];
  const allowed = MAY_USE[room] ?? [];
  if (!allowed.some((name) => (name === 'node:' ? from.startsWith(name) : from === name || from.startsWith(`${name}/`)))) {
    return [`${room} must not import ${from}`];
  }
  if (from.startsWith('web-tree-sitter') && file !== 'gather/syntax/engine.ts') return ['only gather/syntax/engine.ts imports web-tree-sitter'];
  if (from.startsWith('zod') && !file.startsWith('model/schemas/')) return ['only model/schemas imports zod'];
  return [];
}

function wrongUse(room: string, node: ts.Node): string[] {
  if (room === 'judge' && (ts.isRegularExpressionLiteral(node) || isValue(node, 'RegExp'))) return ['judge must not read text'];
  if (!PURE.includes(room)) return [];
  if (ts.isPropertyAccessExpression(node) && node.getText() === 'Math.random') return [`${room} must not use Math.random`];
  return ts.isIdentifier(node) && EFFECTS.has(node.text) && isValue(node, node.text) ? [`${room} must not use ${node.text}`] : [];
}

/** The identifier stands for the global of that name: not a property's name, a declaration or a type. */
function isValue(node: ts.Node, name: string): boolean {
  if (!ts.isIdentifier(node) || node.text !== name) return false;
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent)) return parent.expression === node;
  if (ts.isTypeReferenceNode(parent) || ts.isPropertySignature(parent) || ts.isQualifiedName(parent)) return false;
  return !(ts.isPropertyAssignment(parent) && parent.name === node);
}

/** Every module that is named: static and dynamic imports, re-exports, types in `import('…')`. */
function importsOf(tree: ts.SourceFile): Import[] {
  const found: Import[] = [];
  visit(tree, (node) => {
    if (ts.isImportDeclaration(node)) found.push({ from: textOf(node.moduleSpecifier), typeOnly: isTypeOnly(node.importClause) });
    if (ts.isExportDeclaration(node) && node.moduleSpecifier) found.push({ from: textOf(node.moduleSpecifier), typeOnly: node.isTypeOnly });
    if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) found.push({ from: textOf(node.arguments[0]), typeOnly: false });
    if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) found.push({ from: textOf(node.argument.literal), typeOnly: true });
  });
  return found;
}

function isTypeOnly(clause: ts.ImportClause | undefined): boolean {
  if (clause === undefined) return false;
  const named = clause.namedBindings;
  const eachIsType = clause.name === undefined && named !== undefined && ts.isNamedImports(named) && named.elements.every((element) => element.isTypeOnly);
  return clause.phaseModifier === ts.SyntaxKind.TypeKeyword || eachIsType;
}

function textOf(node: ts.Node | undefined): string {
  return node !== undefined && ts.isStringLiteralLike(node) ? node.text : COMPUTED;
}

function visit(node: ts.Node, see: (node: ts.Node) => void): void {
  see(node);
  ts.forEachChild(node, (child) => visit(child, see));
}
