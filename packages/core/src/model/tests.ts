import type { DiffFile, DiffLine } from './diff.js';

/** How much a check says: 4 the very value, 3 a part or an order, 2 a type or that something is raised, 1 that there is something, 0 nothing. */
export type Rank = 0 | 1 | 2 | 3 | 4;

/** What stands around a check inside its test. */
export type Around = 'swallowed' | 'conditional' | 'loop';

/** One check that a test makes. */
export interface Assertion {
  /** What is called or compared with: `toBe`, `assertEquals`, `==`, `raises`. */
  readonly matcher: string;
  /** What it is called with, without blanks: the subject, the expectation. */
  readonly args: readonly string[];
  readonly rank: Rank;
  /** How far a number may be off, where the check says so. */
  readonly tolerance: number | null;
  readonly around: readonly Around[];
  /** The whole check without blanks: two that are equal check the same. */
  readonly key: string;
  readonly line: DiffLine;
  /** Fails whatever it is given, or never: `expect(true).toBe(true)`. */
  readonly isTautology: boolean;
  /** A helper by its name: what it checks is not known. */
  readonly isHelper: boolean;
}

/** How a test is switched. `text` is the words that do it. */
export interface Switch {
  readonly kind: 'skipped' | 'conditional' | 'focused' | 'expected-failure';
  readonly text: string;
  readonly line: DiffLine;
}

export interface TestCase {
  readonly file: DiffFile;
  /** Its title or its function; '' for what stands outside of every test that the hunk shows. */
  readonly name: string;
  readonly isGroup: boolean;
  /** What keeps the runner from it, beside a switch: no annotation, a name that it does not look for. Null: it is found. */
  readonly undiscovered: string | null;
  readonly line: DiffLine;
  readonly hunk: number;
  /** Head and end are both shown. */
  readonly isWhole: boolean;
  readonly switches: readonly Switch[];
  /** Rows of its table, without blanks. */
  readonly rows: readonly string[];
  readonly assertions: readonly Assertion[];
  /** Names that it calls or mentions. */
  readonly words: ReadonlySet<string>;
  /** Its lines without blanks. */
  readonly body: string;
  /** Checks that come behind an unconditional end, or a body without anything: what stops it. */
  readonly stopped: { readonly text: string; readonly line: DiffLine } | null;
}

export interface TestPair {
  readonly old: TestCase;
  readonly now: TestCase;
}

/** The tests of both sides of the whole change, as far as it shows them. */
export interface TestChanges {
  readonly kept: readonly TestPair[];
  readonly removed: readonly TestCase[];
  readonly added: readonly TestCase[];
  /** Functions of test files that make checks themselves. */
  readonly helpers: ReadonlySet<string>;
  /** Tests that are there still, as functions that no runner looks for. */
  readonly becameHelpers: readonly TestPair[];
  /** Functions that are no tests, and what stands outside of all that a hunk shows. */
  readonly outside: readonly TestPair[];
  /** Of two tests with one name the later one hides the earlier. */
  readonly duplicates: readonly TestPair[];
  readonly newFunctions: ReadonlyMap<string, TestCase>;
}

/** What the task is, as far as it says so. */
export type TaskKind = 'refactor' | 'fix-check' | 'fix' | 'feature' | 'dependency' | 'docs' | 'tests' | 'removal' | 'performance';

/** A change without tests. */
export const NO_TESTS: TestChanges = { kept: [], removed: [], added: [], helpers: new Set(), becameHelpers: [], outside: [], duplicates: [], newFunctions: new Map() };
