/** `flag`: sure enough to stop a change that adds it. `mask`: likely enough never to be stored. */
export type Tier = 'flag' | 'mask';

/** A half-open range of UTF-16 offsets in the text that was scanned. It never crosses a line break. */
export interface SecretSpan {
  readonly start: number;
  readonly end: number;
  /** What was recognized: `github-token`, `private-key`, `assignment`. */
  readonly rule: string;
  readonly tier: Tier;
}

export interface RedactOptions {
  /** The environment as data: values of names that sound secret are masked wherever they occur. */
  readonly env?: Readonly<Record<string, string | undefined>>;
}

/** A span with the text that takes its place; quotes are added where a bare JSON value is masked. */
export interface Hit extends SecretSpan {
  readonly mask?: string;
}

/** No head, tail or length of the value. */
export const MASK = '[REDACTED]';
