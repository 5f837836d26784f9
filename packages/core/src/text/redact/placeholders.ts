import { wordsOf } from './keys.js';

/** A value that points elsewhere: a variable, a template, a vault, a path. */
const REFERENCE = new RegExp(
  [
    '^[A-Za-z_][\\w.]*\\[|^\\*[A-Za-z_]\\w*$|^&[A-Za-z_]\\w*(?: |$)', '^\\$+(?:\\{|\\(|\\[|[A-Za-z_]\\w*(?:[.\\[(:;,)]|-(?:>|$)|$))', // ${X}, $(x), $X, $this->x, $env:X
    '^[#%]\\{', '\\$\\{[^}]*\\}\\S*$|^\\{\\{', '\\{\\{[^}]*\\}\\}', '^<%|^%[A-Za-z_]\\w*%$|^%\\(|^%[sdvq]$|^\\{\\w*\\}$|^@?\\{', '^<[^<>]*>$|^&(?:lt|quot);', '^\\[',
    '^(?:op|vault|ssm|secretsmanager|awssm|gcpsm|azurekv|keyring|env|ref|file|doppler|infisical|bws)(?:\\+\\w+)?:(?:/|[A-Za-z])',
    '^arn:aws', '^@Microsoft\\.KeyVault', '^!(?:Ref|Sub|GetAtt|secret|vault|env|reference)\\b', '^ENC\\[|^\\{cipher\\}', '^projects/[^/]+/secrets/',
    '^(?:process\\.env|import\\.meta|os\\.|ENV\\[|env\\.|secrets?\\.|vars?\\.|local\\.|data\\.|self\\.|this\\.|config\\.|settings\\.|request\\.|req\\.)',
    '^(?:\\.{0,2}|~)/(?:[\\w.@{}$:-]+/)*[\\w.@{}$*:-]*$', '^[A-Za-z]:\\\\', '^\\\\\\\\\\w',
    '^(?:https?|ftp|file|wss?|ssh|git|s3|gs|data|mailto|urn|redis|amqp|postgres(?:ql)?|mysql|mongodb(?:\\+srv)?|jdbc:\\w+)://?[^\\s@]*$',
  ].join('|'),
);
/** Words that say outright that no value stands here. */
const BLANK =
  /\*{3,}|\.{3}|…|•{3,}|example|placeholder|change[-_ ]?(?:me|it|this)|replace[-_ ]?(?:me|with|this)|your[-_ ]|[-_ ]here$|^yours?[A-Z]|^your(?:secret|token|password|api|key)|insert[-_ ]|dummy|redacted|\bmasked\b|\bsample\b|\btodo\b|\bfixme\b|^(?:not[-_ ]?set|unset|n\/a|tbd|none|nil|null|undefined|nan|empty|unknown|missing)$|^(?:enter|put|fill|add|set|paste|use|provide|specify)[-_ ]|^(?:my|the|some|any|a|an|no)[-_ ](?:secret|token|password|api|key|value|super)|^(.)\1{3,}$|^(?:my|your)_?(?:token|secret|password|api_?key)\d?$|abcdefghijklmnopqr|^(?:deadbeef|cafebabe)|^(?:fake|mock|stub|test|invalid)[-_ ]?(?:secret|token|password|api|key)|not[-_ ]?a[-_ ]?(?:real[-_ ]?)?(?:secret|token|password|key)|\(hidden\)|\(none\)|\[filtered\]|<secret>|\blorem\b/i;
/** Names of types, of modes and of formats. */
const TYPE =
  /^(?:[&*?]*(?:str|string|text|number|num|int|integer|int32|int64|uint\d*|long|float|float64|double|decimal|bool|boolean|bytes?|buffer|blob|char|varchar|nvarchar|uuid|guid|any|object|array|list|map|dict|tuple|set|unknown|never|void|null|nil|none|undefined|true|false|yes|no|on|off|optional|required|option|maybe|json|jsonb|date|datetime|timestamp|secretstr|symbol|function|self|this|super|new|type|default|auto|inherit|ignore|always|basic|bearer|digest|oauth2?|apikey|jwt|hs256|rs256|es256|hmac|utf-?8|utf16|ascii|base64(?:url)?|base32|hex|md5|sha\d+|bcrypt|argon2(?:id)?|scrypt|aes\d*|rsa\d*|plain|cleartext|enabled|disabled|valid|invalid|active|expired|revoked|public|private|protected|internal|static|readonly|const|let|var|await|async|return|throw|if|else)\??(?:\[\])*(?:\(\d*\))?)$/i;
/** Pieces that make a made-up value when nothing else is in it: `test-token`, `my-secret-key-123`. */
const SOFT = new Set(
  'test tests testing token tokens secret secrets password passwd pass pwd key keys api my your the a an foo bar baz qux fake dummy some valid invalid wrong correct right good bad old new user users username admin root demo dev local abc abcd xyz value id access refresh client server bearer jwt auth session mock stub expired placeholder here string example default none null empty hash private public super top very long short random real secure safe strong weak first second third one two three other another next current plain text raw data app application service bot env var name login sign signing signed csrf oauth github gitlab aws google stripe slack from with for and or of to is not no in on it that this must be please enter confirm repeat reset forgot change hello world something anything whatever unit fixture mocked cached stored shared db database redis postgres mysql mongo rails django'.split(
    ' ',
  ),
);
/** Words of sentences: a text that holds one is said to a person, not typed into a field. */
const SAID =
  /(?:^|[\s"'(])(?:your|you|must|the|is|are|be|was|were|been|has|have|please|enter|invalid|required|at|least|not|or|and|for|to|of|in|with|from|this|that|should|can|cannot|will|does|do|don't|doesn't|if|when|minimum|characters?|found|missing|failed|expired|incorrect|wrong|unexpected|expected|bitte|das|der|die|ist|le|la|votre|de|su|contraseña|mot|il|seu|nicht|new|old|current|confirm|forgot|reset|change|repeat|show|hide|set|no)(?=$|[\s.,!?:;"')])/i;

export function isReference(value: string): boolean {
  return REFERENCE.test(value.length > 400 ? value.slice(0, 400) : value);
}

export function isPlaceholder(value: string): boolean {
  const head = value.slice(0, 200);
  // `xxxx`, `XXXX`; chance mixes the two.
  return head.includes('xxxx') || head.includes('XXXX') || BLANK.test(head) || TYPE.test(head);
}

/** Made of nothing but words that programmers put into tests. */
export function isSoft(value: string): boolean {
  if (value.length > 60) return false;
  const rest = value.replace(/[A-Za-z]+/g, '');
  if (!/^[\d\s_.:/-]*$/.test(rest) || rest.replace(/\D/g, '').length > 4) return false;
  return wordsOf(value).every((word) => SOFT.has(word));
}

/** A sentence or a label, not a value. */
export function isSaid(value: string): boolean {
  return SAID.test(value.slice(0, 300)) || /^[A-Z][a-z]+(?: [a-z]+)*[.:!?…]?$/.test(value) || /[.!?:…]$/.test(value);
}

/** The name said again: `token: 'token'`, `password: "userPassword"`. */
export function isEcho(value: string, name: string): boolean {
  if (value.length > 64) return false;
  const said = squeezed(value);
  const asked = squeezed(name.slice(-100));
  return said !== '' && (asked.endsWith(said) || (said.length <= asked.length + 12 && said.endsWith(asked) && /^[A-Za-z_$.-]+$/.test(value)));
}

function squeezed(text: string): string {
  return text.toLowerCase().replace(/[^a-z0-9]/g, '');
}
