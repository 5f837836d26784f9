/** What must not be seen, as a word or as the end of a name: `password`, `accessToken`, `request.headers`. */
const DATUM =
  /(?<![A-Za-z0-9])[$@]?(?:[A-Za-z][A-Za-z0-9]{0,40}?_?)??(password_?hash(?:es)?|hashed_?password|passwords?|passwd|pwd|passphrase|secrets?|tokens?|api_?keys?|apikeys?|private_?keys?|access_?keys?|signing_?keys?|encryption_?keys?|credentials?|creds|authorization|auth_?header|bearer|cookies?|headers|set_?cookie|ssn|cvv|cvc|card_?numbers?|cardnumber|iban|pin_?code|otp|session_?id|jwt|mnemonic|seed_?phrase)(?![A-Za-z0-9_])/gi;
// Names that only speak of a secret: counts, flags, types, ids, the words of a lexer.
const AROUND = /(?:count|usage|length|size|type|types|limit|index|name|names|label|field|input|placeholder|error|policy|strength|valid|required|expir\w*|ttl|kind|stream|prompt|completion|total|max|num|next|prev|current|peek|input|output|cached|reasoning)$/i;
const LEXER = /lexer|lexical|tokeni[sz]er|pars(?:er|ing)\b|\bast\b|grammar|compiler|interpreter|syntax|highlight|scanner|llm|embedding|prompt|model|chat|completion/i;

/** The data that the text names, in lower case and without separators, singular. `path` tells tokens of a language from tokens of a login. */
export function dataIn(text: string, path: string): string[] {
  const found: string[] = [];
  for (const match of text.matchAll(DATUM)) {
    const word = (match[1] ?? '').toLowerCase().replaceAll('_', '');
    const before = match[0].slice(0, match[0].length - (match[1] ?? '').length).replace(/_$/, '');
    const after = text.slice(match.index + match[0].length, match.index + match[0].length + 14);
    if (AROUND.test(before) || /^\s{0,2}(?:\?\.|\.)?(?:length|size|count|type|kind|id\b|map|filter|keys|has|includes|len\b|is[A-Z_]|text\b|value\b.{0,2}lex|start|end\b|pos|line|loc|range)/.test(after.replace(/^\./, '.'))) continue;
    if (/^tokens?$/.test(word) && (LEXER.test(path) || word === 'tokens' || /^(?:cancellation|csrf|xsrf|design|color|theme|punct|ident|syntax)$/i.test(before))) continue;
    // What a server answered with; what came with a request is another thing.
    if (word === 'headers' && (/^(?:res|response|resp)$/i.test(before) || /\b(?:res|resp|response)\??\.$/.test(text.slice(Math.max(0, match.index - 12), match.index)))) continue;
    if (/^\s{0,3}\(/.test(after) && !/^get/i.test(before)) continue;
    if (/^(?:has|is|no|with|without|needs?|show|hide|toggle|forgot|reset|change|update|set|validate|check|hash|hashed|encrypted|masked|redacted|missing|invalid|on|use|handle)$/i.test(before)) continue;
    found.push(word.replace(/(?<=[a-rt-z])s$/, (plural) => (word === 'headers' || word === 'credentials' || word === 'creds' ? plural : '')));
  }
  if (/\b(?:req|request|r)\.Header\b(?!\.Get|\[)/.test(text)) found.push('headers');
  return [...new Set(found)];
}

/** A secret by its name alone, as a key of a literal: `JWT_SECRET`, `dbPassword`, `api-key`. */
export const SECRET_KEY = /(?<![A-Za-z0-9_.-])['"]?([A-Za-z0-9_.-]{0,60}?(?:pass(?:word|wd|phrase)|pwd|secret(?:[_-]?(?:key|access[_-]?key|token))?|api[_-]?(?:key|secret|token)|auth[_-]?token|access[_-]?(?:key|token)|private[_-]?key|signing[_-]?key|encryption[_-]?key|client[_-]?secret|token|credentials?))['"]?\]?\s{0,3}(?::\s{0,3}(?:string|String|str|&str|&'static str)\s{0,3})?(?::=|=>|=(?!=)|:(?!:)|,)\s{0,3}/i;
