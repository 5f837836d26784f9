import { keyKind, type KeyKind } from './keys.js';
import { isEcho, isPlaceholder, isReference, isSaid, isSoft } from './placeholders.js';
import { isWordy, looksRandom, shapeOf } from './randomness.js';
import type { Tier } from './types.js';

/**
 * How the value stands. `quoted`: a string literal. `env`: `KEY=value` fills its line. `data`: `key: value` fills its line.
 * `inline`: inside a line of a log, a URL, a command. `code`: bare, in a line of a program.
 */
export type Style = 'quoted' | 'env' | 'data' | 'inline' | 'code';

export interface Asked {
  readonly name: string;
  readonly kind: KeyKind;
  readonly style: Style;
}

/** Of a value longer than `LONG` the first characters are judged, so that many names in one long run stay cheap. */
const LONG = 512;
const JUDGED = 96;
const IDENTIFIER = /^[A-Za-z_$][\w$]*$/;
const DOTTED = /^[A-Za-z_$][\w$]*(?:(?:\.|::|->|\?\.)[A-Za-z_$][\w$]*)+$/;
const EXPRESSION = /[([{]|=>|::|->|\?\.|^[!~]|&&|\|\||[)\]}>]$/;
const KEBAB = /^[A-Za-z]+(?:[-_.:/][A-Za-z]+)+$/;
/** `billing-secret-value`: words, and one of them says what it is. */
const CALLED_SECRET = /^[a-z]+-secret-[a-z]+$/;
const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
const HEX = /^(?:0x)?[0-9a-f]+$/i;
/** Digests, and keys that are made to be seen. */
const PUBLIC = /^(?:(?:sha(?:1|256|384|512)|md5|h1)[-:]|pk_(?:live|test)_|pk\.eyJ|phc_|sb_publishable_|pk-lf-|6L[a-zA-Z][\w-]{37}$|ssh-(?:rsa|ed25519|dss) |ecdsa-|AAAA[BCE]3NzaC1|age1[a-z0-9]{50}|G-[A-Z0-9]{10}$|MFkwEwYHKoZIzj0C|MI[A-Za-z]{2}IjANBgkqhkiG9w0BAQEFAAOC|MCowBQYDK2V|MIGfMA0GCSqGSIb3DQEBAQUAA4GN|MHYwEAYHKoZIzj0CAQ|https?:\/\/[0-9a-f]{32}@[\w.-]*sentry)/;
/** `spacing.100`, `color-primary-500`, `users/list/v2`: words and small numbers in parts. */
const PARTS = /^[A-Za-z]{2,}(?:[-_.:/](?:[A-Za-z]+\d{0,2}|\d{1,4}|v\d{1,3}))+$/;

/** The tier of a value under a name, or null: it is no secret. Judges the value, never the line. */
export function valueTier(whole: string, asked: Asked): Tier | null {
  const value = whole.length > LONG ? whole.slice(0, JUDGED) : whole;
  if (!mayBeSecret(value, asked.name)) return null;
  const accepted = ACCEPTS[asked.kind](value, asked.style);
  if (!accepted) return null;
  return isSure(value, asked) ? 'flag' : 'mask';
}

