import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { expect, test } from 'vitest';
import { GRAMMARS } from '../../packages/core/src/model/index.js';
import { splitWasm } from '../build/split-wasm.mjs';

const core = createRequire(path.resolve(import.meta.dirname, '../../packages/core/package.json'));
const FOLDER = path.join(path.dirname(core.resolve('@vscode/tree-sitter-wasm/package.json')), 'wasm');

test.each(GRAMMARS)('%s: the module keeps its functions, and the memory comes out as when it was whole', (grammar) => {
  const bytes = readFileSync(path.join(FOLDER, `tree-sitter-${grammar}.wasm`));
  const { module, data } = splitWasm(bytes, grammar) as Readonly<Record<'module' | 'data', Uint8Array>>;
  expect(module.length + data.length).toBeLessThan(bytes.length);
  const whole = memoryOf(bytes);
  const split = memoryOf(module);
  expect(split.names).toEqual(whole.names);
  split.memory.set(data, BASE);
  for (const { relocate } of [whole, split]) relocate();
  expect(Buffer.compare(split.memory, whole.memory)).toBe(0);
});

test('a module without data, or with data in several pieces, is refused', () => {
  const head = [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0];
  expect(() => splitWasm(Buffer.from(head), 'x')).toThrow('x holds no data');
  expect(() => splitWasm(Buffer.from([...head, 11, 9, 2, 0, 0x23, 0, 0x0b, 0, 1, 0, 0]), 'x')).toThrow('x: its data is not one segment at the base of its memory');
  expect(readdirSync(FOLDER).length).toBeGreaterThan(GRAMMARS.length);
});

const BASE = 4096;

/** The part of the WebAssembly interface that is used; TypeScript has it only in its DOM library. */
interface Wasm {
  readonly Memory: new (size: { initial: number }) => { readonly buffer: ArrayBuffer };
  readonly Table: new (size: { initial: number; element: 'anyfunc' }) => object;
  readonly Global: new (type: { value: 'i32'; mutable: boolean }, value: number) => object;
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object, imports: object) => { readonly exports: Readonly<Record<string, () => void>> };
}

/** The memory right after the module is made, and what writes its own addresses into it. */
function memoryOf(bytes: Uint8Array): { names: string[]; memory: Uint8Array; relocate: () => void } {
  const { WebAssembly: wasm } = globalThis as unknown as { WebAssembly: Wasm };
  const memory = new wasm.Memory({ initial: 200 });
  const table = new wasm.Table({ initial: 200, element: 'anyfunc' });
  const given: Readonly<Record<string, unknown>> = { memory, __indirect_function_table: table, __memory_base: BASE, __table_base: 1, __stack_pointer: new wasm.Global({ value: 'i32', mutable: true }, 1024) };
  const env = new Proxy({}, { get: (_, name: string) => given[name] ?? (() => 0) });
  const slot = () => new wasm.Global({ value: 'i32', mutable: true }, 0);
  const slots = new Proxy({}, { get: slot });
  const { exports } = new wasm.Instance(new wasm.Module(bytes), { env, 'GOT.mem': slots, 'GOT.func': slots, wasi_snapshot_preview1: env });
  return { names: Object.keys(exports).sort(), memory: new Uint8Array(memory.buffer), relocate: exports['__wasm_apply_data_relocs'] ?? (() => undefined) };
}
