import { MASK } from './types.js';

const SECRET_KEY = /(?:passw(?:or)?d|passphrase|pwd|secret|token|api[_-]?key|private[_-]?key|access[_-]?key|authorization|credential|connectionstring)$/i;
const MAX_DEPTH = 200;

/** A copy of the value with every string redacted, keys in scope. Iterative, so that depth costs no stack. */
export function redactedCopy(value: unknown, redactText: (text: string) => string): unknown {
  const root: { out: unknown } = { out: undefined };
  const seen = new Map<object, unknown>();
  const queue: { value: unknown; key: string; depth: number; put: (out: unknown) => void }[] = [
    { value, key: '', depth: 0, put: (out) => { root.out = out; } },
  ];
  for (let task = queue.pop(); task !== undefined; task = queue.pop()) {
    const { value: item, key, depth, put } = task;
    if (typeof item === 'string') put(SECRET_KEY.test(key) && item.length >= 4 ? MASK : redactText(item));
    else if (typeof item !== 'object' || item === null) put(item);
    else if (seen.has(item)) put(seen.get(item));
    else if (Array.isArray(item)) {
      const copy: unknown[] = new Array(item.length);
      seen.set(item, copy);
      put(copy);
      item.forEach((entry: unknown, at) => queue.push({ value: entry, key, depth: depth + 1, put: (out) => { copy[at] = out; } }));
    } else if (depth < MAX_DEPTH) {
      const copy: Record<string, unknown> = {};
      seen.set(item, copy);
      put(copy);
      for (const [name, entry] of Object.entries(item)) {
        const safe = redactText(name);
        copy[safe] = undefined;
        queue.push({ value: entry, key: name, depth: depth + 1, put: (out) => { copy[safe] = out; } });
      }
    } else put(MASK);
  }
  return root.out;
}
