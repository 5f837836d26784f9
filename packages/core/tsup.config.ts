import { readFileSync } from 'node:fs';
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

export default defineConfig([
  // The launcher of the command line is CommonJS: node starts it with a tenth less work than an ES module. What it loads is
  // built by scripts/build/program.mjs.
  {
    ...bundled,
    entry: { cli: 'src/cli/main.ts' },
    format: 'cjs',
    outExtension: () => ({ js: '.js' }),
    define: { __VERSION__: JSON.stringify(version), __BUILT__: 'true', 'import.meta.dirname': '__dirname' },
    external: ['./program.js'],
    esbuildOptions: (options) => {
      options.charset = 'ascii';
      options.minifySyntax = true;
    },
  },
  {
    ...bundled,
    entry: { index: 'src/index.ts' },
    format: 'esm',
    outExtension: () => ({ js: '.mjs', dts: '.d.mts' }),
    dts: true,
    define: { __VERSION__: JSON.stringify(version), __BUILT__: 'true' },
    // web-tree-sitter calls require() for node's own modules; ESM output has none without this.
    banner: { js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);" },
  },
]);
