import { ANYWHERE, BARE, QUOTED } from './carriers.js';
import { CLEAN } from './clean.js';
import { randomOf, type Random } from './random.js';
import { STRUCTURES, type Sample } from './structures.js';
import { TOKENS } from './tokens.js';
import { MADE, PASSWORD_NAMES, PHRASES, SECRET_NAMES, TOKEN_NAMES, VALUES } from './values.js';

export interface Labelled extends Sample {
  /** What it is and what it stands in. */
  readonly id: string;
  readonly group: 'token' | 'value' | 'structure' | 'clean';
}

const BARE_VALUE = /^[\w.~+/=%!*^@-]+$/;

/** Kinds of secrets that the corpus knows. */
export function kindCount(): number {
  return Object.keys(TOKENS).length + Object.keys(STRUCTURES).length + Object.keys(VALUES).length + Object.keys(MADE).length + Object.keys(PHRASES).length;
}

/** Every token in `each` places, every value in every notation, every structure, every look-alike; all from one seed. */
export function corpus(seed: number, each = 3): Labelled[] {
  const random = randomOf(seed);
  return [...tokens(random, each), ...values(random), ...structures(random, each), ...clean(random)];
}

function tokens(random: Random, each: number): Labelled[] {
  const places = Object.entries(ANYWHERE);
  return Object.entries(TOKENS).flatMap(([id, make]) =>
    Array.from({ length: each }, () => {
      const [place, carry] = random.pick(places);
      const secret = make(random);
      return { id: `${id} in ${place}`, group: 'token' as const, text: carry(secret), secrets: [secretPart(secret)] };
    }),
  );
}

/** Of a URL the part that gives access. */
function secretPart(token: string): string {
  if (!token.startsWith('https://')) return token;
  return token.slice(token.startsWith('https://api.telegram') ? token.indexOf(':', 8) + 1 : Math.max(token.lastIndexOf('/') + 1, 0));
}

function values(random: Random): Labelled[] {
  const out: Labelled[] = [];
  const groups = [
    [PASSWORD_NAMES, { ...VALUES }],
    [SECRET_NAMES, { ...MADE, ...VALUES }],
    [TOKEN_NAMES, MADE],
  ] as const;
  for (const [carriers, bare] of [[QUOTED, false], [BARE, true]] as const) {
    for (const [place, carry] of Object.entries(carriers)) {
      for (const [names, makers] of groups) {
        const name = random.pick(names);
        const [kind, make] = random.pick(Object.entries(makers));
        let secret = make(random);
        for (let tries = 0; bare && !BARE_VALUE.test(secret) && tries < 20; tries += 1) secret = make(random);
        if (bare && !BARE_VALUE.test(secret)) secret = random.chars('abcdefghjkmnpqrstuvwxyz23456789', 16);
        out.push({ id: `${kind} as ${name} in ${place}`, group: 'value', text: carry(name, secret), secrets: [secret] });
      }
    }
  }
  for (const [place, carry] of Object.entries(QUOTED)) {
    if (!/^(?:dotenv|json$|yaml|ts$|python$|toml|shell$)/.test(place)) continue;
    for (const [kind, make] of Object.entries(PHRASES)) {
      const secret = make(random);
      const name = random.pick(PASSWORD_NAMES);
      out.push({ id: `${kind} as ${name} in ${place}`, group: 'value', text: carry(name, secret), secrets: [secret] });
    }
  }
  return out;
}

function structures(random: Random, each: number): Labelled[] {
  return Object.entries(STRUCTURES).flatMap(([id, make]) => Array.from({ length: each }, () => ({ id, group: 'structure' as const, ...make(random) })));
}

function clean(random: Random): Labelled[] {
  return Object.entries(CLEAN).map(([id, make]) => ({ id, group: 'clean' as const, text: make(random), secrets: [] }));
}

/** Whether 8 consecutive characters of a secret (all of a shorter one) are still in the text. */
export function survives(text: string, secret: string): boolean {
  const size = Math.min(8, secret.length);
  for (let at = 0; at + size <= secret.length; at += 1) if (text.includes(secret.slice(at, at + size))) return true;
  return false;
}
