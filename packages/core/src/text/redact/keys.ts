/**
 * What a name says of its value. `password`: made by a person, any text may be one. `pass`: the same, but the bare word
 * also counts tests. `secret`, `token`: made by a machine, mostly. `weak`: secret only if it looks random. `pin`: digits.
 * `auth`: a header's value or a pair. `cookie`: read pair by pair.
 */
export type KeyKind = 'password' | 'pass' | 'secret' | 'token' | 'weak' | 'pin' | 'auth' | 'cookie' | 'phrase' | 'none';

const PASSWORDS = words('password passwords passwd passcode pwd pw pswd psw passwort kennwort senha contrasena contrasenia mdp wachtwoord parola haslo heslo losenord passwordhash storepass keypass sshpass requirepass masterauth userpw psk presharedkey wpapassphrase');
const PHRASES = words('passphrase mnemonic seedphrase recoveryphrase');
const TOKENS = words('token tokens jwt bearer pat apikey apikeys apitoken secretkey privatekey accesskey authkey signingkey masterkey encryptionkey accountkey sharedkey authtoken accesstoken sessiontoken refreshtoken idtoken sharedaccesskey sastoken botkey licensekey webhookkey subscriptionkey securitytoken xapikey apisecretkey phpsessid jsessionid');
const SECRETS = words('secret secrets credential credentials creds cred clientsecret appsecret apisecret secretkeybase sharedsecret consumersecret');
const AUTHS = words('auth authorization authentication proxyauthorization basicauth httpauth');
const WEAKS = words('key keys session sessionid sid sessid sessionkey hmac salt pepper seed csrf xsrf csrftoken xsrftoken dsn nonce otpauth hash digest code assertion ticket encrypted login userinfo');
const PINS = words('pin pincode otp otpcode totp cvv cvc verificationcode smscode');
/** Before `key`, they make it a strong one. */
const KEY_MAKERS = words('api secret private access signing sign encryption encrypt decryption master auth account shared storage service deploy session hmac aes subscription functions admin root app application consumer client server ssh rsa gpg jwt cipher crypto webhook vault unseal recovery backup integration ingest ingestion write read rest data bot team user license licence live prod stripe openai anthropic github gitlab sendgrid twilio aws azure gcp google firebase mailgun datadog algolia mapbox algoliaadmin primaryaccess security wrap kms csrf cookie rails app2 x ');
/** Before a secret word, they make it something else: a lexer's token, a page's, a count. */
const HARMLESS_BEFORE = {
  token: words('next page continuation cursor sync cancel cancellation syntax lexer parser current last first prev previous eof start end open close begin stop unk pad bos eos mask cls sep special design color theme keyword operator punctuation whitespace comment string number identifier abort injection di max min num total prompt completion input output cached reasoning used remaining count per unexpected invalid expected missing no is has text separator trailing leading closing opening nonterminal semantic change erc lp nft governance resume skip watermark lsn tag'),
  password: words('is has require requires required show hide toggle forgot forgotten invalid missing wrong incorrect no needs need allow enable without validate check verify bad weak empty can should'),
  key: words('public publishable publish site primary foreign partition sort cache map object react unique index range row column translation i18n locale query lookup group order registry menu hot short shortcut arrow enter press config setting settings context symbol dict lang message dedupe idempotency routing known answer pub anon join issue jira composite natural surrogate candidate parent child field property prop metadata meta header item node data tree state event modifier keyboard ctrl alt shift option command function fn left right up down home end page esc escape tab delete backspace space any invalid missing duplicate bundle store storage image file s3 object bucket etag label sorting merge join hash input output'),
  secret: words('is has use no missing invalid santa sealed external kubernetes k8s pull'),
} as const;
/** Behind the telling word, they say nothing new. */
const QUALIFIERS = words('value val str string text plain plaintext plain_text raw b64 base64 encoded enc prod production dev development staging stage live old new current previous primary secondary default override env here pem data main backup internal external confirm confirmation again repeat v1 v2 v3 md5 sha256 bcrypt hash sha1 ssm');
/** As last word they make the name describe a secret, not hold it. */
const DESCRIBERS = words('id ids name names file files filename path paths dir url uri urls uris endpoint host hostname port type types kind length len count counts size limit max min expiry expires expiration exp ttl age field fields label hint policy regex pattern prompt placeholder input form error errors message msg status enabled disabled required version algorithm alg issuer audience scope scopes header headers prefix suffix format provider manager store service class handler func function fn index idx usage budget rate date time at in ref reference selector arn alias list map set cache lifetime duration timeout interval strength rules rule rotation generator validator validation reset link page button icon title description desc location position pos offset start end column line level mode option options config settings params parser reader writer stream lexer factory builder source target node list array iterator owner user username email role group namespace permission permissions access is exists valid invalid changed updated created expired revoked verified hashed needed allowed only first last next prev ok success failed failure fail count total test tests spec mock schema model table query request response result event action props state context hook component view screen modal dialog env var variable key2 keyword keywords vault engine backend ring');

