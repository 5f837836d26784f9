import { expect, test } from 'vitest';
import { parseConfig } from './parse.js';

const NAME = 'verifier.config.json';

test('a whole configuration, with a byte order mark', async () => {
  const config = { $schema: './s.json', base: 'main', intentFile: 'task.md', verifyCommands: ['pnpm test'], verifyTimeoutMs: 600_000, jobs: 2, env: { A: '', B: 'c' }, envRemove: ['D'], reuse: { sample: 0, env: ['DATABASE_URL'] }, stages: { provider: { kind: 'openai-compatible', baseUrl: 'https://api.deepseek.com/v1', model: 'deepseek-chat', keyEnv: 'DEEPSEEK_API_KEY' }, taskTier: 'primary', allowCommands: ['npm test'] }, keepRuns: 9, results: ['reports/*.xml'], rules: { 'risk/tls': 'warn' }, waivers: [{ rule: 'risk/auth', path: 'legacy/**', reason: 'goes away', expires: '2026-12-31', owner: 'ann' }], outputDir: 'out', markdown: true, failOn: 'not_mergeable' };
  expect(await parseConfig(`\uFEFF${JSON.stringify(config)}`, NAME)).toEqual(config);
  expect(await parseConfig('{}', NAME)).toEqual({});
  expect(await parseConfig('{"verifyCommands":["a",["b","c"]]}', NAME)).toEqual({ verifyCommands: ['a', ['b', 'c']] });
  expect(await parseConfig('{"verifyCommands":[]}', NAME)).toEqual({ verifyCommands: [] });
});

