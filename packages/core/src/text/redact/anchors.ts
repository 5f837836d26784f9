import { automatonOf, type Automaton } from './automaton.js';
import { readJwk, readSecretManifest } from './blocks.js';
import { COMMANDS, readCommand } from './commands.js';
import { Cursor } from './cursor.js';
import { readCredential } from './headers.js';
import { readPair } from './pairs.js';
import { readPem, readPutty } from './pem.js';
import { PROVIDERS, readProvider } from './providers/index.js';
import type { Hit } from './types.js';
import { readUrl } from './urls.js';

/** Reads what stands at [start, end). Answers where to go on; at most `end`: nothing was taken. */
type Reader = (cursor: Cursor, start: number, end: number) => number;

/** Parts of names. Short ones count only where a word begins and ends. */
const KEY_WORDS = 'pass pwd pswd psw secret token apikey key auth cred cookie session sessid phpsessid jsessionid bearer jwt mnemonic passphrase phrase pepper connectionstring kennwort senha contrase wachtwoord parola haslo heslo losenord signature secretkeybase requirepass masterauth csrf xsrf'.split(' ');
const SHORT_WORDS = 'pw mdp sid sig pat pin otp salt seed psk dsn hmac login totp cvv cvc code'.split(' ');

/** So much of an anchor is looked for; its pattern looks at the rest. Fewer states are quicker to build. */
const ENOUGH = 6;

/** Texts of so many characters in all are searched word by word first: most verdicts are shorter, and hold none. */
const FEW = 6_000;

interface Anchors {
  readonly words: readonly string[];
  readonly readers: readonly Reader[];
  /** The words of which one stands in every text that a reader takes something from: in lower case, and as they are. */
  readonly folded: readonly string[];
  readonly exact: readonly string[];
}
let made: Anchors | undefined;
let automaton: Automaton | undefined;
let searched = 0;

/** Everything that needs an anchor, found in one pass. */
export function anchorScan(text: string, depth: number): Hit[] {
  const { words, readers } = (made ??= anchors());
  if (automaton === undefined && holdsNone(text, made)) return [];
  automaton ??= automatonOf(words);
  const cursor = new Cursor(text, depth);
  automaton.run(text, (word, end) => readers[word]?.(cursor, end - (words[word]?.length ?? 0), end) ?? end);
  return cursor.hits;
}

function holdsNone(text: string, { folded, exact }: Anchors): boolean {
  searched += text.length + 40;
  if (searched > FEW) return false;
  const lower = text.toLowerCase();
  return !folded.some((word) => lower.includes(word)) && !exact.some((word) => text.includes(word));
}

function anchors(): Anchors {
  const words: string[] = [];
  const readers: Reader[] = [];
  const exact: string[] = [];
  const folded: string[] = [];
  const add = (word: string, reader: Reader, isExact = false): void => {
    words.push(word);
    readers.push(reader);
    if (isExact) exact.push(word);
    else folded.push(word.toLowerCase());
  };
  const name = nameReader();
  for (const word of KEY_WORDS) add(word, name);
  for (const word of SHORT_WORDS) add(word, (cursor, start, end) => (standsAlone(cursor.text, start, end) ? name(cursor, start, end) : end));
  for (const provider of PROVIDERS) add(provider.anchor.slice(0, ENOUGH), (cursor, start, end) => (hasCase(cursor.text, start, provider.anchor) ? past(readProvider(cursor, provider, start), start, end) : end), true);
  for (const command of COMMANDS) add(command.anchor.slice(0, ENOUGH), (cursor, start, end) => past(readCommand(cursor, command, start), start, end));
  add('-----begin', (cursor, start, end) => past(readPem(cursor, start), start, end));
  add('---- begin ssh2', (cursor, start, end) => past(readPem(cursor, start), start, end));
  add('private-lines:', (cursor, start, end) => past(readPutty(cursor, start), start, end));
  add('://', (cursor, _start, end) => readUrl(cursor, end));
  add('kind: secret', (cursor, start, end) => past(readSecretManifest(cursor, start), start, end));
  add('kind": "secret', (cursor, start, end) => past(readSecretManifest(cursor, start), start, end));
  add('kind":"secret', (cursor, start, end) => past(readSecretManifest(cursor, start), start, end));
  add('"kty', (cursor, start, end) => past(readJwk(cursor, start), start, end));
  for (const scheme of ['bearer ', 'basic ', 'bearer%20']) add(scheme, readBareCredential);
  return { words, readers, folded, exact };
}

/** Several key words may stand in one name: it is read once. */
function nameReader(): Reader {
  let last: Cursor | undefined;
  let read = 0;
  return (cursor, start, end) => {
    if (cursor !== last) {
      last = cursor;
      read = 0;
    }
    if (start < read) return end;
    // Names inside the value are passed over; other anchors in it may know better what it is.
    read = Math.max(readPair(cursor, start, end, read), end);
    return end;
  };
}

/** A scheme without its header; the credential may be a provider's, so it is not passed over. */
function readBareCredential(cursor: Cursor, start: number, end: number): number {
  if (!/[A-Za-z0-9]/.test(cursor.text[start - 1] ?? '')) readCredential(cursor, start, cursor.line(start)[1], true);
  return end;
}

function past(done: number, start: number, end: number): number {
  return done > start ? Math.max(done, end) : end;
}

function hasCase(text: string, start: number, anchor: string): boolean {
  return text.startsWith(anchor, start);
}

function standsAlone(text: string, start: number, end: number): boolean {
  const before = text.charCodeAt(start - 1);
  const behind = text.charCodeAt(end);
  const first = text.charCodeAt(start);
  const capital = first >= 65 && first <= 90;
  if (isLetter(before) && !(capital && before >= 97)) return false;
  return !(behind >= 97 && behind <= 122);
}

function isLetter(code: number): boolean {
  return (code >= 65 && code <= 90) || (code >= 97 && code <= 122);
}
