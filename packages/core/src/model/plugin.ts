import type { Finding } from './finding.js';
import type { Evidence, Request } from './inputs.js';
import type { Judgement } from './judgement.js';
import type { LogFact, ToolKind } from './log.js';

/** What a reader of the generated page needs. `since` is a version. */
export interface Docs {
  readonly title: string;
  readonly why: string;
  readonly fix: string;
  readonly since: string;
}

type Unsigned<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;
/** A fact before the engine signs it with tool, span and count. `from` widens the span back to an earlier line. */
export type Said = Unsigned<LogFact, 'tool' | 'span' | 'count' | 'text'> & { readonly text?: string; readonly from?: number };

export interface Out {
  /** A check that passed, by name. */
  passed(name: string): void;
  /** Any other fact; `text` is the line itself unless given. */
  say(fact: Said): void;
}

/** Reads the lines of one run for one tool, one by one, in bounded memory. */
export interface Reducer {
  /** true: the line is this tool's (a line that is claimed and says nothing is noise). `at` is its 1-based number. */
  read(line: string, at: number, out: Out): boolean;
  /** The run is over. Says `unfinished` when the tool began and never closed. */
  end(out: Out): void;
}

export interface Recognizer {
  readonly tool: string;
  readonly kind: ToolKind;
  readonly docs: Docs;
  /** Substrings, case-sensitive, at least three characters, that stand only in this tool's own output; the first line that holds one opens it. */
  readonly marks: readonly string[];
  /** The tool prints `✔ name` lines before it can be told apart: it takes the ones that were seen before it opened. */
  readonly adoptsTicks?: boolean;
  /** `before` gives the last lines (200 at most) that nobody had explained when the tool opened. */
  open(before?: () => readonly string[]): Reducer;
}

export interface Rule {
  readonly id: string;
  readonly docs: Docs;
  /**
   * Lower-case words and patterns (without /g), one of which stands in the paths or lines of every change that the rule
   * speaks of: it is asked only there, and its code is loaded only then. Absent: it is always asked.
   */
  readonly anchors?: readonly (string | RegExp)[];
  check(evidence: Evidence): Iterable<Unsigned<Finding, 'rule'>>;
}

export interface Reporter {
  readonly id: string;
  readonly docs: Docs;
  render(judgement: Judgement): string;
}

/** One agent host. Both halves are pure: one shared runner does the reading and the writing. */
export interface Adapter<Event, Reply> {
  readonly host: string;
  readonly docs: Docs;
  /** Does this event claim that the work is done? Then what is to be judged. */
  ask(event: Event): Request | 'not-mine';
  /** The host's own words for "go on" or "back to work". */
  answer(judgement: Judgement): Reply;
}
