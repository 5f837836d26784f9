import { defineConfig } from 'vitest/config';

export default defineConfig({ test: { name: 'dsh-adapter', include: ['src/**/*.test.ts', 'test/unit/**/*.test.ts'], testTimeout: 60_000 } });
