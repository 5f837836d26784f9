import { automatonOf, type Automaton } from './automaton.js';
import { keyKind } from './keys.js';
import { isPlaceholder } from './placeholders.js';
import type { Hit, RedactOptions } from './types.js';

/** The values of an environment, ready to be looked for in every form they take in a text. */
export interface KnownValues {
  hits(text: string): Hit[];
}

const LEAST = 6;
const ANCHOR = 16;
const COMMON = /^(?:true|false|yes|no|on|off|none|null|undefined|default|enabled|disabled|localhost|production|development|staging|testing|password|secret|token|changeme|example|required|optional|always|never|github|gitlab|oauth2?|bearer|basic|file|keyring|\d{1,7}|\/.*|[A-Za-z]:[\\/].*|ssh-agent.*|https?:\/\/[^@]*)$/i;
const prepared = new WeakMap<object, KnownValues | null>();

/** null: the environment holds nothing secret. Prepared once per environment object. */
export function knownValues({ env }: RedactOptions): KnownValues | null {
  if (env === undefined) return null;
  const known = prepared.get(env);
  if (known !== undefined) return known;
  const values = secretValues(env);
  const made = values.length === 0 ? null : searchOf(values);
  prepared.set(env, made);
  return made;
}

function secretValues(env: NonNullable<RedactOptions['env']>): string[] {
  const values: string[] = [];
  for (const [name, value] of Object.entries(env)) {
    if (value === undefined) continue;
    const url = /:\/\/[^\s/:@]{0,200}:([^\s/@]{6,400})@/.exec(value);
    if (url?.[1] !== undefined) values.push(url[1]);
    const kind = keyKind(name);
    if (kind === 'none' || kind === 'pass' || value.trim().length < LEAST || COMMON.test(value.trim()) || isPlaceholder(value.trim())) continue;
    if (kind === 'weak' && !/\d/.test(value) && value.length < 16) continue;
    values.push(value.trim());
    for (const line of value.split(/\r?\n|\\n/)) if (line.length >= 16 && !line.startsWith('-----') && line !== value) values.push(line);
  }
  return values;
}

function searchOf(values: readonly string[]): KnownValues {
  const forms = [...new Set(values.flatMap(formsOf))].filter((form) => form.length >= LEAST);
  const ascii = forms.filter((form) => /^[\x20-\x7e]/.test(form));
  const anchors = ascii.map((form) => /^[\x20-\x7e]{1,16}/.exec(form)?.[0] ?? form.slice(0, ANCHOR));
  const automaton: Automaton = automatonOf(anchors);
  return {
    hits(text) {
      const hits: Hit[] = [];
      automaton.run(text, (word, end) => {
        const form = ascii[word] ?? '';
        const start = end - (anchors[word]?.length ?? 0);
        const found = text.startsWith(form, start) || (/^[0-9a-f]+$/.test(form) && text.slice(start, start + form.length).toLowerCase() === form);
        if (!found) return end;
        hits.push({ start, end: start + form.length, rule: 'environment', tier: 'mask' });
        return end;
      });
      for (const form of forms) {
        if (/^[\x20-\x7e]/.test(form)) continue;
        for (let at = text.indexOf(form); at >= 0; at = text.indexOf(form, at + form.length)) hits.push({ start: at, end: at + form.length, rule: 'environment', tier: 'mask' });
      }
      return hits;
    },
  };
}

/** The value as it is, and as base64 (three alignments, both alphabets), hex, URL, JSON, shell and XML write it. */
function formsOf(value: string): string[] {
  const bytes = new TextEncoder().encode(value);
  const json = JSON.stringify(value).slice(1, -1);
  const forms = [
    value,
    encodeURIComponent(value),
    encodeURIComponent(value).replace(/%20/g, '+').replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`),
    encodeURIComponent(value).replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase()),
    encodeURI(value),
    json,
    JSON.stringify(json).slice(1, -1),
    value.replace(/'/g, `'\\''`),
    value.replace(/[^\w@%+=:,./-]/g, '\\$&'),
    value.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;'),
    value.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;').replace(/'/g, '&#39;'),
  ];
  if (bytes.length >= 8) forms.push(hexOf(bytes));
  for (const shift of [0, 1, 2]) {
    const whole = base64Of(bytes, shift);
    if (whole.length < 8) continue;
    forms.push(whole, whole.replace(/\+/g, '-').replace(/\//g, '_'));
  }
  return forms;
}

function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The base64 letters that depend on these bytes alone when `shift` others stand before them. */
function base64Of(bytes: Uint8Array, shift: number): string {
  const padded = String.fromCharCode(...new Array<number>(shift).fill(0), ...bytes.slice(0, 6000));
  const all = btoa(padded).replace(/=+$/, '');
  const first = Math.ceil((shift * 8) / 6);
  const last = Math.floor(((shift + Math.min(bytes.length, 6000)) * 8) / 6);
  return all.slice(first, last);
}