function mayBeSecret(value: string, name: string): boolean {
  if (value.length < 3 || value.includes('[REDACTED') || value.startsWith('--') || /^0x[0-9a-f]{1,16}$/i.test(value)) return false;
  if (PUBLIC.test(value) || /\(\?[:=!<]|\[\^|\\[dsw][*+{\])]/.test(value)) return false; // public, or a regular expression
  if (isPlaceholder(value)) return false;
  if (isReference(value) && !(value.startsWith('/') && value.length >= 20 && looksRandom(value.replace(/\//g, ''), 18))) return false;
  return !isEcho(value, name) && !(/^[A-Za-z\u00c0-\u024f]+$/.test(value) && isPasswordWord(value));
}

/** The name of such a field in some language: a label. */
function isPasswordWord(value: string): boolean {
  return keyKind(value.toLowerCase()) === 'password' || /^contrase/i.test(value);
}

type Accepts = (value: string, style: Style) => boolean;
const ACCEPTS: Readonly<Record<KeyKind, Accepts>> = {
  none: () => false,
  cookie: () => false,
  password: (value, style) => isTyped(value, style, 4, 6),
  pass: (value, style) => !/^(?:pass|fail|skipp?|succeed)(?:ed)?$/i.test(value) && !/^[\d.]+(?:ms|s|%)?$/.test(value) && isTyped(value, style, 5, 6) && (style === 'quoted' || /\d/.test(value) || /[^\w]/.test(value)),
  secret: (value, style) => isTyped(value, style, 6, 8),
  phrase: (value, style) => (/^(?:[a-z]{2,12}[ ,]+){2,30}[a-z]{2,12}$/.test(value) && !isSoft(value) && !/\b(?:must|your|please|is|required)\b/.test(value)) || (/\d/.test(value) && isTyped(value, style, 4, 6)),
  token: (value, style) => isMade(value, style),
  auth: (value, style) => isMade(value, style) && (looksRandom(value, 12) || value.includes(':')),
  weak: (value, style) => !/\s/.test(value) && !UUID.test(value) && !HEX.test(value) && !EXPRESSION.test(value) && !DOTTED.test(value) && looksRandom(value, style === 'code' ? 20 : 16) && /\d/.test(value) && !/^\d+[a-z]*$/i.test(value),
  pin: (value, style) => (/^\d{4,8}$/.test(value) && style !== 'code') || (value.length >= 8 && /\d/.test(value) && looksRandom(value, 8)),
};

/** Whether a person may have typed it as a password. `bare`: least length when it is letters only. */
function isTyped(value: string, style: Style, least: number, bare: number): boolean {
  if (value.length < least) return false;
  if (/\s/.test(value)) return isPassphrase(value, style);
  if (/^\d+$/.test(value)) return value.length >= least && style !== 'code';
  if (/^[\d.,:]+(?:ms|s|m|h|d|%|px|kb|mb)?$/i.test(value)) return false;
  const literal = style === 'quoted' || style === 'env';
  if (IDENTIFIER.test(value)) {
    if (/\d/.test(value)) return style === 'code' ? looksRandom(value, 10) : !(isSoft(value) && style === 'quoted' && !/\d{3}/.test(value)) || value.length >= 10;
    if (!literal && !(style === 'inline' && /^[a-z]+$/.test(value)) && !(style === 'data' && /^[a-z]+$/.test(value))) return looksRandom(value, 12);
    if (value.length < bare) return false;
    if (isSoft(value)) return style === 'env' && value.length >= 8;
    return style === 'env' || /^(?:[a-z]+|[A-Z][a-z]+|[A-Z]+)$/.test(value) || looksRandom(value, 10);
  }
  if (DOTTED.test(value) && !looksRandom(value, 16)) return false;
  if (KEBAB.test(value) && !looksRandom(value, 14)) return style === 'env' ? value.length >= 8 : literal && value.split(/[-_.]/).length >= 3 && /^[a-z-]+$/.test(value) && !isSoft(value);
  if (value.length < 8 && (style === 'data' || style === 'inline') && /^[\w-]+$/.test(value) && !/[a-z]\d|\d[a-z]/.test(value)) return false;
  if (style === 'code') return !EXPRESSION.test(value) && looksRandom(value, 12);
  if (style !== 'quoted' && /\)[;,]?$|^\(|\w\(|=>|^[{[]|[{}]$/.test(value) && !(style === 'env' && /\d/.test(value))) return false;
  if (isSoft(value)) return false;
  return /[A-Za-z0-9]/.test(value) && (style === 'quoted' ? !isSaid(value) || /\d/.test(value) : /\d|[!@#$%^&*+=?~]/.test(value));
}

/** Several words without any that belong to a sentence. */
function isPassphrase(value: string, style: Style): boolean {
  if (style !== 'quoted' && style !== 'env' && style !== 'data') return false;
  const parts = value.trim().split(/\s+/, 13);
  if (parts.length > 12 || isSoft(value)) return false;
  if (isGrouped(value)) return true;
  const odd = parts.some((part) => /[A-Za-z]/.test(part) && /\d/.test(part));
  if (/^[A-Z][a-z]+(?: [a-z]+)*[.:!?…]?$/.test(value)) return false;
  if (isSaid(value) && !odd) return false;
  if (style !== 'quoted') return false;
  return odd || (parts.length >= 3 && parts.every((part) => /^[a-z]+$/.test(part)));
}

/** Whether a machine may have made it. */
function isMade(value: string, style: Style): boolean {
  if (/\s/.test(value) || value.length < 8) return false;
  if (/^\d+$/.test(value)) return (style === 'env' || style === 'quoted') && value.length >= 8;
  if (/^[\d.,:-]+$/.test(value)) return false;
  if (style === 'quoted' && value.length >= 32 && /\d/.test(value) && !/[\w)\]]\(|=>|\.\w+\(/.test(value) && new Set(value).size > 14 && !isWordy(value)) return true;
  if (EXPRESSION.test(value)) return false;
  if (CALLED_SECRET.test(value)) return !isSoft(value);
  if (PARTS.test(value) && isWordy(value)) return false;
  if (isSoft(value) || (DOTTED.test(value) && !looksRandom(value, 20))) return false;
  if (UUID.test(value)) return true;
  const { lower, upper, digit, run } = shapeOf(value);
  if (style === 'code') return looksRandom(value, 16);
  if (digit === 0) {
    if (KEBAB.test(value) && isWordy(value)) return false;
    return (style === 'env' && value.length >= 16 && !isWordy(value)) || looksRandom(value, 14);
  }
  if (IDENTIFIER.test(value) && lower + upper > 0 && style !== 'env' && style !== 'quoted') return digit >= 3 || looksRandom(value, 10);
  if (/^[A-Za-z]+[-_.]?v?\d{1,2}$/.test(value)) return false;
  if (digit >= 2 || looksRandom(value, 8)) return true;
  return value.length >= 16 && lower > 0 && upper > 0 && run <= 4 && !/\d$/.test(value);
}

/** Sure enough to stop a change: no word of tests in it, and not something a person would write as a name. */
function isSure(value: string, { kind, style }: Asked): boolean {
  if (style === 'code') return false;
  if (isGrouped(value)) return true;
  if (kind === 'weak' || kind === 'pin' || kind === 'auth' || kind === 'pass' || value.length < 8 || /\s/.test(value)) return false;
  if (/(?:test|fake|mock|dummy|sample|secret|passw|token|user|demo|foo|bar\b|admin|default|local)/i.test(value) && !looksRandom(value, 20)) return false;
  const { lower, upper, digit, other } = shapeOf(value);
  if (digit === 0 || lower + upper === 0) return false;
  if (style === 'inline' && value.length < 12 && !(other > 0 || (upper > 0 && lower > 0))) return false;
  if (kind === 'password' || kind === 'secret' || kind === 'phrase') return digit >= 1 && (other > 0 || upper > 0 || digit >= 2);
  if (value.length >= 24 && HEX.test(value)) return true;
  return looksRandom(value, 12) || (value.length >= 16 && lower > 0 && upper > 0 && style !== 'inline');
}

/** Application passwords of mail services: groups of four random letters. */
function isGrouped(value: string): boolean {
  return /^[a-z]{4}(?:[ -][a-z]{4}){3}$/.test(value) && !isWordy(value);
}
