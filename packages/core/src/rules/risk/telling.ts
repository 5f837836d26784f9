import { type DiffFile, GRAMMARS } from '../../model/index.js';
import { lookFor } from '../../text/holds-one.js';

// Inside these functions or files any changed line may be a guard.
const GUARD_NAME = /\b(?:is|can|may|has|check|require|ensure|verify|assert|allow|permit|guard|protect)_?(?:user|auth|admin|allow|permi|access|roles?|owner|log(?:in|ged)|session|edit|delete|view|read|write|publish|manage|activate|staff|scope|close|update)\w*\s*[(=:]|\bauth(?:enticate|ori[sz]e)\w*\s*[(=:]|\b(?:can|may)_?[A-Z]\w*\s*\(|\bAllowed\(/i;
const ANCHORED_PATH = /auth|polic|permission|guard|access|billing|payment|invoice|refund|pricing|tax|checkout|order|schema|models?\b|entit|migrat/i;
const WITH_GRAMMAR: ReadonlySet<string> = new Set(GRAMMARS);
// Only the words that are telling by themselves: the rules whose decision depends on the grammar, without their broad words.
const WORDS =
  'permission forbidden admin owner passw secret token apikey api-key api_key credential redact sanitiz refund payment invoice charge price amount delete_many deletemany delete_all deleteall delete_where deletewhere delete_data deletedata delete_obj deleteobj delete_recurs deleterecurs delete_direct deletedirect executedelete destroy drop_ truncate purge flush rmtree rimraf tls ssl cert verify insecure eval exec system( popen shell pickle yaml. deserializ unserializ innerhtml dangerouslyset html_safe v-html bypasssecurity escape csrf cookie secure md5 sha1 cipher crypt jwt hmac chmod 777 0o666 0666 debug pprof introspection transaction models. column( redirect sendfile send_file readfile basename securefilename session 401 403 protect policy next() guard nonce salt umask'.split(' ');
const PATTERNS: readonly (readonly [word: string, pattern: RegExp])[] = [
  ['auth', /auth(?!or\b|ors\b)/i],
  ['role', /\brole/i],
  ['delete', /delete from|\.delete\b/i],
  ['drop', /drop[A-Z(]/i],
  ['cors', /cors\b/i],
  ['origin', /allow_?-?origin|\borigin['"]?\s?[:=]/i],
  ['random', /\brandom/i],
  ['sql', /sql\b/i],
  ['select ', /select .{1,40} from/i],
  ['insert into', /insert into/i],
  ['update ', /update .{1,40} set /i],
  ['..', /['"]\.\./],
  ['require', /require_?(?:auth|admin|user|role|perm|login|owner|session|scope)/i],
  ['iv', /\biv\b/i],
];
const GUARD_WORDS = 'user auth admin allow permi access role owner login logged session edit delete view read write publish manage activate staff scope close update can may'.split(' ');

const holdsWord = lookFor(WORDS);
const holdsGuard = lookFor(GUARD_WORDS);
const holdsStart = lookFor(PATTERNS.map(([word]) => word).filter((word) => word.length > 2));
const mayMatch = (text: string): boolean => holdsStart(text) || text.includes('..') || /iv/i.test(text);

/** Some changed line of a source file may be a risk, and its grammar decides. False for ordinary code and for docs. */
export function isAnchored(file: DiffFile): boolean {
  if (file.role === 'test' || file.role === 'docs' || file.role === 'generated' || file.role === 'lockfile') return false;
  if (file.language === null || !WITH_GRAMMAR.has(file.language) || file.language === 'css') return false;
  if (ANCHORED_PATH.test(file.path)) return true;
  return file.hunks.some(({ lines, section }) => isGuard(section) || lines.some(({ side, text }) => (side === 'context' ? isGuard(text) : isTelling(text))));
}

// Plain words come first: a pattern is compiled at its first use, and most changes never use most of them.
const isGuard = (text: string): boolean => text !== '' && holdsGuard(text) && GUARD_NAME.test(text);

function isTelling(text: string): boolean {
  return holdsWord(text) || (mayMatch(text) && PATTERNS.some(([, pattern]) => pattern.test(text)));
}
