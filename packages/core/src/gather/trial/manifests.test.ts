import { expect, test } from 'vitest';
import { withRunnerOf } from './manifests.js';

const json = (value: object) => JSON.stringify(value);

test('scripts and runner settings of package.json are the base’s, the rest is the change’s', () => {
  const made = withRunnerOf('web/package.json', json({ scripts: { test: 'jest' }, jest: { roots: ['a'] }, dependencies: { a: '1' } }), json({ scripts: { test: 'jest a' }, mocha: {}, dependencies: { a: '2', b: '1' }, type: 'module' }));
  expect(JSON.parse(made ?? '')).toEqual({ scripts: { test: 'jest' }, jest: { roots: ['a'] }, dependencies: { a: '2', b: '1' }, type: 'module' });
});

test.each([
  ['package.json', json({ scripts: { test: 'a' } }), json({ scripts: { test: 'a' }, version: '2' })],
  ['package.json', '{', '{}'],
  ['package.json', '{}', '[]'],
  ['pyproject.toml', '[project]\nname = "a"\n', '[project]\nname = "b"\n'],
])('%s: nothing is to be made of %j and %j', (path, base, change) => {
  expect(withRunnerOf(path, base, change)).toBeNull();
});

test('a file that one side lacks is none of both', () => {
  expect([withRunnerOf('package.json', null, '{}'), withRunnerOf('package.json', '{}', null)]).toEqual([null, null]);
});

test('sections of a runner are the base’s, also those that are new or gone', () => {
  const base = '[project]\nname = "a"\n\n[tool.pytest.ini_options]\naddopts = "-q"\n\n[tool.ruff]\nline-length = 88\n';
  const change = '[project]\nname = "b"\n\n[tool.pytest.ini_options]\naddopts = "-k fast"\n\n[tool.coverage.run]\nomit = ["*"]\n\n[tool.ruff]\nline-length = 99\n';
  expect(withRunnerOf('pyproject.toml', base, change)).toBe('[project]\nname = "b"\n\n[tool.ruff]\nline-length = 99\n[tool.pytest.ini_options]\naddopts = "-q"\n');
});
