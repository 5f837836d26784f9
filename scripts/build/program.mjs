// Bundles the command line behind `--version`: dist/program.js, which a small check reads whole, and dist/late/*.js.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { build } from 'esbuild';
import { cutLate, keyOf, nameOf, PROGRAM, shareProgram, valuesOf } from './late-units.mjs';

/** Registries whose entries are cut off, and the unit of an entry: one by one where a run needs a few of them, else all together. */
const REGISTRIES = [
  { folder: 'evidence/logs/tools', unit: (name) => `log-${name}` },
  { folder: 'rules/risk', unit: () => 'rules-risk' },
  { folder: 'rules/integrity', unit: () => 'rules-integrity' },
];

/** Doors behind which few changes lead, and their units. */
const DOORS = [
  { file: 'evidence/tests/index.ts', unit: 'evidence-tests' },
  { file: 'evidence/task.ts', unit: 'evidence-tests' },
  { file: 'evidence/diff/whole/index.ts', unit: 'evidence-whole' },
  { file: 'rules/context/task/strange-names.ts', unit: 'rules-context' },
];

// Loading these costs node more than a small check does (streams, the network), and a small check calls none of them:
// commander wants child processes for sub-commands that are programs, the parser wants V8's flags.
const LATE_BUILTINS = ['node:child_process', 'node:module', 'node:v8'];

const source = path.resolve('src');
const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
const parser = createRequire(path.resolve('package.json')).resolve('web-tree-sitter'); // its CommonJS build

// One function expression, so that the launcher can hand a file to V8 as it stands.
const WRAPPED = {
  banner: { js: '(function (exports, require, module, __filename, __dirname) {' },
  footer: { js: '})' },
};

const COMMON = {
  ...WRAPPED,
  bundle: true,
  write: false,
  metafile: true,
  platform: 'node',
  target: 'node20',
  format: 'cjs',
  charset: 'ascii',
  logLevel: 'error',
  external: [PROGRAM],
  alias: { 'web-tree-sitter': parser },
  minifySyntax: true,
  minifyWhitespace: true, // names stay, for the stacks of VERIFIER_DEBUG=1
  supported: { 'dynamic-import': false }, // a script that node:vm runs has no import()
  define: { __VERSION__: JSON.stringify(version), __BUILT__: 'true', 'import.meta.dirname': '__dirname', 'import.meta.url': '__filename' },
};

export async function buildProgram(dist = path.resolve('dist')) {
  const plugins = new Map([
    ...REGISTRIES.flatMap(({ folder, unit }) => pluginsIn(folder).map((file) => [file, unit(path.basename(file, '.ts'))])),
    ...DOORS.map(({ file, unit }) => [path.join(source, file), unit]),
  ]);
  const values = await valuesOf([...plugins.keys()], build);

  // Once without the units, to see what the program holds; then the units, to see what they ask it for; then the program.
  const units = new Map();
  const cut = cutLate({ source, plugins, values, found: (unit, entry) => { units.set(unit, entry); } });
  const held = heldBy(await build({ ...COMMON, stdin: programOf(new Set()), plugins: [cut, lateBuiltins] }));
  const asked = new Set();
  const files = new Map();
  for (const unit of withNested(units)) {
    const entry = units.get(unit);
    const stdin = entry === null ? pluginsOf(unit, plugins) : { contents: `export * from ${JSON.stringify(entry)};`, resolveDir: source };
    const { outputFiles } = await build({ ...COMMON, stdin, plugins: [shareProgram({ held, asked }), cut, lateBuiltins] });
    files.set(path.join(dist, 'late', `${unit}.js`), outputFiles[0].text);
  }
  const { outputFiles } = await build({ ...COMMON, stdin: programOf(asked), plugins: [cut, lateBuiltins] });
  files.set(path.join(dist, 'program.js'), outputFiles[0].text);

  mkdirSync(path.join(dist, 'late'), { recursive: true });
  for (const [file, text] of files) writeFileSync(file, toAscii(text));
}

/** Files of a registry's folder that export a plug-in, as its index lists them. */
function pluginsIn(folder) {
  const all = path.join(source, folder);
  const index = readFileSync(path.join(source, folder.startsWith('rules/') ? 'rules/index.ts' : `${folder}/index.ts`), 'utf8');
  return readdirSync(all).filter((name) => name !== 'index.ts' && index.includes(`/${name.replace(/\.ts$/, '.js')}'`)).map((name) => path.join(all, name));
}

// A unit may cut off further ones while it is built.
function* withNested(units) {
  for (const unit of units.keys()) yield unit; // a Map shows what is added on the way
}

const heldBy = ({ metafile }) => new Set(Object.keys(metafile.inputs).filter((file) => file.startsWith('src/')).map((file) => path.resolve(file)));

function programOf(asked) {
  const files = [...asked].sort();
  const imports = files.map((file, index) => `import * as _${index} from ${JSON.stringify(file)};`);
  const table = files.map((file, index) => `${JSON.stringify(keyOf(file))}: _${index}`);
  return { contents: [`export { runProgram } from './cli/program.js';`, ...imports, `export const held = { ${table.join(', ')} };`].join('\n'), resolveDir: source, loader: 'ts' };
}

function pluginsOf(unit, plugins) {
  const files = [...plugins].filter(([, one]) => one === unit).map(([file]) => file);
  return { contents: files.map((file) => `export * as ${nameOf(file)} from ${JSON.stringify(file)};`).join('\n'), resolveDir: source };
}

const lateBuiltins = {
  name: 'late-builtins',
  setup(bundle) {
    bundle.onResolve({ filter: /^node:/ }, ({ path: name, namespace }) => (LATE_BUILTINS.includes(name) && namespace !== 'late' ? { path: name, namespace: 'late' } : null));
    bundle.onLoad({ filter: /./, namespace: 'late' }, async ({ path: name }) => {
      const names = Object.keys(await import(name)).filter((one) => one !== 'default');
      return { contents: `module.exports = { ${names.map((one) => `get ${one}() { return require('${name}').${one}; }`).join(', ')} };` };
    });
  },
};

// The launcher reads the files as Latin-1, which is much cheaper than UTF-8. esbuild leaves the characters of patterns and
// templates as they are: here they become escapes, which mean the same in every literal but `String.raw` (no source has one).
const toAscii = (text) => text.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
