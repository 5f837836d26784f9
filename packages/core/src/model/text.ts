/** One line of a text, 1-based, without colours and without its line break. */
export interface Line {
  readonly at: number;
  readonly text: string;
}

/** Text in which nothing secret is left. Only `text/redact` makes one, and `store/` accepts nothing else. */
export type Redacted = string & { readonly __redacted: unique symbol };
