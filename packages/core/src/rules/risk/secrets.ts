import { type Area, isOfArea } from '../cover/index.js';
import { stems } from '../cover/words.js';
import { isMoved } from '../moved.js';
import { ANCHORS } from './anchors.js';
import { defineRisk, type Hit } from './define-risk.js';
import { dataIn } from './secret-data.js';
import { flaggedIn, isSecretLiteral } from './secret-literal.js';
import { isWholeRemoval } from './symbols.js';
import { around, type Changed, type View, withStrings } from './view.js';

const AREA: Area = {
  words: /\b(?:redact\w*|secrets?|sanitiz\w*|sanitis\w*|scrub\w*|mask(?:s|ed|ing)?|censor\w*|obfuscat\w*|leak\w*|credentials?|sensitive)\b/,
  near: /\b(?:secret santa|event masks?|bit ?masks?|input masks?|sanitiz\w* html|html sanitiz\w*|memory leaks?)\b/g,
};
// A check that names one datum says nothing of another.
const DATA = /\b(?:password|passwd|header|token|cookie|card|email|ssn|api key|key|authorization|session|jwt)\b/;
const LOG = /\b(?:console|logger|logging|log|Log|slog|tracing|LOG|_logger|_log|Logger|logrus|zap|winston|pino|bunyan|syslog|sentry|Sentry|span|Rails\.logger|self\.logger|this\.logger|app\.log|fastify\.log|request\.log|req\.log|ctx\.log|Timber|NSLog|os_log|Debug|Trace|Console|System\.out|System\.err|fmt|audit|telemetry|analytics|rollbar|Bugsnag|datadog|newrelic)\b(?:\?\.|\.|::|->|!)?(?:\w{1,24}!?\s{0,2})?\(|(?<![\w.])(?:print|println|printf|puts|p|pp|echo|dump|dd|var_dump|print_r|error_log|eprintln|dbg|syslog|NSLog|console_log|logInfo|logDebug|logError|log_info|log_debug)!?\s{0,2}[("'$ ]|(?<![\w.])(?:warn|info|debug|trace|error)!?\s{0,2}[("'$]|\bIO\.(?:puts|inspect)\b|\bstd::(?:cout|cerr|clog)\s{0,3}<<|\bWrite-(?:Host|Output|Verbose)\b|(?<![\w.])(?:track|identify)\(|\bcaptureMessage\(|\bsetExtra\(|\bsetAttribute\(|\baddBreadcrumb\(/;
// The whole environment, and `user, pass`.
const ALL_ENV = /\bprocess\.env\b(?!\??[.[])|\bos\.environ\b(?!\.|\[)|\bENV\.(?:to_h|inspect)|\bSystem\.getenv\(\s{0,3}\)|\bos\.Environ\(\)|\bgetenv\(\s{0,3}\)|\benv::vars\(/;
const GIVEN_PASS = /[,(]\s{0,3}\$?(?:pass|pw)\s{0,3}[,)]/;
// Messages of errors end in logs and answers. Tokens of a parser are named there too.
const THROWN = /\b(?:throw|raise|panic!?|fail)\b.{0,40}\(|\bfmt\.Errorf\(|\berrors\.New\(|\bnew \w{0,30}(?:Error|Exception)\(/;
const THROWN_DATA = /password|passwd|secret|apikey|privatekey|credential|accesskey|cvv|cvc|ssn|cardnumber/;
const LOGGED = /\b(?:track|identify|telemetry|analytics|capture\w{0,12}|Sentry|sentry|span|audit|record|setContext|log|logger|logging|Log|slog|LOG|console|Logger|tracing)\b/;
const SHELL_ECHO = /(?:^|[\s;&|])(?:echo|printf)\s[^|>]{0,200}\$\{?(\w{0,40}(?:PASSWORD|PASSWD|SECRET|TOKEN|API_?KEY|PRIVATE_KEY|ACCESS_KEY|CREDENTIALS?)\w{0,6})\}?/i;
const URL = /[?&](?:access_?-?token|api_?-?key|apikey|password|passwd|secret|client_secret|session_?id|auth_?token|jwt|private_token)=(?:\$\{|#\{|\{|%s|\\\(|["'`]\s{0,3}(?:\+|\.)|\$\w|\$\()|[?&]token=(?:\$\{|#\{|\{|["'`]\s{0,3}\+\s{0,3})[\w.]{0,40}(?:[aA]ccess|[sS]ession|[aA]uth|[jJ]wt|[bB]earer|api)/;
const PUBLIC_ENV = /\b(?:NEXT_PUBLIC|VITE|REACT_APP|EXPO_PUBLIC|PUBLIC|NUXT_PUBLIC|GATSBY|VUE_APP|STORYBOOK)_\w{0,40}(?:SECRET|PRIVATE_KEY|PASSWORD|SERVICE_ROLE|ACCESS_KEY)\w{0,20}/;
const CLIENT_FILES = /next\.config|vite\.config|webpack|nuxt\.config|(?:^|\/)(?:client|public|browser|frontend)\/|expo|app\.config/;
const CLIENT_ENV = /[:=]\s{0,3}(?:JSON\.stringify\(\s{0,3})?process\.env[.[]['"]?\w{0,40}(?:SECRET|PASSWORD|PRIVATE_KEY|ACCESS_KEY|SERVICE_ROLE|TOKEN)/;
const ANSWER = /\b(?:res|response|reply|ctx)\.(?:json|send|body|status\(\d{3}\)\.(?:json|send))\s{0,3}[(=]|\bjsonify\(|\brender json:|\bJsonResponse\(|\bc\.JSON\(/;
const SENT = /\.\w{0,10}(?:passwordHash|password_hash|[pP]assword|\b[sS]ecret|totpSecret|apiKey|api_key|privateKey|resetToken|reset_token)\b/;
const REDACT = /\b\w{0,20}(?:[rR]edact|[sS]crub|[cC]ensor|[oO]bfuscate|[mM]ask(?:ed)?[A-Z_]|[sS]anitize_?(?:[hH]eaders?|[lL]og|[rR]equest|[pP]ayload|[uU]rl|[eE]rror|[eE]vent|[cC]onfig|[mM]eta|[dD]ata|[bB]ody|[cC]ontext)|[fF]ilter_?[sS]ensitive|[hH]ide_?[sS]ecret|[sS]trip_?[sS]ecret|[sS]trip_?[sS]ensitive|[sS]anitizeFor|[sS]anitise)\w{0,30}\s{0,2}[(:[=]|\b(?:mask|redact|scrub|omit|maskSecret)\(|(?<![\w.])add-mask::|\bfilter_(?:parameters|attributes)\b|\bredact\s{0,3}:\s{0,3}[[{]|\bsensitive\s{0,3}=\s{0,3}true|@JsonIgnore\b|\[JsonIgnore\]|#\[serde\(skip|\bwrite_only\s{0,3}=\s{0,3}True|\bselect\s{0,3}:\s{0,3}false|\bexclude\s{0,3}[:=]\s{0,3}[[({]|\$(?:hidden|dontFlash)\b|@Exclude\(|\bSecret<|\bSecretString\b|\bSecretStr\b|\brepr\s{0,3}=\s{0,3}False|\b@?ToString\.Exclude\b|\battr_encrypted\b|\blog_?[fF]ilter\w{0,10}\b|no_log\s{0,3}:\s{0,3}(?:true|yes)|\b(?:is_?)?[sS]ensitive\w{0,20}\s{0,2}[(.[]|\bSENSITIVE_\w{1,20}\b|\bbefore_?[sS]end\w{0,12}['"]?\s{0,3}[:=]\s{0,3}\w{0,20}(?:[sS]crub|[rR]edact|[fF]ilter|[sS]anitiz|[mM]ask|[sS]trip)/;
const REDACTED = /["'`][^"'`\n]{0,60}\*{3,}[)\]}]?["'`]|["'`<[](?:<?redacted>?|\[?redacted\]?|\[?filtered\]?|\*{3,}|\[?secret\]?|<hidden>|hidden|xxx+|•+)["'`>\]]/i;
// Where the names of what is hidden stand in a list.
const HIDING = /filter_?(?:parameters|attributes|keys|fields)|redact|sensitive|denylist|blacklist|mask|scrub|sanitiz|hidden|censor|exclude_?(?:keys|fields)|dontFlash|\$except/i;
const PRIVATE = /^(?:passw\w*|pwd|secret\w*|token\w*|api_?key|_?key|authorization|cookie|set_cookie|ssn|cvv|cvc|card\w*|otp|email|iban|pin|session\w*|credentials?|bearer|private_?key)$/;
const SAFE = /redact|mask|scrub|sanitiz|censor|obfuscat|hash\(|bcrypt|\*{3}|\blen\(|\.length\b|typeof|Boolean\(|!!\w|\bsha256|fingerprint|\bstrlen\(|slice\(0|substring\(0|\? ['"]set['"]|--password-stdin/i;
// `com/example` is a package of Java.
const TEST_FILE = /(?:^|\/)(?<!\b(?:com|org|net|io|dev)\/)(?:tests?|spec|__tests__|e2e|examples?|demo|fixtures?)\//i;

/** Secrets that are written down, logged, sent or no longer hidden. */
export const rule = defineRisk({
  id: 'risk/secrets',
  area: 'secrets and credentials',
  docs: {
    title: 'A secret is written down, or no longer hidden',
    why: 'Logs, bundles and repositories are read by many, and a secret that was in them once has to be changed everywhere.',
    fix: 'Read secrets from the environment, keep them out of logs and answers, or run a test that they are redacted.',
    since: '0.1.0',
  },
  todo: 'Keep the secret out of logs and answers, or run a test that it is redacted',
  cover: AREA,
  speaks,
  anchor: ANCHORS.secrets,
  *find(view, diff) {
    const isExample = TEST_FILE.test(view.file.path);
    const flagged = flaggedIn(view.changed.filter(({ line }) => line.side === 'added').map(({ line }) => line));
    let inKey = false;
    for (const change of view.anchored) {
      if (isMoved(change.line, diff)) continue;
      if (change.line.side === 'removed') {
        const data = isWholeRemoval(change, view.file) && !isRustFmt(change) ? null : (lostRedaction(change, view) ?? droppedFromList(change, view));
        if (data) yield { change, says: `takes the redaction of ${data.join(', ')} away`, data };
        continue;
      }
      if (!inKey && isCommitted(change, view, flagged.has(change.line))) {
        inKey = /PRIVATE KEY/.test(change.line.text);
        yield isExample ? { change, says: 'commits what looks like a secret', effect: 'warn' } : { change, says: 'commits a secret', uncoverable: true };
      } else if (!inKey) yield* shown(change, view);
    }
  },
});

/** How a type shows itself: when the whole of it goes, the default that is left shows everything. */
const isRustFmt = ({ group }: Changed): boolean => group.removed.some(({ code }) => /\bfn fmt\b|__repr__|__str__|toString|inspect|Debug for|CustomStringConvertible|\bdescription\b|toJSON|as_json|to_json|Stringer|String\(\)|GoString|LogValue|serialize/.test(code));

/** A check covers when it names the datum, or speaks of redaction and names no other datum. */
function speaks(name: string, data: readonly string[]): boolean {
  const heard = stems(name.replace(/\b(?:tokeni[sz]er?s?|lexer|parser|(?:next|peek|split\w*|word) tokens?|tokens? (?:count|usage|stream|type)s?)\b/g, ' '));
  if (data.some((datum) => heard.includes(` ${spacedDatum(datum)} `) || heard.replaceAll(' ', '').includes(datum) && datum.length > 7)) return true;
  return isOfArea(AREA, name) && !DATA.test(heard);
}

const spacedDatum = (datum: string): string => (datum === 'headers' ? 'header' : datum === 'credentials' || datum === 'creds' ? 'credential' : datum);

function isCommitted({ line, group, index }: Changed, { file }: View, isFlagged: boolean): boolean {
  if (/\bBEGIN [A-Z ]{0,30}PRIVATE KEY/.test(line.text)) return /[A-Za-z0-9+/]{40}/.test(`${line.text} ${group.hunk.lines[index + 1]?.text ?? ''}`);
  const text = withStrings(line, file);
  if (text.trim() === '') return isFlagged && !/example|test|fake|dummy|=>/i.test(line.text);
  return isFlagged || (isSecretLiteral(text, file) && !group.removed.some((item) => isSecretLiteral(item.text, file)));
}

function* shown(change: Changed, view: View): Iterable<Hit> {
  const { line, group } = change;
  const { file } = view;
  const text = withStrings(line, file);
  const echoed = /\.(?:sh|bash|zsh|ya?ml)$|dockerfile|makefile/i.test(file.path) ? SHELL_ECHO.exec(text)?.[1] : undefined;
  const hit = (says: string, data: readonly string[]): Hit => ({ change, says, data });
  const isNew = (pattern: RegExp) => !group.removed.some((item) => pattern.test(item.text));
  if (echoed !== undefined && isNew(SHELL_ECHO) && !SAFE.test(text)) yield hit(`prints ${echoed}`, datumOf(echoed, file.path));
  else if (URL.test(text) && isNew(URL)) yield hit('puts a secret into a URL', datumOf(text.slice(text.search(URL)), file.path));
  else if (PUBLIC_ENV.test(text) || (CLIENT_FILES.test(file.path) && CLIENT_ENV.test(text))) yield hit('puts a secret of the server into what clients get', ['secret']);
  else if (ANSWER.test(line.code) && SENT.test(line.code) && !SAFE.test(text)) yield hit('sends a secret in an answer', dataIn(line.code, file.path));
  else {
    const logged = loggedIn(change, view);
    if (logged.length > 0) yield hit(`writes ${logged.join(', ')} to a log`, logged);
  }
}

/** Data that the line hands to a log: as arguments, in templates, or in the last lines of a call that began above. */
function loggedIn(change: Changed, { file }: View): string[] {
  const { line, group } = change;
  const text = withStrings(line, file);
  if (THROWN.test(line.code)) return dataIn(argumentsIn(text, line.code), file.path).filter((datum) => THROWN_DATA.test(datum) && !group.removed.some((item) => item.text.toLowerCase().includes(datum)));
  const isCall = LOG.test(line.code) || /^\s{0,40}(?:log|logger|puts|print|p)\b\s\S/.test(line.code);
  if ((!isCall && !isInLogCall(change)) || (file.role === 'ci' && text.includes('{{'))) return [];
  if (SAFE.test(text) || /^\s{0,40}(?:import|from|use|const \w+ = require)\b/.test(text)) return [];
  if (isCall && ALL_ENV.test(argumentsIn(line.code, line.code)) && !group.removed.some((item) => ALL_ENV.test(item.code))) return ['secret'];
  if (isCall && GIVEN_PASS.test(line.code)) return ['password'];
  const before = group.removed.filter((item) => LOG.test(item.code)).map((item) => argumentsIn(item.text, item.code)).join(' ');
  const had = dataIn(before, file.path);
  const data = dataIn(argumentsIn(text, line.code), file.path).filter((datum) => !had.includes(datum) || hidesIn(before, datum));
  return data.filter((datum) => datum !== 'cookie' && datum !== 'otp' || isCall);
}

const hidesIn = (text: string, datum: string): boolean => SAFE.test(text) && text.toLowerCase().includes(datum);

/** Code, and what stands in interpolations where nobody told code from strings: `${x}`, `#{x}`, `{x}`, `\(x)`. */
function argumentsIn(text: string, code: string): string {
  const from = Math.max(0, code.search(THROWN.test(code) ? THROWN : LOG));
  const plain = code === text ? text.replace(/"(?:[^"\\]|\\.){0,400}"|'(?:[^'\\]|\\.){0,400}'/g, (body) => interpolated(body)) : code;
  const keys = [...text.slice(from).matchAll(/(?:\[\s{0,2}['"](\w{1,40})['"]\s{0,2}\]|['"](\w{1,40})['"]\s{0,3}=>)/g)].map((match) => match.slice(1).join(''));
  const named = [...text.slice(from).matchAll(/\(\s{0,2}['"](authorization|cookie|set-cookie|x-api-key|password|secret)['"]\s{0,2}\)/gi)].map(([, name = '']) => name.replaceAll('-', '_'));
  return `${plain.slice(from)} ${interpolated(text.slice(from))} ${[...keys, ...named].join(' ')}`;
}

const interpolated = (text: string): string => [...text.matchAll(/[$#]\{([^}]{1,80})\}|\\\(([^)]{1,80})\)|(?<=["'][^"']{0,300})\{([\w.]{1,80})(?:[:!][^}]{0,20})?\}|["']?\$(\w{1,40})/g)].map((match) => match.slice(1).join(' ')).join(' ');

/** `logger.info({` stands above, and this line is one of its fields. */
function isInLogCall(change: Changed): boolean {
  if (!/^\s{1,60}(?:['"]?\w{1,40}['"]?\s{0,3}(?::|=>|=)\s{0,3})?[\w.$>[\]'"-]{1,80},?\s{0,3}$/.test(change.line.text)) return false;
  const above = around(change, 4, 0).reverse();
  const open = above.find(({ code }) => /[({[]\s{0,3}$/.test(code));
  return open !== undefined && LOG.test(open.code) && LOGGED.test(open.code);
}

function lostRedaction({ line, group }: Changed, { file }: View): string[] | null {
  const text = withStrings(line, file);
  const isRedaction = REDACT.test(line.code) || (REDACTED.test(text) && dataIn(text.replace(REDACTED, ''), file.path).length > 0) || (REDACTED.test(text) && (LOG.test(line.code) || group.added.some((item) => !REDACTED.test(item.text) && dataIn(argumentsIn(item.text, item.code), file.path).length > 0)));
  if (!isRedaction || /^\s{0,40}(?:import|from|use|const\s\{?[\w, ]{1,80}\}?\s=\srequire)\b/.test(text)) return null;
  const stays = group.added.filter((item) => REDACT.test(item.code) || REDACTED.test(item.text));
  if (stays.length > 0) {
    const hidden = new Set(stays.flatMap((item) => dataIn(item.text, file.path)));
    const bare = dataIn(text, file.path).filter((datum) => !hidden.has(datum));
    return bare.length > 0 && /[[{(]/.test(text) && /\[|\{/.test(text) ? bare : null;
  }
  if (/\bexclude|omit|select|hidden|repr|JsonIgnore|serde|ToString/.test(line.code)) {
    const near = [text, ...group.hunk.lines.slice(Math.max(0, group.from - 2), group.to + 3).map((item) => item.text)].join(' ');
    const data = dataIn(text, file.path);
    return data.length > 0 ? data : /JsonIgnore|serde|write_only|select|@Exclude|hidden/.test(line.code) && dataIn(near, file.path).length > 0 ? dataIn(near, file.path) : null;
  }
  if (group.added.length === 0 && /^\s{0,40}(?:export\s)?(?:async\s)?(?:function|def|func|fn)\s/.test(text)) return null;
  const data = dataIn(text.replace(REDACTED, '').replace(/["'][^"']{0,80}["']/g, (body) => (REDACT.test(line.code) && !REDACTED.test(body) ? body : ' ')), file.path);
  return data.length > 0 ? data : ['secret'];
}

/** One line of a list of what is hidden: the data that no added line of it names any more. */
function droppedFromList(change: Changed, { file }: View): string[] | null {
  const text = withStrings(change.line, file);
  if (!/^\s{0,40}(?:['":]\w|\/)/.test(text)) return null;
  const above = around(change, 12, 0).reverse();
  const open = above.find(({ code }) => /[[({]\s{0,3}$/.test(code));
  if (open === undefined || !HIDING.test(open.text)) return null;
  const names = (item: string) => new Set(item.match(/[a-z_]{3,40}/gi)?.map((name) => name.toLowerCase()) ?? []);
  const stay = new Set(change.group.added.flatMap((item) => [...names(item.text)]));
  const gone = [...names(text)].filter((name) => !stay.has(name));
  return gone.some((name) => PRIVATE.test(name)) ? [...new Set([...dataIn(gone.join(' '), file.path), ...gone.filter((name) => /^passw?/.test(name)).map(() => 'password')])] : null;
}

function datumOf(text: string, path: string): string[] {
  const data = dataIn(text.replace(/[A-Z]{2,}(?:_[A-Z]+)*/g, (name) => name.toLowerCase()), path);
  return data.length > 0 ? data : ['secret'];
}
