import type { DiffFile, DiffLine } from '../../model/index.js';
import { scanSecrets } from '../../text/redact/index.js';
import { SECRET_KEY } from './secret-data.js';

// Values that are no secret: references, placeholders, words of a form.
const PLACEHOLDER = /^(?:\$|\{|<|%|#|@|\*|\.{2,}|x{3,}|0+$|1234)|example|sample|placeholder|change_?-?me|your|dummy|fake|mock|\btest|insert|replace|redacted|todo|fixme|none|null|undefined|default|required|string|\benv\b|process\.|secrets\.|vault|ref\+|\{\{|\}\}|\$\{|\(\(|xxx|\*\*\*|<.*>|^(?:password|passwd|secret|token|api_?key|key|admin|root|guest|user|postgres|mysql|redis|foobar|hunter2?)$|^https?:|^\/|^\.|^[a-z]{2,4}:\/\/|\s|^[a-z]+(?:[-_.:/][a-z]+)*$|^[A-Z][A-Z_]+$/i;
const PLAIN_WORDS = /^[A-Za-z]+(?:[-_. ][A-Za-z]+)*$/;
const QUOTED = /^(["'`])([^"'`\n]{6,200})\1/;
const BARE = /^([^\s"'`,;#(){}[\]]{8,200})\s{0,5}(?:#.*)?$/;
const BARE_FILES = /\.(?:ya?ml|env|properties|ini|cfg|conf|toml|sh|tfvars)$|(?:^|\/)(?:\.env[\w.-]{0,30}|dockerfile[\w.-]{0,30})$/i;
const EXAMPLE_FILES = /example|sample|template|\.dist$|\.tpl$|\.md$|defaults?\.|locale|i18n|translations?|lang\//i;
// `process.env.JWT_SECRET || 'dev-secret'`: the literal is the key wherever nobody sets the variable.
const FALLBACK = /\b(?:process\.env|import\.meta\.env|Deno\.env|os\.environ|os\.getenv|getenv|ENV|env|System\.getenv|std::env)\b[.(['"\s]{0,8}(?:get\(['"]|fetch\(['"]|get\(\s{0,2}['"])?\w{0,40}(?:SECRET|PASSWORD|PASSWD|PRIVATE_KEY|SIGNING_KEY|ENCRYPTION_KEY|API_KEY|AUTH_TOKEN|ACCESS_TOKEN)\w{0,12}['"\])]{0,4}\s{0,3}(?:\|\||\?\?|,|:|or|\?:)\s{0,3}['"]([^'"\n]{4,100})['"]/;

/** The lines in which the redaction engine is sure of a secret: one scan over all of them, so that a key of several lines is seen. */
export function flaggedIn(lines: readonly DiffLine[]): ReadonlySet<DiffLine> {
  const flagged = new Set<DiffLine>();
  const spans = scanSecrets(lines.map(({ text }) => text).join('\n')).filter(({ tier }) => tier === 'flag');
  let [at, from] = [0, 0];
  for (const { start } of spans) {
    for (let line = lines[at]; line && from + line.text.length < start; line = lines[at]) {
      from += line.text.length + 1;
      at += 1;
    }
    const line = lines[at];
    if (line) flagged.add(line);
  }
  return flagged;
}

/** A secret value that the text gives to a secret's name, or falls back to; `path` of the file. */
export function isSecretLiteral(text: string, { path }: Pick<DiffFile, 'path'>): boolean {
  if (EXAMPLE_FILES.test(path)) return false;
  const fallback = FALLBACK.exec(text)?.[1];
  if (fallback !== undefined && !/^(?:\s*|test.*|localhost.*|https?:.*|undefined|null|none)$/i.test(fallback)) return true;
  const key = SECRET_KEY.exec(text);
  if (!key) return false;
  const rest = text.slice(key.index + key[0].length);
  const value = QUOTED.exec(rest)?.[2] ?? (BARE_FILES.test(path) ? BARE.exec(rest)?.[1] : undefined);
  return value !== undefined && isStrong(value);
}

/** Mixed as a generated or chosen secret is: digits and letters, or three kinds of characters; no plain words. */
function isStrong(value: string): boolean {
  if (PLACEHOLDER.test(value) || PLAIN_WORDS.test(value)) return false;
  const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z0-9]/].filter((kind) => kind.test(value)).length;
  return value.length >= 8 && /\d/.test(value) && /[A-Za-z]/.test(value) && (kinds >= 3 || value.length >= 16 || /\d.*[A-Za-z].*\d/.test(value) || value.length >= 10);
}
