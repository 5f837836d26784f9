import { expect, test } from 'vitest';
import { makeTargets, recipeOf } from './make.js';
import { scriptFiles } from './script-files.js';

const MAKEFILE = `CC := gcc
.PHONY: test check
test: build lint # both
\t@echo testing
\tpytest -q

\t-rm -f x
check::
\tmake test
build lint:
\t$(CC) x.c
empty:
`;

test.each([
  ['test', 'make build lint && echo testing && pytest -q && rm -f x || true'],
  ['check', 'make test'],
  ['lint', '$(CC) x.c'],
  ['empty', ''],
  ['CC', null],
  ['nope', null],
])('the recipe of %s', (target, recipe) => {
  expect(recipeOf(MAKEFILE, target)).toBe(recipe);
});

test('targets that a text makes', () => {
  expect(makeTargets('cd x && make -j4 test lint CI=1; gmake check')).toEqual(['test', 'lint', 'check']);
  expect(makeTargets('cmake --build .')).toEqual([]);
});

test('files that a text runs', () => {
  expect(scriptFiles('CI=1 ./ci/test.sh --x && bash -e "ci/b.sh" | ./gradlew test; sh local.sh')).toEqual(['ci/test.sh', 'ci/b.sh', 'gradlew', 'local.sh']);
  expect(scriptFiles('node --test test/a.test.js; pytest tests/; vitest run src/x')).toEqual([]);
});
