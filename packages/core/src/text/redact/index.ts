import type { Redacted } from '../../model/text.js';
import { maskedText } from './apply.js';
import { redactedCopy } from './objects.js';
import { secretHits } from './scan.js';
import { maskedStream } from './stream.js';
import type { RedactOptions, SecretSpan } from './types.js';

export type { RedactOptions, SecretSpan, Tier } from './types.js';

/** The forms of `redact` with one environment. */
export interface Redactor {
  redact(text: string): Redacted;
  redactJson(value: unknown, indent?: number): Redacted;
}

/** The only maker of `Redacted`: every secret masked with `[REDACTED]`. Keeps the line count; a record of JSON stays JSON. */
export function redact(text: string, options: RedactOptions = {}): Redacted {
  return maskedText(text, secretHits(text, options)) as Redacted;
}

/** Where secrets stand, in order, without overlap; offsets in UTF-16 units. The values themselves are not repeated. */
export function scanSecrets(text: string, options: RedactOptions = {}): SecretSpan[] {
  return secretHits(text, options).map(({ start, end, rule, tier }) => ({ start, end, rule, tier }));
}

/** A copy with every string redacted, the names that strings stand under in scope. Cycles stay cycles. */
export function redactValue<T>(value: T, options: RedactOptions = {}): T {
  return redactedCopy(value, (text) => redact(text, options)) as T;
}

/** The value redacted, written as JSON, and the text looked at once more. `undefined` is written as `null`. */
export function redactJson(value: unknown, options: RedactOptions = {}, indent = 0): Redacted {
  const written = (JSON.stringify(redactValue(value, options), null, indent) as string | undefined) ?? 'null';
  const again = redact(written, options);
  return again === written || isJson(again) ? again : (written as Redacted);
}

export function createRedactor(options: RedactOptions = {}): Redactor {
  return { redact: (text) => redact(text, options), redactJson: (value, indent) => redactJson(value, options, indent) };
}

/** The streaming form: bounded memory; `end` hands on the rest. */
export function openRedactor(sink: (text: Redacted) => void, options: RedactOptions = {}): { write(chunk: string): void; end(): void } {
  return maskedStream((text) => sink(text as Redacted), (text) => secretHits(text, options));
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
