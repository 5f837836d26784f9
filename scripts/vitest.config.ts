import { defineConfig } from 'vitest/config';

export default defineConfig({ test: { name: 'scripts', include: ['test/**/*.test.ts'], testTimeout: 120_000, hookTimeout: 180_000 } });
