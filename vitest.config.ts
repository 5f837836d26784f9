import { defineConfig } from 'vitest/config';

// Many tests start real processes: only what takes longer than this is worth a line. Much of a test is waiting for them, so every core may work.
export default defineConfig({ test: { projects: ['packages/*/vitest.config.ts', 'packages/probe-drivers/*/vitest.config.ts', 'scripts/vitest.config.ts'], slowTestThreshold: 10_000, maxWorkers: '100%' } });
