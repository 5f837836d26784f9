import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: { name: 'core', include: ['src/**/*.test.ts', 'test/**/*.test.ts', 'eval/**/*.test.ts'], exclude: ['test/built-cli/**'], testTimeout: 60_000 },
});
