import type { Redacted } from '../../model/text.js';
import { maskedText } from './apply.js';
import { redactedCopy } from './objects.js';
import { secretHits } from './scan.js';
import { lineStream } from './stream.js';
import type { RedactOptions, SecretSpan } from './types.js';

export type { RedactOptions, SecretSpan, Tier } from './types.js';

/** Both forms with the environment's values prepared once. */
export interface Redactor {
  redact(text: string): Redacted;
  /** The value walked with its keys in scope, written as JSON, and the text looked at once more. */
  redactJson(value: unknown, indent?: number): Redacted;
}

/** The only maker of `Redacted`: every secret masked with `[REDACTED]`, line count kept, idempotent. */
export function redact(text: string, options: RedactOptions = {}): Redacted {
  return maskedText(text, secretHits(text, options)) as Redacted;
}

/** Where secrets stand in the text, in order, without overlap. The values themselves are not repeated. */
export function scanSecrets(text: string, options: RedactOptions = {}): SecretSpan[] {
  return secretHits(text, options).map(({ start, end, rule, tier }) => ({ start, end, rule, tier }));
}

/** A copy with every string redacted; strings under a secret key are masked whole. Cycles are kept. */
export function redactValue<T>(value: T, options: RedactOptions = {}): T {
  return redactedCopy(value, (text) => redact(text, options)) as T;
}

export function redactJson(value: unknown, options: RedactOptions = {}, indent = 0): Redacted {
  return redact(JSON.stringify(redactValue(value, options), null, indent) ?? 'null', options);
}

export function createRedactor(options: RedactOptions = {}): Redactor {
  return { redact: (text) => redact(text, options), redactJson: (value, indent) => redactJson(value, options, indent) };
}

/** The streaming form: whole lines are handed on as they are safe; `end` hands on the rest. */
export function openRedactor(sink: (text: Redacted) => void, options: RedactOptions = {}): { write(chunk: string): void; end(): void } {
  return lineStream((text) => sink(text as Redacted), (text) => redact(text, options));
}
