import { expect, test } from 'vitest';
import { onlyScript, scriptsBehind } from './scripts.js';

const SCRIPTS = { test: 'npm run unit && pnpm e2e', unit: 'vitest run', e2e: 'playwright test', pretest: 'npm run build', build: 'tsc', lint: 'eslint .', 'check:a': 'a', 'check:b': 'b', loop: 'npm run loop' };

test.each([
  ['npm test', ['pretest', 'test', 'build', 'unit', 'e2e']],
  ['npm t -- --run', ['pretest', 'test', 'build', 'unit', 'e2e']],
  ['npm run -s unit', ['unit']],
  ['CI=1 pnpm run unit && yarn lint', ['unit', 'lint']],
  ['pnpm --filter web unit', ['unit']],
  ['bun run unit', ['unit']],
  ['bun test', []],
  ['node --run unit', ['unit']],
  ['npm install test', []],
  ['run-s "check:*" lint', ['check:a', 'check:b', 'lint']],
  ['npx concurrently "npm:unit" "npm:check:*"', ['unit', 'check:a', 'check:b']],
  ['npm run loop', ['loop']],
  ['vitest run', []],
  ['npm run nope', []],
  ['npm run constructor', []],
])('%s', (command, names) => {
  expect(scriptsBehind(command, SCRIPTS)).toEqual(names);
});

test('the script that a whole command is', () => {
  expect(onlyScript('npm test', SCRIPTS)).toBe('test');
  expect(onlyScript('npm test && npm run lint', SCRIPTS)).toBeNull();
  expect(onlyScript('vitest', SCRIPTS)).toBeNull();
});