/** No name without one of these is anything else than `none`. */
const STEM = /p(?:ass|w|s[kw]|at|in|epper|hrase)|s(?:ecret|alt|ess|id|eed|enha)|tok|key|auth|cred|cooki|jwt|bearer|otp|cv[vc]|code|m(?:nemonic|dp)|dsn|conn|csrf|xsrf|hmac|kenn|contrase|wacht|parola|has|heslo|losen|clave|ticket|login|assert|encrypt|userinfo|phrase/i;

const known = new Map<string, KeyKind>();
const KNOWN_MOST = 4096;

/** The kind of value a name promises: `dbPassword`, `X-Api-Key`, `spring.datasource.password`. */
export function keyKind(name: string): KeyKind {
  if (!STEM.test(name)) return 'none';
  let kind = known.get(name);
  if (kind === undefined) {
    kind = kindOf(name);
    if (known.size >= KNOWN_MOST) known.clear();
    known.set(name, kind);
  }
  return kind;
}

/** `dbPassword2` → `db password`; `X-API-Key` → `x api key`; lower case, without numbers. */
export function wordsOf(name: string): string[] {
  return (name.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z\u00df-\u00ff]+/g) ?? []).map((word) => word.toLowerCase());
}

function kindOf(name: string): KeyKind {
  if (name.endsWith('sonar.login')) return 'token'; // SonarQube takes its token there
  const all = wordsOf(ownName(name));
  let end = all.length;
  while (end > 1 && QUALIFIERS.has(all[end - 1] ?? '')) end -= 1;
  const head = all[end - 1] ?? '';
  const before = all[end - 2] ?? '';
  const kind = headKind(head, before, end);
  if (kind !== 'none' || end < 2) return kind;
  if (head === 'base' && before === 'key' && all.includes('secret')) return 'secret'; // Rails and Phoenix: secret_key_base
  if (head === 'id' && /access_?key_?id$/i.test(name)) return 'weak';
  if (DESCRIBERS.has(head) || !/^[A-Z][A-Z0-9_]+$/.test(name)) return 'none';
  // TOKEN_GITHUB, PASSWORD_DB: environment names with the telling word in front
  return all.slice(0, end - 1).some((word, at) => headKind(word, all[at - 1] ?? '', 2) !== 'none' && word !== 'key') ? 'weak' : 'none';
}

/** The last part of a path; `input.token` is a token whatever `input` is. */
function ownName(name: string): string {
  const last = name.slice(name.lastIndexOf('.', name.length - 3) + 1);
  return last.slice(-120);
}

function headKind(head: string, before: string, count: number): KeyKind {
  if (PASSWORDS.has(head) || (head.length > 5 && /(?:password|passwd|pwd)$/.test(head))) return HARMLESS_BEFORE.password.has(before) ? 'none' : 'password';
  if (head === 'pass') return count > 1 ? (HARMLESS_BEFORE.password.has(before) || ['by', 'tests', 'test', 'first', 'second', 'render', 'single'].includes(before) ? 'none' : 'password') : 'pass';
  if (/^(?:db|user|smtp|ftp|mail|my|pg|mysql|redis|admin|root|sudo|http|proxy|wifi)pass$/.test(head)) return 'password';
  if (PHRASES.has(head) || (head === 'phrase' && ['pass', 'seed', 'recovery', 'mnemonic', 'secret', 'backup'].includes(before))) return 'phrase';
  if (TOKENS.has(head)) {
    if (HARMLESS_BEFORE.token.has(before)) return 'none';
    return before === 'csrf' || before === 'xsrf' || head === 'bearer' ? 'weak' : 'token';
  }
  if (SECRETS.has(head) || (head.length > 6 && head.endsWith('secret'))) return HARMLESS_BEFORE.secret.has(before) ? 'none' : 'secret';
  if (head.length > 5 && head.endsWith('token') && head !== 'nexttoken' && head !== 'pagetoken') return 'token';
  if (head.length > 6 && /(?:api|secret|access|auth|private|encryption|signing|account|master|shared|subscription|storage|admin)keys?$/.test(head)) return 'token';
  if (AUTHS.has(head)) return 'auth';
  if (head === 'cookie' || head === 'cookies') return 'cookie';
  if (PINS.has(head) || (head === 'code' && ['otp', 'pin', 'verification', 'mfa', 'totp', 'sms', 'security'].includes(before))) return 'pin';
  if (head === 'key' || head === 'keys') {
    if (KEY_MAKERS.has(before)) return 'token';
    return HARMLESS_BEFORE.key.has(before) ? 'none' : before === 'session' ? 'token' : 'weak';
  }
  if (head === 'string' && before === 'connection') return 'weak';
  return WEAKS.has(head) && head !== 'hash' && head !== 'digest' && head !== 'code' && head !== 'nonce' ? 'weak' : 'none';
}

/** A set of words, made when it is first asked: most texts hold no name that gets so far. */
function words(list: string): Pick<ReadonlySet<string>, 'has'> {
  let set: ReadonlySet<string> | undefined;
  return { has: (word) => (set ??= new Set(list.trim().split(/\s+/))).has(word) };
}
