import { readFileSync } from 'node:fs';
import { defineConfig } from 'tsup';

const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };

// Everything is bundled: the tarball has no run-time dependency, and a start reads a handful of small files.
export default defineConfig({
  entry: { cli: 'src/cli/main.ts', index: 'src/index.ts' },
  format: 'esm',
  target: 'node20',
  platform: 'node',
  splitting: true,
  clean: true,
  minify: false,
  sourcemap: false,
  dts: { entry: { index: 'src/index.ts' } },
  noExternal: [/.*/],
  define: { __VERSION__: JSON.stringify(version) },
  // commander and web-tree-sitter call require() for node's own modules; ESM output has none without this.
  banner: { js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);" },
});
