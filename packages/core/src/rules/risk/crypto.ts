import { isMoved } from '../moved.js';
import { ANCHORS } from './anchors.js';
import { defineRisk, type Hit } from './define-risk.js';
import type { Sign } from './signs.js';
import { symbolsAround } from './symbols.js';
import { type Changed, type View, withStrings } from './view.js';

const WEAK = 'uses a weak cipher';
const FIXED = 'fixes what must be different each time (IV, nonce, salt or seed)';
const SMALL = 'makes a key too small';
const UNSIGNED = 'reads a token without checking its signature';
const TIMING = 'compares a secret in a way that time gives away';
const LITERAL = String.raw`(?:b?["'][^"']{1,80}["']|new byte\[|Buffer\.alloc\(|Buffer\.from\(\s{0,3}["']|bytes\(\s{0,3}\d|new Uint8Array\(\s{0,3}(?:\d|\[)|\[\s{0,3}0(?:u8)?\s{0,3}[;,]|b?["']\\x00|make\(\[\]byte|\[\]byte\(\s{0,3}"|bytearray\(\s{0,3}\d|str_repeat\(|ByteArray\(\s{0,3}\d|Data\(count:|Data\(repeating:)`;

const SIGNS: readonly Sign[] = [
  { says: WEAK, added: /\bCipherMode\.(?:ECB|CFB)\b|\bMODE_ECB\b|\bmodes\.ECB\b|['"/-](?:ecb|ECB)['"/]|\bEcb<|\becb::|\bMode\.ECB\b|\baes-\d{3}-ecb\b|\bNewECB|['"]AES['"]\s{0,3}\)/i, unless: /KeyGenerator|SecretKeySpec|KeyPair|AlgorithmParameters|algorithm_name|\becb\.europa/ },
  { says: WEAK, added: /\b(?:DES|TripleDES|DES3|RC2|RC4|ARC4|ARC2|Blowfish|IDEA|CAST5|TripleDESCryptoServiceProvider|DESCryptoServiceProvider)\.(?:Create|new|encrypt|Create\w{0,10})\s{0,2}\(|\bnew (?:TripleDES|DES|RC2)(?:CryptoServiceProvider|Managed|Cng)\(|\bgetInstance\(\s{0,3}"(?:DES|DESede|RC2|RC4|ARCFOUR|Blowfish)\b|\bcreateCipher(?:iv)?\(\s{0,3}['"](?:des|rc2|rc4|bf|blowfish|cast)\b|\bcreateCipher\(\s{0,3}|\b(?:des|rc4)\.NewCipher\(|\bNewTripleDESCipher\(|\balgorithms\.(?:TripleDES|ARC4|Blowfish|IDEA)\(|\bmcrypt_\w{1,20}\(|openssl_(?:en|de)crypt\([^,]{1,80},\s{0,3}['"](?:des|rc4|rc2|bf)\b|Cipher(?:::|\.)new\(\s{0,3}['"](?:des|rc4|bf)\b|CryptoJS\.(?:DES|TripleDES|RC4)\b|\bkCCAlgorithm(?:DES|3DES|RC4)\b|:(?:des3?_(?:ecb|cbc)|rc4)\b|\bEVP_(?:des|rc4|bf)_\w{1,20}\(/i },
  { says: FIXED, added: new RegExp(String.raw`\b(?:iv|IV|[iI]nit(?:ialization)?[vV]ector|nonce|NONCE|salt|SALT)\b['"]?\s{0,3}(?::\s{0,3}[\w\[\]<>&']{1,20}\s{0,3})?(?::=|[:=](?!=))\s{0,3}${LITERAL}|\b(?:IvParameterSpec|GCMParameterSpec)\(\s{0,3}(?:\d{1,3},\s{0,3})?(?:new byte|"[^"]{0,60}"\.getBytes)|\bcreateCipheriv\([^;]{0,120}Buffer\.alloc\(|\bMODE_(?:CBC|CTR|CFB|OFB)\s{0,3},\s{0,3}(?:iv\s{0,3}=\s{0,3})?b["']|\bsetSeed\(\s{0,3}\d|\bhash(?:Sync|pw)?\([^;]{1,80},\s{0,3}['"]\$2[aby]\$`), unless: /random|Random|getRandomValues|read|Read\(|fill|urandom|test|label|class(?:Name)?=/ },
  { says: SMALL, added: /\bmodulusLength['"]?\s{0,3}[:=]\s{0,3}(?:512|768|1024)\b|\bkey_size\s{0,3}=\s{0,3}(?:512|768|1024)\b|\bGenerateKey\(\s{0,3}rand\.Reader,\s{0,3}(?:512|768|1024)\b|\bRSA\.(?:generate|Create|new)\(\s{0,3}(?:512|768|1024)\b|\bRSACryptoServiceProvider\(\s{0,3}(?:384|512|768|1024)\b|\.(?:initialize|init)\(\s{0,3}(?:512|768|1024)\s{0,3}[,)]|\bgenrsa\b.{0,60}\s(?:512|768|1024)\b|\brsa:(?:512|768|1024)\b|private_key_bits['"]\s{0,3}=>\s{0,3}(?:512|768|1024)\b|\brsa_bits\s{0,3}=\s{0,3}(?:512|768|1024)\b|RsaPrivateKey::new\([^,]{1,40},\s{0,3}(?:512|768|1024)\b/ },
  { says: UNSIGNED, added: /\balg(?:orithm)?s?['"]?\s{0,3}(?:[:=,]|=>)\s{0,3}\[?\s{0,3}['"]none['"]|\bverify_signature['"]?\s{0,3}(?::|=>?)\s{0,3}[Ff]alse|\bignoreExpiration['"]?\s{0,3}:\s{0,3}true|\bverify_exp['"]?\s{0,3}(?::|=>?)\s{0,3}[Ff]alse|\bValidate(?:IssuerSigningKey|Lifetime|Issuer|Audience)\s{0,3}=\s{0,3}false|\bRequireSignedTokens\s{0,3}=\s{0,3}false|\bdangerous_insecure_decode\b|\binsecure_disable_signature_validation\b|\binsecure_decode\b|\bParseUnverified\(|\bSigningMethodNone\b|UnsafeAllowNoneSignatureType|\bskip_?[sS]ignature_?[vV]erification\b|\bunsecured\(\)|\bparsePlaintextJWT|\bparseClaimsJwt\(|\bJWT\.decode\([^;]{1,80},\s{0,3}nil,\s{0,3}false|\bsetSkipSignature\w{1,20}\(\s{0,3}\)?|\bjwt\.decode\([^;]{1,80}(?:verify\s{0,3}=\s{0,3}False|options\s{0,3}=\s{0,3}\{[^}]{0,60}False)|\bnoTimestamp\b.{0,20}alg/i },
  { says: TIMING, removed: /\btimingSafeEqual\(|\bcompare_digest\(|\bhash_equals\(|\bConstantTimeCompare\(|\bsecure_compare\(|\bMessageDigest\.isEqual\(|\bFixedTimeEquals\(|\bconstant_time_(?:compare|eq)\b|\bct_eq\(|\bconstantTimeEquals?\(|\bPlug\.Crypto\.secure_compare|\bsafeCompare\(|\bverify_slices_are_equal\(|\bscmp\(|\bhmac\.Equal\(|\bpassword_verify\(/i, kept: /timingSafe|compare_digest|hash_equals|ConstantTime|secure_compare|isEqual|FixedTime|constant_time|ct_eq|safeCompare|verify_slices|hmac\.Equal|password_verify/i },
  { says: 'takes a signature check away', removed: /\b(?:verify|validate|check|assert)_?(?:Webhook|webhook)?_?[sS]ignatures?\b|\bis_?[vV]alid_?[sS]ignature\b|\bsignatureIsValid\b|\bcrypto\.verify\(|\bcreateHmac\(|\bhmac\.(?:new|digest|compare)\b|\bhash_hmac\(|\bconstructEvent\(|\bSignatureVerif\w{1,10}|\bVerifySignature\b|\bverify_header\(|\bjwt\.verify\(|\bjwtVerify\(|\bparseSignedClaims\(|\bparseClaimsJws\(|\bverifyIdToken\(|\bEd25519\w{0,20}\.verify|\.verify\(\s{0,3}(?:signature|sig)\b/, kept: /signature|verify|Hmac|hmac|constructEvent|parseClaimsJws|parseSignedClaims/i },
  { says: 'stores or sends as plain text what was encrypted', removed: /(?<!de)(?<!De)\b(?:encrypt|encryptString|encrypt_\w{1,20}|encrypt[A-Z]\w{0,20}|seal|Crypt::encrypt\w{0,10}|Encrypt)\s{0,2}\(|\bencrypts\s{1,3}:|\bEncryptedField\b|\bstorage_encrypted\s{0,3}=\s{0,3}true|\bencrypted\s{0,3}=\s{0,3}true|\bserver_side_encryption_configuration\b|\bStorageEncrypted:\s{0,3}true|EncryptedSharedPreferences|\bencryptionKey\b/, kept: /[eE]ncrypt|seal|\bcrypt/ },
  { says: 'stores as plain text what was encrypted', added: /\b(?:storage_encrypted|encrypted|StorageEncrypted|encrypt_at_rest|enable_encryption|encryption_enabled|enableEncryption|transit_encryption_enabled|at_rest_encryption_enabled)['"]?\s{0,3}[:=]\s{0,3}(?:false|False)\b/ },
  { says: FIXED, removed: /\brand\.Read\(|\brandomFill(?:Sync)?\(|\bnextBytes\(|\bSecRandomCopyBytes\(|\bgetRandomValues\(|\bfill_bytes\(/, kept: /rand\.|random|nextBytes|SecRandom|fill_bytes|getrandom/i },
  { says: 'takes random numbers that can be guessed', removed: /"crypto\/rand"/, kept: /"crypto\/rand"/ },
];
const STRONG_HASH = /\b(?:bcrypt\w{0,12}|argon2\w{0,4}|Argon2\w{0,20}|scrypt\w{0,6}|pbkdf2\w{0,8}|PBKDF2\w{0,20}|Rfc2898DeriveBytes|password_hash|PASSWORD_(?:ARGON2ID?|BCRYPT|DEFAULT)|PasswordHasher|BCrypt\w{0,16}|make_password|generate_password_hash|has_secure_password|Hash::make|[a-z]*passwordEncoder|bcrypt_elixir|Pbkdf2\w{0,8}|hashpw)\b/i;
const STRONG_DIGEST = /sha-?_?(?:224|256|384|512)|sha3|blake[23]|\bhmac\b/i;
const WEAK_HASH = /(?:^|[^A-Za-z0-9])(?:md5|md4|sha-?_?1)(?![A-Za-z0-9])|\bMD5|\bSHA1|DigestUtils\.(?:md5|sha1)|NoOpPasswordEncoder|\bmd5\w{0,6}\(|\bsha1\w{0,6}\(|\{noop\}/i;
const ANY_HASH = /(?:^|[^A-Za-z0-9])(?:md5|sha-?_?(?:1|224|256|384|512)|crc32|base64)(?![A-Za-z0-9])|\bSHA(?:1|256|512)|\bsha(?:1|256|512)\w{0,6}\(|createHash|NoOpPasswordEncoder|PlainText|\{noop\}/i;
const SECRET_CONTEXT = /passw|passphrase|\bpwd|secret|token|credential|signature|\bsign(?:ed|ing)?\b|session|\botp\b|api_?key|\bpin\b|hmac|digest_auth|auth_?code|reset/i;
const NO_SECRET = /HMAC-SHA1|etag|checksum|cache|gravatar|avatar|usedforsecurity|fingerprint|integrity|dedup|color|colour|token(?:ize|s\b|Count|Usage|Type)|\blexer/i;
const WEAK_RANDOM = /\bMath\.random\(|\brandom\.(?:choice|choices|randint|random|sample|randrange|getrandbits|shuffle)\(|\bnew (?:java\.util\.)?Random\(|(?<![\w.$:])(?:mt_rand|rand|uniqid|lcg_value|str_shuffle)\(|\brand\.(?:Int|Intn|Int63|Int31n?|IntN|Seed|Read|Perm|Float64)\(|(?<!Secure)\bRandom\.(?:rand|new|next\w{0,10}|Default|Shared)\b|\bRandom\(\)|\brandom_shuffle|\bSmallRng|StdRng::seed_from_u64|ThreadLocalRandom|\bdrand48\(|\bsrand\(|:rand\.uniform\(|\bDate\.now\(\)\.toString\(36|\bEnum\.random\(|\bRandomStringUtils\b/;
const STRONG_RANDOM = /randomBytes|randomUUID|getRandomValues|\bsecrets\.|SecureRandom|crypto\/rand|random_bytes|random_int|RandomNumberGenerator|\bOsRng|urandom|SystemRandom|SecRandomCopyBytes|strong_rand_bytes|token_(?:hex|urlsafe|bytes)|\bnanoid|crypto\.random|randomInt\(|getrandom|Random\.secure/i;
const CLOCK = /\buuid1\(|\buuidv?1\(|\buuid\.v1\(|\btime\.time\(\)|\bDate\.now\(\)|\bcurrentTimeMillis\(|\bTime\.now\b|\bmicrotime\(|\btime\.Now\(\)|\bmd5|\bincrement|\+\+/i;
const NUMBERED = /rounds|cost|iterations|iteration_count|work_?factor|saltRounds|gen_?salt|hashSync|\bhash\(|pbkdf2|PBKDF2|PBEKeySpec|scrypt|memory_?cost|time_?cost|key_?size|modulus|\bbits\b|keyLength|generateKey|initialize|randomBytes|random_bytes|token_(?:hex|urlsafe|bytes)|BCrypt|bcrypt|GenerateFromPassword|Rfc2898/i;
const NUMBER = /(?<![\w.])\d[\d_]{0,9}(?![\w.])/g;

/** Ciphers, hashes of passwords, random numbers, signatures and keys that became weaker. */
export const rule = defineRisk({
  id: 'risk/crypto',
  area: 'cryptography',
  docs: {
    title: 'Cryptography became weaker',
    why: 'Weak hashes, ciphers and random numbers work like strong ones until somebody attacks them.',
    fix: 'Keep the strong primitive, or run a test that says which one is used.',
    since: '0.1.0',
  },
  todo: 'Keep the strong hash, cipher or random source, or run a test that says which one is used',
  cover: {
    words: /\b(?:crypto\w*|cryptograph\w*|cipher\w*|encrypt\w*|decrypt\w*|hash|hashes|hashed|hashing|hasher|passwords?|random\w*|nonces?|iv|salts?|salted|kdf|argon2?\w*|bcrypt|scrypt|pbkdf2|signatures?|signed|unsigned|signing|hmac|aes|gcm|rsa|jwt|jws|tokens?|entropy|unpredictable|guess\w*|key size|key length|timing|constant time|secure)\b/,
    near: /\b(?:hash (?:map|maps|router|table|tables|tags?|links?|fragment|set|sets)|random (?:order|colou?rs?|items?|picks?)|token ?izer\w*|(?:next|peek|lexer?|parser?|count\w*|usage|max) tokens?|tokens? (?:count\w*|usage|limit|stream)|secure cookies?)\b/g,
  },
  anchor: ANCHORS.crypto,
  signs: SIGNS,
  *find(view, diff) {
    for (const change of view.anchored) {
      const says = change.line.side === 'added' && !isMoved(change.line, diff) ? weakened(change, view) : null;
      if (says !== null) yield { change, says } satisfies Hit;
    }
  },
});

function weakened(change: Changed, { file }: View): string | null {
  const { line, group } = change;
  const text = withStrings(line, file);
  const before = group.removed.map((item) => withStrings(item, file));
  const had = (pattern: RegExp) => before.some((item) => pattern.test(item));
  const context = [text, ...symbolsAround(change), file.path].join(' ');
  const isSecret = SECRET_CONTEXT.test(context) && !NO_SECRET.test(text);
  if (had(STRONG_HASH) && ANY_HASH.test(text) && !STRONG_HASH.test(text)) return 'hashes passwords in a weaker way';
  if (WEAK_HASH.test(text) && !had(WEAK_HASH) && (isSecret || (had(STRONG_DIGEST) && !NO_SECRET.test(text)))) return 'uses a broken hash (MD5 or SHA-1) for a secret';
  if (WEAK_RANDOM.test(text) && !had(WEAK_RANDOM) && (had(STRONG_RANDOM) || (isSecret && !NO_SECRET.test(context)))) return 'takes random numbers that can be guessed';
  if (CLOCK.test(text) && had(STRONG_RANDOM) && !STRONG_RANDOM.test(text)) return 'takes random numbers that can be guessed';
  return isLowered(text, before) ? 'lowers a number that strong hashing or keys depend on' : null;
}

/** The same line with a smaller number: rounds, iterations, bits, bytes. */
function isLowered(text: string, before: readonly string[]): boolean {
  if (!NUMBERED.test(text)) return false;
  const shape = text.trim().replace(NUMBER, '#');
  return before.some((item) => {
    if (item.trim().replace(NUMBER, '#') !== shape) return false;
    const olds = item.match(NUMBER) ?? [];
    const news = text.match(NUMBER) ?? [];
    return news.some((value, index) => Number(value.replaceAll('_', '')) < Number((olds[index] ?? '0').replaceAll('_', '')));
  });
}

