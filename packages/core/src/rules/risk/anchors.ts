import { type DiffFile, GRAMMARS } from '../../model/index.js';

/**
 * For each area the words without which none of its signs can be on a line. Cheap: plain words, no repeats. A rule looks at
 * a changed line only when its anchor is there, and a file without any anchor needs no grammar.
 */
export const ANCHORS = {
  auth: /auth|row level|permi[st]|forbid|denied|deny|allow|admin|owner|role|access|login|logged|principal|session|polic[yi]|superuser|staff|tenant|teamid|userid|user_?id|current_?user|guard|gate|\bacl|rbac|40[13]\b|protect|anonymous|public|scope|claims|can[A-Z_?]|may_|verify|ensure|require[A-Z_]|bypass|privilege|isOwn|codeowners|@[\w-]+\/|middleware|next\(\)|impersonat|grant/i,
  secrets: /passw|passphrase|pwd|secret|token|api_?-?key|private_?-?key|access_?-?key|credential|redact|mask|sanitiz|scrub|censor|obfuscat|authorization|cookie|headers|BEGIN [A-Z ]*PRIVATE|[A-Za-z0-9_+/=-]{20}|\bssn\b|\bcvv|card|jsonignore|write_?only|filtered|hidden|bearer/i,
  billing: /bill|pay|paid|invoice|refund|charge|price|pricing|amount|tax|discount|coupon|prorat|subscription|checkout|credit|currency|cents|minor|total|fee|stripe|trial|rate|idempot|vat\b|balance|ledger|money|qty|quantity/i,
  database: /table|column|index|schema|migrat|constraint|foreign|cascade|nullable|null|models\.|field|relation|@id|@unique|@default|@@|synchronize|sync\(|ddl|auto_?migrate|transaction|atomic|ensurecreated|ensuredeleted|destructivemigration|foreign_key|drop|alter|rename|begin|commit|collection|varchar|integer|belongs_to|has_many|dependent|primary/i,
  destructive: /delet|destroy|drop|truncat|purge|flush|obliterate|\brm\b|rmtree|rimraf|rm_rf|\brm(?:Sync|dir)?\(|remove|wipe|erase|clear|--force|-f\b|where|filter|retention|prevent_destroy|final_snapshot|retain|versioning|autodelete|empty\(|mkfs|\bdd\b|dry_?-?run|confirm|backup|shred|soft_?delete|reclaim|limit/i,
  tls: /tls|ssl|cert|verif|reject_?unauthorized|hostname|insecure|trust|\bcurl\b|http:|https|check_?server|stricthostkey|sslmode|security_?protocol|cleartext|arbitraryloads|badcertificate|minversion|min_version|hsts|certificatepinner|--no-check|validate_certs/i,
  injection: /eval|exec|system|popen|shell|spawn|subprocess|pickle|marshal|yaml|unserialize|deserializ|objectinput|readobject|binaryformatter|typenamehandling|html|innerhtml|document\.write|raw|safe|\{!!|<%|\{\{\{|escape|sanitiz|purify|bleach|quote|select|insert|update|delete|where|function\(|vm\.|template|render|redirect|fetch|request|require\(|include|import\(|__import__|process|command|entit|dtd|noent|constantize|\bsend\(|invoke-expression|\biex\b|query|parseexpression|code\.|settypehandling|xstream|loadstring|binary_to_term|permit!|location|params|jsonpickle|dill|torch\.load/i,
  cors: /cors|origin|csrf|xsrf|forgery|cookie|httponly|http_only|samesite|same_site|secure|helmet|frame|content-?security|csp|hsts|strict-transport|antiforgery|authenticity|unsafe-|credentials|permissive|any_?host|postmessage|nosniff|content-type-options/i,
  crypto: /md5|sha-?1|sha-?256|sha512|hash|cipher|crypt|\baes|des\b|desede|3des|rc4|blowfish|ecb|gcm|cbc|\biv\b|iv[_A-Z]|nonce|salt|random|rand\b|rand\(|uniqid|rounds|cost|iterations|jwt|\balg|algorithm|verify|signature|hmac|compare|equal|modulus|key_?size|generatekey|pbkdf|argon|bits|unverified|kdf|secrets?\.|seed/i,
  path: /path|join|open|file|resolve|basename|filename|\.\.|realpath|normaliz|canonical|send_?file|read|write|zip|tar|extract|unlink|archive|islocal|relative|startswith|clean|include|download|dir|root/i,
  permissions: /chmod|0o?[0-7]{3}|mode|umask|world|rwx|everyone|nopasswd|setcap|privileg|host(?:network|pid|ipc)|runas|cap_?add|docker\.sock|unconfined|user\b|root|action|resource|principal|administrator|poweruser|roles?\b|cluster-admin|verbs|apigroups|allusers|allauthenticated|public|acl|0\.0\.0\.0\/0|::\/0|grant|superuser|nodeintegration|contextisolation|websecurity|sandbox|exported|readable|writable|setreadable|all_urls|unauthenticated|capabilit|sys_admin|s3:|iam:|"\*"|'\*'|permission|allow-all|no-new-priv|uses-perm/i,
  supplychain: /curl|wget|iwr|irm|invoke-web|install|registry|index-url|index_url|trusted|gopro|gosum|gonosum|goinsecure|goflags|http:|https:|git\+|git:|github:|integrity|checksum|sha256|sha512|--hash|gpg|cosign|resolved|uses:|from\b|latest|"\*"|hashes|frozen|ignore-?scripts|replace|cmdclass|urlopen|branch|immutable|verify|source|repositor|git =|secure-http|\bci\b|=>|pin/i,
  debug: /debug|pprof|expvar|introspection|playground|graphi?ql|phpinfo|display_errors|stack|traceback|actuator|exposure|exceptionpage|customerrors|h2|consider_all|toolbar|admin|internal|environ|env\b|dump|inspect|jdwp|devtools|dashboard|expos|process\.env|swagger|local_requests|webcontents|whoops|console|development|profil|printstacktrace|exc_info|format_exc|show/i,
  ci: /permissions|write|read|pull_request_target|github\.|secrets|persist-credentials|unsecure|self-hosted|ref:|inherit|env:|environment|debug_trace|runs-on|if:|\$\{\{|CI_|on:|approval|manual|message|protected|token|fork/i,
} as const satisfies Record<string, RegExp>;

// Inside these functions or files any changed line may be a guard.
export const GUARD_NAME = /\b(?:is|can|may|has|check|require|ensure|verify|assert|allow|authenticat|authoriz|authoris|permit|guard|protect)(?:_?[A-Z]\w*|_\w+|e|ed)?\s*[(=:]/;
const ANCHORED_PATH = /auth|polic|permission|guard|access|billing|payment|invoice|refund|pricing|tax|checkout|order|schema|models?\b|entit|migrat/i;
const WITH_GRAMMAR: ReadonlySet<string> = new Set(GRAMMARS);
const ANY = new RegExp(
  // Only the words that are telling by themselves: the rules whose decision depends on the grammar, without their broad words.
  String.raw`auth(?!or\b|ors\b)|permission|forbidden|admin|\brole|owner|passw|secret|token|api_?key|credential|redact|sanitiz|refund|payment|invoice|charge|price|amount|delete|destroy|drop|truncat|purge|flush|rmtree|rimraf|tls|ssl|cert|verify|insecure|eval|exec|system\(|popen|shell|pickle|yaml\.|serializ|html|escape|cors|origin|csrf|cookie|secure|md5|sha1|cipher|crypt|\brandom|jwt|hmac|chmod|0o?777|0o?666|debug|pprof|introspection|transaction|models\.|column|sql|select |insert |update |redirect|sendfile|send_file|readfile|basename|filename|\.\.|session|401|403|require[A-Z]|protect|policy|next\(\)|open\(|join\(|guard|trust|nonce|\biv\b|salt|umask`,
  'i',
);

/** Some changed line of a source file may be a risk, and its grammar decides. False for ordinary code and for docs. */
export function isAnchored(file: DiffFile): boolean {
  if (file.role === 'test' || file.role === 'docs' || file.role === 'generated' || file.role === 'lockfile') return false;
  if (file.language === null || !WITH_GRAMMAR.has(file.language) || file.language === 'css') return false;
  if (ANCHORED_PATH.test(file.path)) return true;
  return file.hunks.some(({ lines, section }) => GUARD_NAME.test(section) || lines.some(({ side, text }) => (side === 'context' ? GUARD_NAME.test(text) : ANY.test(text))));
}
