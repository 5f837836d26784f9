import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Grammar } from '../../model/index.js';

/** The part of the WebAssembly interface that is used; TypeScript has it only in its DOM library. */
interface Wasm {
  readonly Module: new (bytes: Uint8Array) => WebAssembly.Module;
  readonly Instance: new (module: WebAssembly.Module, imports: object) => { readonly exports: object };
}
const wasm = (): Wasm => (globalThis as unknown as { WebAssembly: Wasm }).WebAssembly;

/** The engine or a grammar, compiled lazily by V8: it compiles a function when that is called. */
export function moduleOf(what: 'engine' | Grammar): WebAssembly.Module {
  return new (wasm().Module)(readFileSync(fileOf(what)));
}

/** Emscripten's hook: the engine is instantiated from its file at once, where it would start to fetch. */
export function instantiateWasm(imports: object, done: (instance: object, module: object) => void): object {
  const module = moduleOf('engine');
  const instance = new (wasm().Instance)(module, imports);
  done(instance, module);
  return instance.exports;
}

/** Beside the bundle (scripts/after-build.mjs puts the files there), else in node_modules. */
function fileOf(what: 'engine' | Grammar): string {
  const file = what === 'engine' ? 'web-tree-sitter.wasm' : `tree-sitter-${what}.wasm`;
  // The command line is built as CommonJS, where this is a path.
  const here = import.meta.url.startsWith('file:') ? fileURLToPath(import.meta.url) : import.meta.url;
  const bundled = path.join(path.dirname(here), 'grammars', file);
  if (existsSync(bundled)) return bundled;
  const from = createRequire(here);
  if (what === 'engine') return from.resolve(`web-tree-sitter/${file}`);
  return path.join(path.dirname(from.resolve('@vscode/tree-sitter-wasm/package.json')), 'wasm', file);
}
