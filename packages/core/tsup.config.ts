import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { defineConfig, type Options } from 'tsup';

const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };

// Everything is bundled: the tarball has no run-time dependency, and a start reads a handful of files.
const bundled: Options = {
  target: 'node20',
  platform: 'node',
  splitting: false,
  sourcemap: false,
  noExternal: [/.*/],
  removeNodeProtocol: false,
};

// The command line is CommonJS: node starts it with a tenth less work than an ES module.
const command: Options = {
  ...bundled,
  format: 'cjs',
  outExtension: () => ({ js: '.js' }),
  define: { __VERSION__: JSON.stringify(version), __BUILT__: 'true', 'import.meta.dirname': '__dirname', 'import.meta.filename': '__filename', 'import.meta.url': '__moduleUrl' },
  esbuildOptions: (options) => {
    options.charset = 'ascii';
    options.alias = { 'web-tree-sitter': createRequire(import.meta.url).resolve('web-tree-sitter') }; // its CommonJS build
    options.supported = { ...options.supported, 'dynamic-import': false }; // a script run by node:vm has no import()
    options.minifySyntax = true;
    options.minifyWhitespace = true; // names stay, for the stacks of VERIFIER_DEBUG=1
  },
};

// Loading these costs node more than a small check does (streams, the network), and a small check calls none of them:
// commander wants child processes for sub-commands that are programs, the parser wants V8's flags.
const LATE = ['node:child_process', 'node:v8'];

const lateBuiltins: NonNullable<Options['esbuildPlugins']>[number] = {
  name: 'late-builtins',
  setup(build) {
    build.onResolve({ filter: /^node:/ }, ({ path, namespace }) => (LATE.includes(path) && namespace !== 'late' ? { path, namespace: 'late' } : null));
    build.onLoad({ filter: /./, namespace: 'late' }, async ({ path }) => {
      const names = Object.keys((await import(path)) as object).filter((name) => name !== 'default');
      return { contents: `module.exports = { ${names.map((name) => `get ${name}() { return require('${path}').${name}; }`).join(', ')} };` };
    });
  },
};

export default defineConfig([
  { ...command, entry: { cli: 'src/cli/main.ts' } },
  {
    ...command,
    entry: { program: 'src/cli/program.ts' },
    esbuildPlugins: [lateBuiltins],
    // One function expression, so that the launcher can hand it to V8 as it stands in the file.
    banner: { js: '(function (exports, require, module, __filename, __dirname) { const __moduleUrl = require("node:url").pathToFileURL(__filename).href;' },
    footer: { js: '})' },
  },
  {
    ...bundled,
    entry: { index: 'src/index.ts' },
    format: 'esm',
    outExtension: () => ({ js: '.mjs', dts: '.d.mts' }),
    dts: true,
    define: { __VERSION__: JSON.stringify(version) },
    // simple-git and web-tree-sitter call require() for node's own modules; ESM output has none without this.
    banner: { js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);" },
  },
]);
