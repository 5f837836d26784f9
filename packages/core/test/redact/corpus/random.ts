/** A seeded source of values: the same seed gives the same corpus. (mulberry32) */
export interface Random {
  /** An integer from 0 to `below - 1`. */
  int(below: number): number;
  pick<T>(list: readonly T[]): T;
  /** `length` characters of an alphabet, at least one digit among them when it has any. */
  chars(alphabet: string, length: number): string;
}

export const LOWER = 'abcdefghijklmnopqrstuvwxyz';
export const UPPER = LOWER.toUpperCase();
export const DIGITS = '0123456789';
export const HEX = '0123456789abcdef';
export const ALNUM = LOWER + UPPER + DIGITS;
export const WORD = `${ALNUM}_`;
export const URLSAFE = `${ALNUM}_-`;
export const BASE64 = `${ALNUM}+/`;
export const CAPS = UPPER + DIGITS;
export const SMALLS = LOWER + DIGITS;

export function randomOf(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const int = (below: number): number => Math.floor(next() * below);
  return {
    int,
    pick(list) {
      const item = list[int(list.length)];
      if (item === undefined) throw new Error('nothing to pick from');
      return item;
    },
    chars(alphabet, length) {
      let out = '';
      for (let at = 0; at < length; at += 1) out += alphabet[int(alphabet.length)] ?? '';
      if (length >= 4 && alphabet.includes('7') && !/\d/.test(out)) out = `${out.slice(0, 2)}7${out.slice(3)}`;
      return out;
    },
  };
}

export function uuid(random: Random): string {
  return [8, 4, 4, 4, 12].map((length, at) => (at === 2 ? `4${random.chars(HEX, 3)}` : random.chars(HEX, length))).join('-');
}

export function base64(text: string): string {
  return Buffer.from(text, 'utf8').toString('base64');
}