test.each([
  ['{"verifyTimeoutMs":"10"}', '`verifyTimeoutMs` must be a positive integer, got a string'],
  ['{"verifyTimeoutMs":0}', '`verifyTimeoutMs` must be a positive integer, got 0'],
  ['{"verifyTimeoutMs":1.5}', '`verifyTimeoutMs` must be a positive integer, got 1.5'],
  ['{"verifyCommands":"pnpm test"}', '`verifyCommands` must be an array of commands, each a string that is not empty or an array of such strings that run side by side, got a string'],
  ['{"verifyCommands":["a",""]}', '`verifyCommands[1]` must be an array of commands, each a string that is not empty or an array of such strings that run side by side, got an empty string'],
  ['{"verifyCommands":["a",["b",7]]}', '`verifyCommands[1][1]` must be an array of commands, each'],
  ['{"verifyCommands":[[]]}', '`verifyCommands[0]` must be an array of commands, each a string that is not empty or an array of such strings that run side by side, got an array'],
  ['{"env":{"A":1}}', '`env.A` must be an object of names and texts, got 1'],
  ['{"env":{"A=B":"c"}}', '`env.A=B` must be an object of names and texts'],
  ['{"envRemove":[""]}', '`envRemove[0]` must be an array of names, got an empty string'],
  ['{"jobs":0}', '`jobs` must be a positive integer, got 0'],
  ['{"reuse":"yes"}', '`reuse` must be true, false or { sample?: 0 to 100, env?: names }, got a string'],
  ['{"reuse":{"sample":101}}', '`reuse.sample` must be true, false or { sample?: 0 to 100, env?: names }, got 101'],
  ['{"reuse":{"every":1}}', '`reuse` has no key `every`, it must be true, false or { sample?: 0 to 100, env?: names }'],
  ['{"keepRuns":1.5}', '`keepRuns` must be a positive integer, got 1.5'],
  ['{"base":""}', '`base` must be the name of a commit, branch or tag, got an empty string'],
  ['{"failOn":"never"}', '`failOn` must be mergeable, conditional, inconclusive or not_mergeable, got another string'],
  ['{"markdown":"yes"}', '`markdown` must be true or false, got a string'],
  ['{"verifyCommand":["a"]}', '`verifyCommand` is no key of the configuration, did you mean `verifyCommands`?'],
  ['{"failon":"mergeable"}', '`failon` is no key of the configuration, did you mean `failOn`?'],
  ['{"stages":{"provider":{"kind":"other"}}}', '`stages.provider.kind` must be an object of provider { kind: anthropic or openai-compatible'],
  ['{"stages":{"allowCommand":["x"]}}', '`stages` has no key `allowCommand`'],
  ['{"completely":1}', '`completely` is no key of the configuration, the known keys are $schema, base, intent, intentFile, verifyCommands, verifyTimeoutMs, jobs, env, envRemove, reuse, compareBase, restoreTests, redProof, stages, keepRuns, results, rules, waivers, outputDir, markdown, failOn'],
  ['{"__proto__":1}', '`__proto__` is no key of the configuration'],
  ['{"rules":{"risk/tls":"loud"}}', '`rules.risk/tls` must be an object of rule ids, each off, warn or block, got another string'],
  ['{"waivers":[{"rule":"a","reason":"b","expires":"soon","owner":"c"}]}', '`waivers[0].expires` must be an array of { rule, path?, reason, expires (YYYY-MM-DD), owner }, got another string'],
  ['{"waivers":[{"rule":"a","reason":"b","expires":"2026-01-01","owner":"c","until":1}]}', '`waivers[0]` has no key `until`, it must be an array of'],
  ['[1]', 'the configuration must be an object: { … }, got an array'],
  ['null', 'the configuration must be an object: { … }, got null'],
  ['{"a":1,}', 'no valid JSON at line 1, column 8: expected a key in double quotes, then a colon'],
  ['{\n  "base": tru\n}', 'no valid JSON at line 2, column 11: expected a value'],
  ['{"a":1 "b":2}', 'no valid JSON at line 1, column 8: expected a comma or }'],
  ['[1 2]', 'no valid JSON at line 1, column 4: expected a comma or ]'],
  ['{} x', 'no valid JSON at line 1, column 4: expected nothing more'],
  ['{"a":"\\q"}', 'no valid JSON at line 1, column 7: expected the end of the string'],
  ["{'a':1}", 'no valid JSON at line 1, column 2: expected a key in double quotes, then a colon'],
  ['{"a":[{},[],{"b":[]}],"c"}', 'no valid JSON at line 1, column 26: expected a key in double quotes, then a colon'],
  ['{"base":"a","base":"b"}', 'the key `base` stands twice in an object, again at line 1, column 13: keep one of them'],
  ['{"rules":{},\n"rule\\u0073":{}}', 'the key `rules` stands twice in an object, again at line 2, column 1'],
  ['{"verifyTimeoutMs":1e400}', 'the number at line 1, column 20 is larger than any that can be read'],
  [`{"rules":${'['.repeat(64)}${']'.repeat(64)}}`, 'it is nested more than 64 deep at line 1, column 73'],
  [`{"rules":${'{"a":'.repeat(100_000)}1${'}'.repeat(100_001)}`, 'it is nested more than 64 deep'],
  ['', 'the file is empty, and must hold a JSON object'],
  [' \n', 'the file is empty, and must hold a JSON object'],
  ['private words', 'no valid JSON at line 1, column 1: expected a value'],
])('%j is refused in one sentence', async (text, sentence) => {
  await expect(parseConfig(text, NAME)).rejects.toMatchObject({ name: 'UsageError' });
  await expect(parseConfig(text, NAME)).rejects.toThrow(`${NAME}: ${sentence}`);
});

test('deep nesting is only a mistake', async () => {
  await expect(parseConfig('['.repeat(100_000), NAME)).rejects.toThrow('column 100001: expected a value');
});

test('the same key in different objects, and the same word as a value, is no mistake', async () => {
  const waiver = { rule: 'rule', reason: 'rule, "rule": {', expires: '2026-12-31', owner: 'rule' };
  expect(await parseConfig(JSON.stringify({ waivers: [waiver, waiver] }), NAME)).toEqual({ waivers: [waiver, waiver] });
});

test('a value in the wrong place is not quoted', async () => {
  const secret = ['hunter2', 'hunter2'].join('');
  for (const value of [secret, [secret], { [`x`]: secret }]) await expect(parseConfig(JSON.stringify({ verifyTimeoutMs: value }), NAME)).rejects.not.toThrow(secret);
});
