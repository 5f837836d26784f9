import { expect, test } from 'vitest';
import { verifier } from './built.js';

test('explain prints the page of a rule, by its id or as it stands behind a finding', () => {
  const { code, stdout, stderr } = verifier(['explain', 'risk/tls']);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toMatch(/^# risk\/tls\n[^]*\*\*Why\.\*\*[^]*\*\*What to do\.\*\*[^]*```diff\n/);
  expect(verifier(['explain', '[risk/tls]']).stdout).toBe(stdout);
  expect(verifier(['explain', 'run/results-old']).stdout).toMatch(/^# run\/results-old\n/);
});

test('explain alone lists every id that a finding may end with', () => {
  const ids = verifier(['explain']).stdout.trim().split('\n');
  expect(ids).toContain('verification/failed');
  expect(ids).toContain('integrity/config-new');
  expect(ids.filter((id) => !/^[a-z]+\/[a-z0-9-]+$/.test(id))).toEqual([]);
});

test.each([
  [['focused'], /^verifier: there is no rule "focused", did you mean integrity\/test-focused\?, `verifier explain` lists them\n$/],
  [['../../../package'], /^verifier: there is no rule [^\n]*\n$/],
  [['risk/tls', 'risk/auth'], /^verifier: explain takes one rule id, not risk\/tls risk\/auth\n$/],
])('explain %j is one sentence', (args, says) => {
  const { code, stdout, stderr } = verifier(['explain', ...args]);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toMatch(says);
});
