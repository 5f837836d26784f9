import { describe, expect, test } from 'vitest';
import { parseDiff } from '../../evidence/diff/index.js';
import { openTranscript } from '../../evidence/logs/index.js';
import { type Evidence, NO_TESTS } from '../../model/index.js';
import { rule as auth } from '../risk/auth.js';
import { rule as secrets } from '../risk/secrets.js';
import { isNamed } from './targets.js';
import { spoken, stem } from './words.js';

const NEWS = (path: string, ...lines: string[]) => `diff --git a/${path} b/${path}\n--- a/${path}\n+++ b/${path}\n@@ -1,3 +1,3 @@ export function getNote(user: User) {\n${lines.join('\n')}\n`;
const GUARD = NEWS('src/notes/get-note.ts', '   const note = load(id);', '-  if (note.ownerId !== user.id) throw new Forbidden();', '   return note;');

function evidence(diff: string, log: string, report = '', executed = false): Evidence {
  const reader = openTranscript();
  reader.write(log);
  const runs = reader.close().map((run) => ({ ...run, executed }));
  return { task: 'x', diff: parseDiff(diff), report, runs, tests: NO_TESTS, asks: new Set(), workspace: false, now: '2026-01-01T00:00:00.000Z' };
}
const effectOf = (one: Evidence) => [...auth.check(one)][0]?.effect;
const MOCHA = (...names: string[]) => `$ npx mocha\n\n${names.map((name) => `  ✔ ${name}`).join('\n')}\n\n\n  ${names.length} passing (7ms)\n`;

describe('words', () => {
  test.each([
    ['getNote.access.test.ts', ' get note access test ts '],
    ['tests/test_policy_roles.py::test_x', ' tests test policy roles py test x '],
    ['HTTPServerTest', ' http server test '],
  ])('%s', (name, words) => expect(spoken(name)).toBe(words));
  test.each([['permissions', 'permission'], ['refunded', 'refund'], ['policies', 'policy'], ['class', 'class'], ['passes', 'pass']])('%s', (word, bare) => expect(stem(word)).toBe(bare));
  test('a target is named by all of its words, in order, and a general word names nothing', () => {
    expect(isNamed('getNote', spoken('src/notes/get-notes.test.ts > works'))).toBe(true);
    expect(isNamed('getNote', spoken('notes get read'))).toBe(false);
    expect(isNamed('queue', spoken('src/lib/queue.test.ts > drains'))).toBe(false);
  });
});

describe('a removed guard', () => {
  test.each([
    ['by the area', MOCHA('is forbidden for another user'), 'warn'],
    ['by the target', MOCHA('getNote works'), 'warn'],
    ['by the command', '$ npm run test:permissions\nexit code 0\nok\n', 'warn'],
    ['by a whole line', 'authorization tests passed\n', 'warn'],
    ['not by authors', MOCHA('lists authors', 'authoring toolbar'), 'block'],
    ['not by an ARIA role', MOCHA('has role button'), 'block'],
    ['not by an echo', '$ echo authorization tests passed\nauthorization tests passed\n', 'block'],
    ['not by a list', '$ npx vitest list authorization\nexit code 0\nauthorization > refuses\n', 'block'],
    ['not by a linter', '$ npx eslint src/authorization\nexit code 0\n', 'block'],
    ['not by what a command leaves out', '$ npx vitest run --exclude authorization\nexit code 0\n', 'block'],
    ['not by another name', MOCHA('lowercases words'), 'block'],
  ])('is covered %s', (_, log, effect) => expect(effectOf(evidence(GUARD, log))).toBe(effect));
});

describe("the builder's words", () => {
  const LOG = MOCHA('lowercases words');
  test.each([
    ['Focused authorization permission tests passed.', 'warn'],
    ['I verified auth.', 'block'],
    ['Authorization was checked carefully and still works.', 'block'],
    ['The auth change is done and all tests pass.', 'block'],
    ['Authorization tests should pass.', 'block'],
    ['Authorization tests have not passed yet.', 'block'],
  ])('%s', (report, effect) => expect(effectOf(evidence(GUARD, LOG, report))).toBe(effect));

  test('count in reported grade only, and not against a log that skipped something', () => {
    const report = 'Focused authorization tests passed.';
    expect(effectOf(evidence(GUARD, LOG, report, true))).toBe('block');
    expect(effectOf(evidence(GUARD, '$ npx mocha\n\n  ✔ a\n\n\n  1 passing (7ms)\n  1 pending\n', report))).toBe('block');
  });
});

describe('secrets', () => {
  const REMOVED = (datum: string) => NEWS('src/log.ts', `-  log.info(redact(${datum}));`, `+  log.info(${datum});`);
  test.each([
    ['request.headers', 'password logging tests passed', 'block'],
    ['password', 'password logging tests passed', 'warn'],
    ['request.headers', 'header redaction tests passed', 'warn'],
    ['request.headers', 'redaction tests passed', 'warn'],
    ['user.accessToken', 'tokenizer tests passed', 'block'],
  ])('%s: %s', (datum, log, effect) => expect([...secrets.check(evidence(REMOVED(datum), log))][0]?.effect).toBe(effect));

  test('a committed key cannot be covered, and is not repeated', () => {
    const key = ['AK', 'IA', 'Q7RZ', 'LM2K', 'VT5X', 'BN4D'].join('');
    const [finding] = [...secrets.check(evidence(NEWS('src/a.ts', `+const id = '${key}';`), 'secret redaction tests passed'))];
    expect(finding?.effect).toBe('block');
    expect(finding?.evidence).not.toContain(key);
  });
});
