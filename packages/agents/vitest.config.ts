import path from 'node:path';
import { defineConfig } from 'vitest/config';

// The sources stand for the other packages, so that no test needs them built.
export default defineConfig({
  resolve: {
    alias: {
      '@verifier/core': path.resolve(import.meta.dirname, '../core/src/index.ts'),
      '@verifier/probe-sdk': path.resolve(import.meta.dirname, '../probe-sdk/src/index.ts'),
      '@verifier/probe-driver-api': path.resolve(import.meta.dirname, '../probe-drivers/api/src/index.ts'),
      '@verifier/probe-driver-cli': path.resolve(import.meta.dirname, '../probe-drivers/cli/src/index.ts'),
    },
  },
  test: { name: 'agents', include: ['src/**/*.test.ts', 'test/**/*.test.ts'], testTimeout: 60_000 },
});
