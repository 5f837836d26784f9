import type { Edit } from './edits.js';

/**
 * A green closing statement as the tool itself would have printed it red. The first edit whose pattern stands in a log
 * edits the last place; a log without any has no totals (a silent linter, a build).
 */
export const RED_TOTALS: readonly Edit[] = [
  [/^( {1,12}Tests {2})(\d+) passed(.*)$/m, (_, head, amount) => `${head}1 failed${rest(amount, ' | ', ' passed')} (${amount})`], // vitest
  [/^(Tests:\s+)(.*?)(\d+) passed, (\d+) total$/m, (_, head, more, amount, total) => `${head}1 failed, ${more}${rest(amount, '', ' passed, ')}${total} total`], // jest
  [/^(\s+)(\d+) passing (\(.*\))$/m, (_, head, amount, time) => `${head}${Number(amount) - 1} passing ${time}\n${head}1 failing`], // mocha
  [/^(ℹ|#) fail 0$/m, '$1 fail 1'], // node:test, TAP
  [/^# \{ total: (\d+), pass: (\d+) \}$/m, (_, total, pass) => `# { total: ${total}, pass: ${Number(pass) - 1}, fail: 1 }`], // node-tap
  [/^( {2})(\d+) tests? passed$/m, (_, head, amount) => `${head}1 test failed\n${head}${Number(amount) - 1} tests passed`], // ava
  [/^( {2}Passed: {4,})(\d+)$/m, (_, head, amount) => `${head}${Number(amount) - 1}`], // uvu
  [/^( {2})(\d+) passed( \([\d.]+m?s\))$/m, (_, head, amount, time) => `${head}1 failed\n    tests/a.spec.js:3:5 › adds ─────\n${head}${Number(amount) - 1} passed${time}`], // Playwright
  [/^(\d+) scenarios? \((\d+) passed\)$/m, (_, total, pass) => `${total} scenarios (1 failed, ${Number(pass) - 1} passed)`], // cucumber-js
  [/^(\d+) scenarios? passed, 0 failed/m, '0 scenarios passed, 1 failed'], // behave
  [/^ 0 fail$/m, ' 1 fail'], // bun
  [/^ok \| (\d+) passed( \(.*?\))? \| 0 failed/m, (_, amount, steps = '') => `FAILED | ${Number(amount) - 1} passed${steps} | 1 failed`], // deno
  [/^│( +)assertions │( +\d+) │( +)0 │$/m, '│$1assertions │$2 │$31 │'], // newman
  [/^(=+ )?(\d+) passed(.*? in [\d.]+s)/m, (_, bar = '', amount, tail) => `${bar}1 failed${rest(amount, ', ', ' passed')}${tail}`], // pytest
  [/^(Ran \d+ tests? in .*\n\n)OK/m, '$1FAILED (failures=1)'], // unittest
  [/^test result: ok\. (\d+) passed; 0 failed/m, (_, amount) => `test result: FAILED. ${Math.max(0, Number(amount) - 1)} passed; 1 failed`], // cargo test
  [/^( {5}Summary \[.*\] \d+ tests? run: )(\d+) passed/m, (_, head, amount) => `${head}${Number(amount) - 1} passed, 1 failed`], // nextest
  [/^ok {2}\t(\S+)\t(\d+\.\d+s|\(cached\)).*$/m, (_, name) => `FAIL\t${name}\t0.012s`], // go test
  [/^DONE (\d+) tests(.*) in/m, 'DONE $1 tests$2, 1 failure in'], // gotestsum
  [/^(\[\w+\] |)(Tests run: \d+, {1,2}Failures: )0/m, '$1$21'], // Maven, JUnit 4
  [/^\[INFO\] BUILD SUCCESS$/m, '[INFO] BUILD FAILURE'],
  [/^BUILD SUCCESSFUL in/m, 'BUILD FAILED in'], // Gradle
  [/^100% tests passed, 0 tests failed out of (\d+)$/m, '50% tests passed, 1 tests failed out of $1'], // CTest
  [/^\[ {2}PASSED {2}\] (\d+) (tests?|test\(s\))\.$/m, '[  PASSED  ] 0 $2.\n[  FAILED  ] 1 $2, listed below:\n[  FAILED  ] Calc.Adds\n\n 1 FAILED TEST'], // GoogleTest, cmocka
  [/^\[doctest\] test cases: +(\d+) \| +\d+ passed \| 0 failed/m, '[doctest] test cases: $1 | 0 passed | 1 failed'],
  [/^All tests passed \((\d+) assertions? in (\d+) test cases?\)$/m, 'test cases: $2 | 1 failed\nassertions: $1 | 1 failed'], // Catch2
  [/^\*\*\* No errors detected$/m, '*** 1 failure is detected in the test module "shop"'], // Boost.Test
  [/^(\[====\] Synthesis: .*Failing: )0/m, '$11'], // Criterion
  [/^100%: Checks: (\d+), Failures: 0/m, '0%: Checks: $1, Failures: 1'], // Check
  [/^( +(?:tests|asserts) +\d+ +\d+ +\d+ +)0/m, '$11'], // CUnit
  [/^(==\d+== ERROR SUMMARY: )0 errors from 0/m, '$11 errors from 1'], // valgrind
  [/^(Fail: +)0/m, '$11'], // Meson
  [/^(.*\b(?:examples?|runs?|tests?|specs?|assertions?), )0 failures/m, '$11 failure'], // RSpec, minitest, ExUnit, bats, jasmine
  [/^OK \((\d+) tests?(, \d+ assertions?)?\)$/m, (_, amount = '', more = '') => (more === '' ? `\nFAILURES!!!\nTests run: ${amount},  Failures: 1` : `FAILURES!\nTests: ${amount}${more.replace(/(\d+) assertions?/, 'Assertions: $1')}, Failures: 1.`)], // PHPUnit, JUnit 4
  [/^All tests successful\.\n((?:.*\n){0,4}?)Result: PASS$/m, '$1Result: FAIL'], // prove
  [/^( {2}All )(\d+) tests passed\.$/m, '  Failed: 1.  Skipped: 0.  Passed: $2.'], // EUnit
  [/^( {2})Test passed\.$/m, '  Failed: 1.  Skipped: 0.  Passed: 0.'],
  [/^All (\d+) tests passed \(.*\)$/m, '1 out of $1 tests failed (0.01s)'], // tasty
  [/^(\d+) successes \/ 0 failures/m, '0 successes / 1 failure'], // busted
  [/^(Ran: \d+ tests in: .*\n)OK$/m, '$1FAILED: Cases: 1 Tried: 1 Errors: 0 Failures: 1 Skip:  0 Todo: 0 Timeouts: 0.'], // OUnit
  [/^Test Successful in (\S+)\. (\d+) tests? run\.$/m, '1 failure! in $1. $2 tests run.'], // Alcotest
  [/^\[ FAIL 0 /m, '[ FAIL 1 '], // testthat
  [/^(\s+)\[OK\] (.*)$/m, '$1[FAILED] $2'], // Nim
  [/^(\d+) modules passed unittests$/m, '1/$1 modules FAILED unittests'], // dub
  [/^(\d+) passed and 0 failed\.\nTest passed\./m, '0 passed and 1 failed.\n***Test Failed*** 1 failures.'], // doctest
  [/^Success! (\d+) passed, 0 failed\./m, 'Failure! 0 passed, 1 failed.'], // terraform test
  [/^(\t? ?Executed \d+ tests?, with )0 failures/m, '$11 failure'], // XCTest
  [/^Passed!( +- Failed: +)0/m, 'Failed!$11'], // dotnet test
  [/^Test Run Successful\./m, 'Test Run Failed.'],
  [/^( Tasks: {4})(\d+) successful, (\d+) total$/m, (_, head, amount, total) => `${head}${Number(amount) - 1} successful, ${total} total\n Failed:    a#test`], // turbo
  [/exited with code 0$/m, 'exited with code 1'], // concurrently
  [/^✅ Ran .*$/m, '❌ 1 script failed.'], // wireit
  [/^( {2}\w+): commands succeeded\n {2}congratulations :\)$/m, 'ERROR:  $1: commands failed'], // tox
  [/\.Passed$/m, '.Failed\n- hook id: check\n- exit code: 1'], // pre-commit
  [/^(.* test): Done$/m, '$1: Failed'], // pnpm -r
  [/^Found 0 warnings and 0 errors\.$/m, 'Found 0 warnings and 1 error.'], // oxlint
  [/^All matched files use Prettier code style!$/m, '[warn] a.js\n[warn] Code style issues found in the above file. Run Prettier with --write to fix.'],
  [/^(.*)Issues found: 0 in 0 files\.$/m, '$1Issues found: 1 in 1 file.'], // cspell
  [/^(Success: no issues found in 1 source file)$/m, 'Found 1 error in 1 file (checked 1 source file)'], // mypy
  [/(\d+) files? inspected, no offenses detected/m, '$1 files inspected, 1 offense detected'], // RuboCop
  [/^(\d+) files? would be left unchanged\.$/m, '1 file would be reformatted.'], // black
  [/^(.*found )0 (problems|errors)/m, '$11 $2'], // commitlint, svelte-check
  [/^✔ no dependency violations found/m, 'x 1 dependency violations (1 errors, 0 warnings)'],
  [/^✔ No circular dependency found!$/m, '✖ Found 1 circular dependency!'],
  [/^(Total: \d+ warnings? \/ )0 errors/m, '$11 error'], // luacheck
  [/^Passed (with .*: )0 failure/m, 'Failed $11 failure'], // ansible-lint
  [/^webpack (\S+) compiled successfully/m, 'webpack $1 compiled with 1 error'],
  [/^Checked (\d+) files? in (\S+)\. No fixes applied\.$/m, 'Checked $1 files in $2. No fixes applied.\nFound 1 error.'], // biome
  [/"numPassedTests":(\d+),"numFailedTests":0/m, '"numPassedTests":$1,"numFailedTests":1'], // jest --json
  [/("failures": ?)0/m, '$11'], // mocha json
  [/failures="0"/m, 'failures="1"'], // JUnit XML
  [/"errorCount":0/m, '"errorCount":1'], // eslint json
  [/("failed": ?)0/m, '$11'], // CTRF
];

const rest = (amount: string | undefined, before: string, behind: string): string => (Number(amount) > 1 ? `${before}${Number(amount) - 1}${behind}` : '');
