// What a small check does not need stands in files of its own, read when it is first used: node pays for every byte of a
// bundle at each start. Three kinds of places are cut, and the sources know of neither:
// - an `import()`: the module behind it, with what only it needs, is a unit;
// - a plug-in behind its registry (recognizers, risk rules): its plain data stays, its functions fetch the unit;
// - a room's door that few changes go through: its functions fetch the unit.
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

/** The id under which a unit asks for the modules of the program. */
export const PROGRAM = 'verifier:program';

/** The source file behind a relative import as TypeScript writes it, or null. */
export function sourceOf(specifier, folder) {
  if (!/^\.\.?\//.test(specifier)) return null;
  const file = path.resolve(folder, specifier.replace(/\.js$/, '.ts'));
  return existsSync(file) ? file : null;
}

/**
 * Cuts the program: every late import becomes `require('./late/<unit>.js')`, and is told to `found(unit, entry)`.
 * `plugins` maps the file of a plug-in to the unit that it goes into; `values` to what it exports.
 */
export function cutLate({ source, plugins, values, found }) {
  const late = (unit, entry) => {
    found(unit, entry);
    return { path: `./late/${unit}.js`, external: true };
  };
  return {
    name: 'cut-late',
    setup(build) {
      build.onResolve({ filter: /./ }, ({ path: specifier, kind, resolveDir, importer, namespace }) => {
        if (namespace === 'stub') return { path: specifier, external: true };
        const file = sourceOf(specifier, resolveDir);
        if (kind === 'dynamic-import') return file === null ? null : late(path.relative(source, file).replace(/\.ts$/, '').replaceAll(path.sep, '-'), file);
        const unit = file === null || (namespace === 'file' && path.dirname(importer) === path.dirname(file) && path.basename(importer) !== 'index.ts') ? undefined : plugins.get(file);
        if (unit === undefined) return null;
        found(unit, null);
        return { path: file, namespace: 'stub' };
      });
      build.onLoad({ filter: /./, namespace: 'stub' }, ({ path: file }) => ({ contents: stubOf(plugins.get(file), nameOf(file), values.get(file)) }));
    },
  };
}

/** Inside a unit: what the program holds is taken from there, so that a class or a table exists once. */
export function shareProgram({ held, asked }) {
  return {
    name: 'share-program',
    setup(build) {
      build.onResolve({ filter: /^\.\.?\// }, ({ path: specifier, kind, resolveDir }) => {
        const file = sourceOf(specifier, resolveDir);
        if (file === null || kind === 'entry-point' || !held.has(file)) return null;
        asked.add(file);
        return { path: file, namespace: 'held' };
      });
      build.onLoad({ filter: /./, namespace: 'held' }, ({ path: file }) => ({ contents: `module.exports = require(${JSON.stringify(PROGRAM)})[${JSON.stringify(keyOf(file))}];` }));
    },
  };
}

/** The name of a module of the program, for units. */
export const keyOf = (file) => file.replaceAll(path.sep, '/').split('/src/').at(-1).replace(/\.ts$/, '');

export const nameOf = (file) => path.basename(file, '.ts').replace(/-(\w)/g, (_, letter) => letter.toUpperCase());

/** What each file exports, by running it: plug-ins are data and pure functions. */
export async function valuesOf(files, build) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'verifier-build-'));
  try {
    const outfile = path.join(folder, 'plugins.mjs');
    const contents = files.map((file, index) => `export * as _${index} from ${JSON.stringify(file)};`).join('\n');
    await build({ stdin: { contents, resolveDir: folder }, outfile, bundle: true, format: 'esm', platform: 'node', target: 'node20', logLevel: 'error' });
    const all = await import(pathToFileURL(outfile).href);
    return new Map(files.map((file, index) => [file, all[`_${index}`]]));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function stubOf(unit, name, exported) {
  const bodies = Object.entries(exported).map(([key, value]) => `export const ${key} = ${typeof value === 'function' ? `(...given) => unit().${name}.${key}(...given)` : objectStub(value, `unit().${name}.${key}`)};`);
  return [`const unit = () => require('./late/${unit}.js');`, ...bodies].join('\n');
}

// Plain data is copied; a function and everything that cannot be written down is fetched when it is used.
function objectStub(value, from) {
  const rows = Object.entries(value).map(([key, one]) => {
    if (typeof one === 'function') return `${key}(...given) { return ${from}.${key}(...given); }`;
    return key !== 'docs' && isPlain(one) ? `${key}: ${literalOf(one)}` : `get ${key}() { return ${from}.${key}; }`;
  });
  return `{ ${rows.join(', ')} }`;
}

const isPlain = (value) => value === null || ['string', 'number', 'boolean'].includes(typeof value) || value instanceof RegExp || (Array.isArray(value) && value.every(isPlain));

const literalOf = (value) => (Array.isArray(value) ? `[${value.map(literalOf).join(', ')}]` : value instanceof RegExp ? String(value) : JSON.stringify(value));
