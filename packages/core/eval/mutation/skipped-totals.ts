import type { Edit } from '../logs/edits.js';

/** A green closing statement as the tool itself would have printed it with one test skipped. */
export const SKIPPED_TOTALS: readonly Edit[] = [
  [/^( {1,12}Tests {2})(\d+) passed \((\d+)\)$/m, (_, head, passed, all) => `${head}${Number(passed) - 1} passed | 1 skipped (${all})`], // vitest
  [/^(Tests:\s+)(\d+) passed, (\d+) total$/m, (_, head, passed, all) => `${head}1 skipped, ${Number(passed) - 1} passed, ${all} total`], // jest
  [/^( {2,})(\d+) passing (\(.*\))$/m, (_, head, passed, time) => `${head}${Number(passed) - 1} passing ${time}\n${head}1 pending`], // mocha
  [/^(ℹ|#) skipped 0$/m, '$1 skipped 1'], // node:test, TAP
  [/^(=* ?)(\d+) passed in/m, (_, head, passed) => `${head}${Number(passed) - 1} passed, 1 skipped in`], // pytest
  [/^(test result: ok\. )(\d+) passed; 0 failed; 0 ignored/m, (_, head, passed) => `${head}${Number(passed) - 1} passed; 0 failed; 1 ignored`], // cargo test
  [/^(Ran \d+ tests? in [\d.]+s\n\n)OK$/m, '$1OK (skipped=1)'], // unittest
  [/^(\d+) runs, (.*), 0 skips$/m, '$1 runs, $2, 1 skips'], // minitest
  [/^(\d+) examples, 0 failures$/m, '$1 examples, 0 failures, 1 pending'], // RSpec
  [/^(Tests run: \d+, Failures: 0, Errors: 0, Skipped: )0/m, '$11'], // Maven, the line of the totals
  [/^( {2})(\d+) tests? passed$/m, (_, head, passed) => `${head}${Number(passed) - 1} tests passed\n${head}1 test skipped`], // ava
  [/^( {2}Skipped: {3,})0$/m, '$11'], // uvu
  [/^( {2})(\d+) passed( \([\d.]+m?s\))$/m, (_, head, passed, time) => `${head}1 skipped\n${head}${Number(passed) - 1} passed${time}`], // Playwright
];
