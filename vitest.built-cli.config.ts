import { defineConfig } from 'vitest/config';

export default defineConfig({ test: { name: 'built-cli', include: ['packages/core/test/built-cli/**/*.test.ts'], testTimeout: 120_000, slowTestThreshold: 10_000, maxWorkers: '100%' } });
