import path from 'node:path';
import ts from 'typescript';
import { pathToFileURL } from 'node:url';
import type { Recognizer, Rule } from '../../packages/core/src/model/plugin.js';
import { filesUnder, readText } from './files.js';

export const RULES = 'packages/core/src/rules';
export const TOOLS = 'packages/core/src/evidence/logs/tools';

/** One source file that exports a plugin. `id` is its path below the folder, without `.ts`. */
export interface PluginFile {
  readonly id: string;
  readonly file: string;
}

/** The files below `folder` that export a constant of this name; the others are helpers. */
export function pluginFiles(root: string, folder: string, name: string): PluginFile[] {
  return filesUnder(root, folder)
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && file !== `${folder}/index.ts`)
    .filter((file) => exportsConst(readText(path.join(root, file)) ?? '', name))
    .map((file) => ({ file, id: file.slice(folder.length + 1, -'.ts'.length) }));
}

export async function loadRules(root: string): Promise<readonly Rule[]> {
  return loadAll<Rule>(root, RULES, 'rule', ({ id }) => id);
}

export async function loadRecognizers(root: string): Promise<readonly Recognizer[]> {
  return loadAll<Recognizer>(root, TOOLS, 'recognizer', ({ tool }) => tool);
}

async function loadAll<T>(root: string, folder: string, name: string, idOf: (plugin: T) => string): Promise<T[]> {
  const loaded: T[] = [];
  for (const { file, id } of pluginFiles(root, folder, name)) {
    const module = (await import(pathToFileURL(path.join(root, file)).href)) as Record<string, T>;
    const plugin = module[name];
    if (plugin === undefined) throw new Error(`${file} exports no ${name}`);
    if (idOf(plugin) !== id) throw new Error(`${file} says that it is "${idOf(plugin)}": by its path it is "${id}"`);
    loaded.push(plugin);
  }
  return loaded;
}

function exportsConst(source: string, name: string): boolean {
  const tree = ts.createSourceFile('plugin.ts', source, ts.ScriptTarget.ES2022);
  return tree.statements.some(
    (statement) =>
      ts.isVariableStatement(statement) &&
      statement.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) === true &&
      statement.declarationList.declarations.some((one) => ts.isIdentifier(one.name) && one.name.text === name),
  );
}
