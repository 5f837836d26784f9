import { expect, test } from 'vitest';
import { movedEnvironment, movedText } from './environment.js';

const [FROM, TO] = ['/home/me/web', '/tmp/verifier-git-1/base'];

test.each([
  ['/home/me/web', TO],
  ['/home/me/web/node_modules/.bin:/usr/bin:/home/me/web', `${TO}/node_modules/.bin:/usr/bin:${TO}`],
  ['--require=/home/me/web/a.js "/home/me/web/b c.js"', `--require=${TO}/a.js "${TO}/b c.js"`],
  ['/home/me/website:/home/me/web-2:/home/me/web.old', '/home/me/website:/home/me/web-2:/home/me/web.old'],
  ['/mnt/home/me/web', '/mnt/home/me/web'],
  ['', ''],
])('%j becomes %j', (text, moved) => {
  expect(movedText(text, FROM, TO)).toBe(moved);
});

test('what leads into the caller’s repository is taken away, what has no value stays so', () => {
  expect(movedEnvironment({ GIT_DIR: '/home/me/web/.git', GIT_INDEX_FILE: 'x', GIT_AUTHOR_NAME: 'me', PYTHONPATH: '/home/me/web/src', EMPTY: undefined }, FROM, TO)).toEqual({ GIT_AUTHOR_NAME: 'me', PYTHONPATH: `${TO}/src`, EMPTY: undefined });
});

test('a root so short that it stands in every path moves nothing', () => {
  expect(movedText('/a/b', '/a', TO)).toBe('/a/b');
});
