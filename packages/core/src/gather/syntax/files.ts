import { closeSync, existsSync, openSync, readFileSync, readSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { GatherError, type Grammar } from '../../model/index.js';

/** Set by the build, absent when the sources run as they are. */
declare const __BUILT__: boolean | undefined;

/** The part of the WebAssembly interface that is used; TypeScript has it only in its DOM library. */
interface Wasm {
  readonly Module: new (bytes: Uint8Array) => WebAssembly.Module;
  Instance: new (module: WebAssembly.Module, imports: Imports) => { readonly exports: object };
}
/** What a grammar is instantiated with: the parser's memory, and where in it the grammar's own begins, in bytes. */
interface Imports {
  readonly env: { readonly memory: { readonly buffer: ArrayBuffer }; readonly __memory_base: number };
}

/** Throws GatherError where node runs without WebAssembly. */
export function needWasm(): void {
  wasm();
}

function wasm(): Wasm {
  const { WebAssembly: found } = globalThis as unknown as { WebAssembly: Wasm | undefined };
  if (found === undefined) throw new GatherError('the parser needs WebAssembly, and node runs without it (--jitless)');
  return found;
}

/** The engine or a grammar, compiled lazily by V8: it compiles a function when that is called. */
export function moduleOf(what: 'engine' | Grammar): WebAssembly.Module {
  const { Module } = wasm();
  return whole(what, () => new Module(readFileSync(fileOf(what))));
}

/**
 * `load` instantiates the grammar. A built one comes without its tables (scripts/build/split-wasm.mjs): they are read right into
 * the parser's memory, after the instance is made and before its own start writes addresses over them.
 */
export function withTables<T>(grammar: Grammar, load: () => T): T {
  const file = fileOf(grammar).replace(/wasm$/, 'data');
  if (typeof __BUILT__ !== 'boolean') return load();
  const engine = wasm();
  const { Instance } = engine;
  engine.Instance = function instantiate(module: WebAssembly.Module, imports: Imports) {
    const instance = new Instance(module, imports);
    whole(grammar, () => readInto(new Uint8Array(imports.env.memory.buffer, imports.env.__memory_base), file));
    return instance;
  } as unknown as Wasm['Instance'];
  try {
    return load();
  } finally {
    engine.Instance = Instance;
  }
}

function readInto(memory: Uint8Array, file: string): void {
  const descriptor = openSync(file, 'r');
  try {
    let at = 0;
    for (let read = -1; read !== 0; at += read) read = readSync(descriptor, memory, at, memory.length - at, null);
  } finally {
    closeSync(descriptor);
  }
}

function whole<T>(what: 'engine' | Grammar, read: () => T): T {
  try {
    return read();
  } catch (cause) {
    throw new GatherError(`the installation is not whole, install it again: the ${what === 'engine' ? 'parser' : `grammar of ${what}`} cannot be read`, { cause });
  }
}

/** Emscripten's hook: the engine is instantiated from its file at once, where it would start to fetch. */
export function instantiateWasm(imports: object, done: (instance: object, module: object) => void): object {
  const module = moduleOf('engine');
  const instance = new (wasm().Instance)(module, imports as Imports);
  done(instance, module);
  return instance.exports;
}

/** Beside the bundle (scripts/after-build.mjs puts the files there); for the sources, in node_modules. */
function fileOf(what: 'engine' | Grammar): string {
  const file = what === 'engine' ? 'web-tree-sitter.wasm' : `tree-sitter-${what}.wasm`;
  // The command line is built as CommonJS, where this is a path.
  const here = import.meta.url.startsWith('file:') ? fileURLToPath(import.meta.url) : import.meta.url;
  const bundled = path.join(path.dirname(here), 'grammars', file);
  if (typeof __BUILT__ === 'boolean' || existsSync(bundled)) return bundled;
  const from = createRequire(here);
  if (what === 'engine') return from.resolve(`web-tree-sitter/${file}`);
  return path.join(path.dirname(from.resolve('@vscode/tree-sitter-wasm/package.json')), 'wasm', file);
}
