import { expect, test } from 'vitest';
import type { Finding, Waiver } from '../model/index.js';
import { weighed } from './policy.js';

const NOW = '2026-06-30T12:00:00.000Z';
const tls: Finding = { rule: 'risk/tls', effect: 'block', source: 'diff', message: 'TLS: a.js:1 switches checks off.', at: { file: 'legacy/a.js', line: 1 }, files: ['legacy/a.js'] };
const waiver: Waiver = { rule: 'risk/tls', path: 'legacy/**', reason: 'goes away in July; see #12', expires: '2026-06-30', owner: 'ann' };

const effects = (findings: readonly Finding[]) => findings.map(({ rule, effect }) => `${rule} ${effect}`);

test('a rule may be off, or have one effect', () => {
  expect(weighed([tls], { rules: { 'risk/tls': 'off' }, waivers: [] }, NOW)).toEqual([]);
  expect(effects(weighed([tls], { rules: { 'risk/tls': 'warn' }, waivers: [] }, NOW))).toEqual(['risk/tls warn']);
  expect(effects(weighed([{ ...tls, effect: 'note' }], { rules: { 'risk/tls': 'block' }, waivers: [] }, NOW))).toEqual(['risk/tls block']);
  expect(weighed([tls], { rules: { 'risk/auth': 'off' }, waivers: [] }, NOW)).toEqual([tls]);
});

test.each(['stages/opinion', 'stages/claim'])('%s warns at most, whatever is configured', (rule) => {
  expect(effects(weighed([{ ...tls, rule, effect: 'warn' }], { rules: { [rule]: 'block' }, waivers: [] }, NOW))).toEqual([`${rule} warn`]);
  expect(weighed([{ ...tls, rule, effect: 'warn' }], { rules: { [rule]: 'off' }, waivers: [] }, NOW)).toEqual([]);
});

test('a waived finding is a note that says who, until when and why, on the last day too', () => {
  const [note, ...rest] = weighed([tls], { rules: { 'risk/tls': 'block' }, waivers: [waiver] }, NOW);
  expect(rest).toEqual([]);
  expect(note).toMatchObject({ effect: 'note', message: 'TLS: a.js:1 switches checks off. Waived by ann until 2026-06-30: goes away in July, see #12' });
});

test.each<[string, Partial<Waiver>, Partial<Finding>]>([
  ['another rule', { rule: 'risk/auth' }, {}],
  ['another folder', { path: 'src/**' }, {}],
  ['a name that only begins so', { path: 'lega' }, {}],
  ['one of its files is not covered', {}, { files: ['legacy/a.js', 'src/b.js'] }],
])('is not waived: %s', (_, change, other) => {
  expect(effects(weighed([{ ...tls, ...other }], { rules: {}, waivers: [{ ...waiver, ...change }] }, NOW))).toEqual(['risk/tls block']);
});

test('no path, a folder, and a glob of names cover; a finding without a file is covered only without a path', () => {
  for (const path of [undefined, 'legacy', 'legacy/*.js', '**/a.js', '{src,legacy}/**']) {
    expect(effects(weighed([tls], { rules: {}, waivers: [{ ...waiver, path }] }, NOW))).toEqual(['risk/tls note']);
  }
  const { at: _at, files: _files, ...placeless } = tls;
  expect(effects(weighed([placeless], { rules: {}, waivers: [waiver] }, NOW))).toEqual(['risk/tls block']);
});

test('the day after, the rule speaks again and the waiver is a finding', () => {
  const found = weighed([tls], { rules: {}, waivers: [waiver] }, '2026-07-01T00:00:00.000Z');
  expect(effects(found)).toEqual(['risk/tls block', 'integrity/waiver-expired warn']);
  expect(found[1]?.message).toBe('The waiver of risk/tls for legacy/** (ann) expired on 2026-06-30. Mend what it covered, or renew it with a reason');
});
