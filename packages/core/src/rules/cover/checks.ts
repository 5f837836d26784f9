import type { Evidence, Run } from '../../model/index.js';
import { spoken } from './words.js';

/** What passed, as far as the evidence shows: names of checks, and the commands that were aimed at something. */
export interface Passed {
  /** Spoken: see `spoken`. */
  readonly names: readonly string[];
}

// A run that executes no check of behaviour, whatever its output says.
const CHATTER = /^(?:echo|printf|true|false|:|cat|ls|find|grep|rg|head|tail|exit|sleep)\b/;
const LISTING = /(?:^| )(?:--collect-only|--co|--list|--list-tests|--listTests|--dry-run|--no-run|-list|--test-list|--show-only|ctest -N|vitest list|playwright list|bazel query)(?:[ =]|$)/;
const STATIC = /(?:^|[ /:])(?:eslint|tsc|prettier|biome|oxlint|stylelint|ruff|flake8|mypy|pyright|black|isort|pylint|golangci-lint|gofmt|clippy|rustfmt|rubocop|phpstan|psalm|phpcs|shellcheck|actionlint|zizmor|hadolint|tflint|yamllint|ktlint|detekt|swiftlint|lint|typecheck|type-check|build|compile|format|fmt)(?:[ :]|$)/;
const TESTING = /(?:^|[^A-Za-z])(?:tests?|specs?|jest|vitest|mocha|pytest|rspec|phpunit|pest|ava|tap|karma|cypress|playwright|ctest|bats|busted|behave|cucumber|unittest|e2e|nextest|surefire|minitest|tox|nox|prove)(?:[^A-Za-z]|$)/i;
// What a command leaves out is not what it is aimed at; nor are its comments, its environment and its echoes.
const LEFT_OUT = /(?:--(?:ignore|exclude|deselect|skip|testPathIgnorePatterns|ignore-glob)[= ]\S+|-k[= ]["']?not [^"']{0,200}["']?|grep -v \S+|(?:^| )#.*$|(?:&&|;|\|\|?) *echo [^&|;]*|^(?:[A-Z_][A-Z0-9_]* ?= ?\S+ )+)/g;
// `auth lint passed`, `ok 3 - auth # SKIP`, `credits the days (PENDING: …)`
const STATEMENT = /\b(?:passed|passes|succeeded|successful|successfully|ok|green) $/;
const STATIC_WORDS = /\b(?:lint|linter|linting|eslint|build|builds|compile|compiles|compilation|typecheck|types|format|formatting|prettier|bundle)\b/;
const TEST_WORDS = /\b(?:tests?|specs?|suites?|e2e|checks?)\b/;
const NOT_DONE = /#\s?(?:skip|todo)\b|\((?:pending|skipped|todo)\b|\b(?:SKIPPED|PENDING|TODO|IGNORED)\b/;

const known = new WeakMap<Evidence, Passed>();

export function passedChecks(evidence: Evidence): Passed {
  const before = known.get(evidence);
  if (before) return before;
  const passed = { names: [...evidence.runs.flatMap(namesOf), ...addedTests(evidence)] };
  known.set(evidence, passed);
  return passed;
}

/**
 * Tests that the change adds, where a green run of tests printed dots only: PHPUnit, RSpec and Go name nobody who passed.
 * A log with names speaks for itself.
 */
function addedTests({ runs, tests: { added } }: Evidence): string[] {
  const checked = added.filter(({ isGroup, isWhole, assertions, switches, stopped }) => !isGroup && isWhole && assertions.some(({ isTautology }) => !isTautology) && switches.length === 0 && stopped === null);
  if (checked.length === 0 || !runs.some(isNameless) || runs.some(({ passed, facts }) => passed.names.length > 0 || facts.some(({ kind }) => kind === 'failure'))) return [];
  return checked.map(({ file, name }) => spoken(`${file.path} ${name}`));
}

/** Tests ran, all of them passed, and none is named. */
function isNameless(run: Run): boolean {
  return run.command !== null && TESTING.test(run.command) && !CHATTER.test(run.command) && !LISTING.test(run.command) && run.passed.names.length === 0 && isGreen(run) && run.facts.some((fact) => fact.kind === 'totals' && fact.passed > 0 && fact.skipped === 0);
}

function namesOf(run: Run): string[] {
  const command = run.command?.trim() ?? null;
  if (command !== null && (CHATTER.test(command) || LISTING.test(command))) return [];
  if (command !== null && STATIC.test(command) && !TESTING.test(command)) return [];
  const stated = run.facts.flatMap((fact) => (fact.kind === 'closed' && fact.ok && fact.tool === 'unknown' ? [fact.text] : []));
  const names = [...run.passed.names, ...stated].filter((name) => !NOT_DONE.test(name)).map(spoken).filter((name) => !isStatic(name));
  return command !== null && TESTING.test(command) && isGreen(run) ? [...names, spoken(command.replace(LEFT_OUT, ' '))] : names;
}

function isStatic(name: string): boolean {
  return STATEMENT.test(name) && STATIC_WORDS.test(name) && !TEST_WORDS.test(name);
}

/** The run executed something, and nothing in it failed. */
function isGreen({ exit, facts, passed }: Run): boolean {
  if (exit && (exit.code !== 0 || exit.signal !== null || exit.timedOut)) return false;
  if (facts.some(({ kind }) => kind === 'failure' || kind === 'gate' || kind === 'no-tests' || kind === 'unfinished' || kind === 'not-run')) return false;
  const totals = facts.filter((fact) => fact.kind === 'totals');
  if (totals.some(({ failed }) => failed > 0)) return false;
  if (totals.length > 0) return totals.some((fact) => fact.passed > 0);
  return passed.count > 0 || facts.some((fact) => fact.kind === 'closed' && fact.ok) || exit?.code === 0;
}
