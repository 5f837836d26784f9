import { defineConfig } from 'vitest/config';

// The real harness: it starts in two seconds of CPU, so no more at a time than there are cores to run it.
export default defineConfig({ test: { name: 'dsh', include: ['test/e2e/**/*.test.ts'], testTimeout: 200_000, hookTimeout: 120_000, maxWorkers: 2, maxConcurrency: 2, slowTestThreshold: 15_000 } });
