import path from 'node:path';
import { defineConfig } from 'vitest/config';

// The sources stand for the other packages, so that no test needs them built.
export default defineConfig({
  resolve: {
    alias: {
      '@verifier/probe-sdk': path.resolve(import.meta.dirname, '../../probe-sdk/src/index.ts'),
    },
  },
  test: { name: 'probe-driver-api', include: ['src/**/*.test.ts', 'test/**/*.test.ts'], testTimeout: 60_000 },
});
