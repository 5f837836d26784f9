import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { Script } from 'node:vm';

/** Set by the build, absent when the sources run as they are. */
declare const __BUILT__: boolean | undefined;

type Program = typeof import('./program.js');
type Wrapper = (exports: object, require: NodeJS.Require, module: { exports: object }, file: string, folder: string) => void;

/** Everything behind `--version`. Built, it is one file beside this one, with what V8 made of it at build time. */
export async function loadProgram(): Promise<Program> {
  return typeof __BUILT__ === 'boolean' ? bundledProgram() : import('./program.js');
}

// Compiling the bundle costs more than a small check. V8 takes its own compiled form back when version, flags and source
// are the same, and otherwise compiles as if there were none.
function bundledProgram(): Program {
  const file = path.join(import.meta.dirname, 'program.js');
  const cache = path.join(import.meta.dirname, 'program.cache');
  const source = readFileSync(file, 'latin1'); // the build keeps it to ASCII
  const script = new Script(source, { filename: file, ...(existsSync(cache) ? { cachedData: readFileSync(cache) } : {}) });
  const module = { exports: {} };
  (script.runInThisContext() as Wrapper)(module.exports, createRequire(file), module, file, import.meta.dirname);
  return module.exports as Program;
}
