import type { Out } from '../../../model/index.js';

// `cargo build --message-format json`, one object per line. Longer lines hold only more rendered text.
const LIMIT = 1 << 20;

interface Message {
  readonly reason?: unknown;
  readonly success?: unknown;
  readonly message?: { readonly level?: unknown; readonly message?: unknown; readonly spans?: readonly { readonly file_name?: unknown; readonly line_start?: unknown }[] };
}

/** Reads one JSON message of cargo; true when it is one. */
export function readCargoJson(line: string, out: Out): boolean {
  if (line.length > LIMIT) return true;
  const said = parse(line);
  if (said === null) return false;
  if (said.reason === 'build-finished') out.say({ kind: 'closed', ok: said.success === true, text: line.slice(0, 200) });
  const level = said.message?.level;
  if (said.reason !== 'compiler-message' || (level !== 'error' && level !== 'warning')) return true;
  const [span] = said.message?.spans ?? [];
  // `aborting due to 1 previous error` and `1 warning emitted` have no span and repeat what was said.
  if (span === undefined) return true;
  const text = typeof said.message?.message === 'string' ? said.message.message.slice(0, 300) : level;
  const file = typeof span.file_name === 'string' ? span.file_name : null;
  out.say({ kind: 'diagnostic', level, file, line: typeof span.line_start === 'number' ? span.line_start : null, text: `${level}: ${text}` });
  if (level === 'warning') out.say({ kind: 'soft', what: 'warning', amount: 1, text: `warning: ${text}` });
  return true;
}

function parse(line: string): Message | null {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null ? value : null;
  } catch {
    return null;
  }
}
