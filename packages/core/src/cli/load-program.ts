import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Script } from 'node:vm';

/** Set by the build, absent when the sources run as they are. */
declare const __BUILT__: boolean | undefined;
/** The launcher's own: it is CommonJS when it is built. `node:module` would cost more than the rest of this file. */
declare const require: (id: string) => unknown;

type Program = typeof import('./program.js');
type Wrapper = (exports: object, require: (id: string) => unknown, module: { exports: object }, file: string, folder: string) => void;

/** Units are cut off by scripts/build/late-units.mjs; this is how they name the program and each other. */
const PROGRAM = 'verifier:program';
const UNIT = /^\.\/late\/[\w-]+\.js$/;

/** Everything behind `--version`. Built, it is a file beside this one, and units that it asks for when they are needed. */
export async function loadProgram(): Promise<Program> {
  return typeof __BUILT__ === 'boolean' ? bundledProgram(import.meta.dirname) : import('./program.js');
}

function bundledProgram(folder: string): Program {
  const loaded = new Map<string, object>();
  const load = (id: string): object => {
    const before = loaded.get(id);
    if (before !== undefined) return before;
    const module = { exports: {} };
    loaded.set(id, module.exports);
    const file = path.join(folder, id);
    // A unit finds what lies beside the program where the program finds it.
    (compiled(file).runInThisContext() as Wrapper)(module.exports, required, module, path.join(folder, path.basename(id)), folder);
    loaded.set(id, module.exports);
    return module.exports;
  };
  const required = (id: string): unknown => (id === PROGRAM ? (load('program.js') as { held: unknown }).held : UNIT.test(id) ? load(id) : require(id));
  return load('program.js') as Program;
}

// Compiling costs more than a small check. V8 takes its own compiled form back when version, flags and source are the same,
// and otherwise compiles as if there were none.
function compiled(file: string): Script {
  const cache = file.replace(/js$/, 'cache');
  const source = sourceOf(file);
  return new Script(source, { filename: file, ...(existsSync(cache) ? { cachedData: readFileSync(cache) } : {}) });
}

function sourceOf(file: string): string {
  try {
    return readFileSync(file, 'latin1'); // the build keeps it to ASCII
  } catch (cause) {
    // Without the cause's own code: whoever asks for a unit while he reads a file would take it for his.
    throw new Error(`the installation is not whole, install it again: ${path.basename(file)} cannot be read`, { cause });
  }
}
