import { defineConfig } from 'vitest/config';

export default defineConfig({ test: { name: 'probe-sdk', include: ['src/**/*.test.ts', 'test/**/*.test.ts'], testTimeout: 60_000 } });
