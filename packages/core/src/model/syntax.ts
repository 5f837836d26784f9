/** Languages whose grammar can be loaded (`gather/syntax.ts` knows the file of each). */
export const GRAMMARS = [
  'typescript', 'tsx', 'javascript', 'python', 'go', 'rust', 'java', 'ruby', 'php', 'c-sharp', 'cpp', 'bash', 'css',
] as const;
export type Grammar = (typeof GRAMMARS)[number];

/** A half-open range of UTF-16 offsets in the source that was read. */
export interface TextSpan {
  readonly start: number;
  readonly end: number;
}

/** What a grammar says of a source text: plain data, the tree is already freed. Spans are in order and do not overlap. */
export interface SourceView {
  readonly comments: readonly TextSpan[];
  /** Bodies of string literals, without quotes and without interpolated code. */
  readonly strings: readonly TextSpan[];
  /** Nodes that the grammar could not make sense of; 0 for a well-formed text. */
  readonly errors: number;
}

/** To the pure rooms a deterministic synchronous function; `gather/syntax.ts` makes the real one. */
export interface Syntax {
  read(language: Grammar, source: string): SourceView | 'too-costly' | 'no-grammar';
}
