import { keyKind, type KeyKind } from './keys.js';
import { isPlaceholder, isReference, isSoft } from './placeholders.js';
import { MASK } from './types.js';
import { valueTier } from './values.js';

/** JSON.stringify recurses: what lies deeper is masked. */
const DEEPEST = 1000;
const NAME_KEYS = new Set(['name', 'key', 'header', 'variable', 'field', 'id', 'param']);
const VALUE_KEYS = new Set(['value', 'val', 'content', 'default', 'text']);

interface Task {
  readonly value: unknown;
  /** The name that the value stands under; '' when there is none. */
  readonly name: string;
  readonly depth: number;
  readonly put: (out: unknown) => void;
}

/** A copy of the value with every string redacted, names in scope. Iterative; shared and circular parts stay so. */
export function redactedCopy(root: unknown, redactText: (text: string) => string): unknown {
  const result: { out: unknown } = { out: undefined };
  const seen = new Map<object, unknown>();
  const tasks: Task[] = [{ value: root, name: '', depth: 0, put: (out) => { result.out = out; } }];
  for (let task = tasks.pop(); task !== undefined; task = tasks.pop()) {
    const { value, name, depth, put } = task;
    if (typeof value === 'string') put(isSecretUnder(name, value) ? MASK : redactText(value));
    else if (typeof value === 'number' || typeof value === 'bigint') put(isSecretNumber(name, value) ? MASK : value);
    else if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) put(value);
    else if (seen.has(value)) put(seen.get(value));
    else if (depth >= DEEPEST) put(MASK);
    else tasks.push(...parts(value, name, depth + 1, put, seen, redactText));
  }
  return result.out;
}

/** The tasks that copy what an object or array holds. */
function parts(value: object, name: string, depth: number, put: Task['put'], seen: Map<object, unknown>, redactText: (text: string) => string): Task[] {
  if (Array.isArray(value)) {
    const copy: unknown[] = new Array<unknown>(value.length);
    seen.set(value, copy);
    put(copy);
    return value.map((item: unknown, at) => ({ value: item, name: neighbourName(value, at) ?? name, depth, put: (out) => { copy[at] = out; } }));
  }
  if (value instanceof Set) {
    const copy = new Set<unknown>();
    seen.set(value, copy);
    put(copy);
    return [...value].reverse().map((item: unknown) => ({ value: item, name, depth, put: (out) => { copy.add(out); } }));
  }
  if (value instanceof Map) {
    const copy = new Map<unknown, unknown>();
    seen.set(value, copy);
    put(copy);
    return [...value].map(([key, item]: [unknown, unknown]) => {
      const safe = typeof key === 'string' ? redactText(key) : key;
      copy.set(safe, undefined);
      return { value: item, name: typeof key === 'string' ? key : name, depth, put: (out) => { copy.set(safe, out); } };
    });
  }
  const plain = value instanceof Error ? Object.assign({}, value, { name: value.name, message: value.message, stack: value.stack }) : value;
  const json = 'toJSON' in plain && typeof plain.toJSON === 'function' ? (plain.toJSON as () => unknown)() : plain;
  if (json !== plain) return [{ value: json, name, depth, put }];
  const copy: Record<string, unknown> = {};
  seen.set(value, copy);
  put(copy);
  const entries = Object.entries(plain) as [string, unknown][];
  const told = pairedName(entries);
  return entries.map(([key, item]) => {
    const safe = freeKey(copy, redactText(key));
    define(copy, safe, undefined);
    return { value: item, name: told !== null && VALUE_KEYS.has(key.toLowerCase()) ? told : key, depth, put: (out: unknown) => { define(copy, safe, out); } };
  });
}

/** `{ name: 'API_KEY', value: 'x' }`: the value stands under the name that is told. */
function pairedName(entries: readonly [string, unknown][]): string | null {
  if (entries.length > 12 || !entries.some(([key]) => VALUE_KEYS.has(key.toLowerCase()))) return null;
  const found = entries.find(([key, value]) => NAME_KEYS.has(key.toLowerCase()) && typeof value === 'string' && keyKind(value) !== 'none');
  return typeof found?.[1] === 'string' ? found[1] : null;
}

/** `["--token", "x"]`, `["Authorization", "Bearer x"]`: the item before names this one. */
function neighbourName(items: readonly unknown[], at: number): string | null {
  const before = items[at - 1];
  if (typeof before !== 'string' || before.length > 60 || !/^(?:--?)?[A-Za-z][\w.-]*$/.test(before)) return null;
  const kind = keyKind(before.replace(/^-+/, ''));
  if (kind === 'none') return null;
  if (before.startsWith('-') || items.length === 2) return before.replace(/^-+/, '');
  return /^(?:(?:proxy-)?authorization|cookie|set-cookie|x-[\w-]+)$/i.test(before) && at % 2 === 1 ? before : null;
}

const ANY: ReadonlySet<KeyKind> = new Set(['password', 'secret', 'phrase']);

function isSecretUnder(name: string, value: string): boolean {
  if (name === '' || value === '') return false;
  const kind = keyKind(name);
  if (kind === 'none' || kind === 'cookie') return false;
  if (isPlaceholder(value) || isReference(value) || value.includes(MASK)) return false;
  if (ANY.has(kind)) return value.length >= 3 && !isSoft(value);
  if (kind === 'auth' && /^\w+ \S{6,}$/.test(value)) return true;
  return valueTier(value, { name, kind, style: 'quoted' }) !== null;
}

function isSecretNumber(name: string, value: number | bigint): boolean {
  const kind = keyKind(name);
  return (kind === 'password' || kind === 'pin') && String(value).length >= 4;
}

function freeKey(copy: object, key: string): string {
  let free = key;
  for (let count = 2; Object.hasOwn(copy, free); count += 1) free = `${key} (${count})`;
  return free;
}

/** Own property whatever the key is called. */
function define(copy: object, key: string, value: unknown): void {
  Object.defineProperty(copy, key, { value, writable: true, enumerable: true, configurable: true });
}
