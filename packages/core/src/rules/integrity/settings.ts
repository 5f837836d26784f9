import type { DiffFile, DiffLine } from '../../model/index.js';

/** One value of a configuration as one side of the change shows it, whatever the format: JSON, TOML, YAML, INI, a script. */
export interface Setting {
  readonly key: string;
  readonly value: string;
  /** Keys that it stands under, outermost first, as far as the hunk shows them. */
  readonly under: readonly string[];
  readonly line: DiffLine;
}

export interface ListItem {
  readonly key: string;
  readonly item: string;
  readonly under: readonly string[];
  readonly line: DiffLine;
}

interface Read {
  readonly settings: readonly Setting[];
  readonly items: readonly ListItem[];
}

const PAIR = /(?<![\w$.-])(["']?)([\w$@/.:*-]{1,100}|#!?\[\w+)\1\s{0,3}(?::|=(?!=|>))\s{0,3}(?=(\S))/g;
const LONGEST = 2_000;
const known = new WeakMap<DiffFile, { old: Read; now: Read }>();

export function settingsOf(file: DiffFile): { old: Read; now: Read } {
  const before = known.get(file);
  if (before !== undefined) return before;
  const made = { old: readSide(file, 'added'), now: readSide(file, 'removed') };
  known.set(file, made);
  return made;
}

function readSide(file: DiffFile, without: DiffLine['side']): Read {
  const settings: Setting[] = [];
  const items: ListItem[] = [];
  for (const { lines } of file.hunks) {
    const stack: { key: string; indent: number; depth: number }[] = [];
    let depth = 0;
    let section: string[] = [];
    for (const line of lines) {
      if (line.side === without || line.text.length > LONGEST) continue;
      const text = uncommented(line.text, file);
      if (text.trim() === '') continue;
      const indent = text.length - text.trimStart().length;
      const header = /^\s*\[+\s*([^\]"']+|"[^"]+")\s*\]+\s*$/.exec(text);
      if (header !== null && !/,/.test(header[1] ?? '')) {
        section = (header[1] ?? '').split(/[.:]/).map((part) => part.trim().replace(/"/g, ''));
        stack.length = 0;
        depth = 0;
        continue;
      }
      // YAML and INI go by columns, the others by brackets.
      while (stack.length > 0 && (stack[stack.length - 1]?.depth ?? 0) > depth) stack.pop();
      if (isByColumn(file)) while (stack.length > 0 && (stack[stack.length - 1]?.indent ?? 0) >= indent && !/^\s*-/.test(text)) stack.pop();
      const opened = readLine(text, line, [...section, ...stack.map(({ key }) => key)], settings, items);
      depth = Math.max(0, depth + bracketsIn(text));
      if (opened !== null) stack.push({ key: opened, indent, depth: isByColumn(file) ? 0 : depth });
    }
  }
  return { settings, items };
}

const isByColumn = ({ language, path }: DiffFile): boolean => language === 'yaml' || language === 'ini' || language === 'properties' || /\.(?:ya?ml|cfg|ini)$/.test(path);

/** Gives the key whose value goes on in the next lines. */
function readLine(text: string, line: DiffLine, under: readonly string[], settings: Setting[], items: ListItem[]): string | null {
  const path = [...under];
  let opened: string | null = null;
  let end = 0;
  for (const match of text.matchAll(PAIR)) {
    const key = match[2] ?? '';
    const from = match.index + match[0].length;
    if (match.index < end) continue;
    const value = valueAt(text, from);
    if (value.startsWith('{') || value === '(') {
      path.push(key);
      opened = key;
      continue;
    }
    opened = null;
    if (value.startsWith('[')) {
      for (const item of itemsIn(value)) items.push({ key, item, under: path, line });
      end = from + value.length;
      if (!value.endsWith(']')) opened = key;
      settings.push({ key, value, under: path, line });
      continue;
    }
    settings.push({ key, value: bareValue(value), under: path, line });
    end = from + value.length;
  }
  if (end === 0 && opened === null) {
    const key = /^\s*-?\s*(["']?)([\w$@/.-]{1,100})\1\s*[:=]\s*$/.exec(text)?.[2] ?? null;
    if (key !== null) return key;
    const last = under[under.length - 1];
    for (const item of itemsIn(text)) if (last !== undefined) items.push({ key: last, item, under: under.slice(0, -1), line });
    return null;
  }
  return bracketsIn(text) > 0 || /[:=]\s*$/.test(text) ? (opened ?? /([\w$@/.-]{1,100})["']?\s*[:=]\s*$/.exec(text)?.[1] ?? null) : null;
}

function valueAt(text: string, from: number): string {
  const rest = text.slice(from);
  if (rest.startsWith('[')) {
    const close = rest.indexOf(']');
    return close < 0 ? rest : rest.slice(0, rest.lastIndexOf(']') === close ? close + 1 : rest.lastIndexOf(']') + 1);
  }
  const quoted = /^(["'`])((?:[^\\]|\\.)*?)\1/.exec(rest);
  if (quoted !== null) return quoted[0];
  const plain = /^[^,{}\n]*/.exec(rest)?.[0].trim() ?? '';
  return plain === '' ? rest.slice(0, 1) : plain;
}

function itemsIn(text: string): string[] {
  const quoted = [...text.matchAll(/(["'`])((?:[^\\]|\\.){0,300}?)\1/g)].map((match) => match[2] ?? '');
  if (quoted.length > 0) return quoted;
  return text.replace(/^\s*\[|\]\s*,?\s*$/g, '').split(/,|\n/).map((item) => item.trim().replace(/^-\s+/, '')).filter((item) => item !== '' && !/^[{}[\]();]+$/.test(item));
}

const bareValue = (value: string): string => value.replace(/^(["'`])([\s\S]*)\1$/, '$2').replace(/[;,]\s*$/, '').trim();

function bracketsIn(text: string): number {
  let depth = 0;
  for (const char of text.replace(/(["'`])(?:[^\\]|\\.)*?\1/g, '')) {
    if (char === '{' || char === '[' || char === '(') depth += 1;
    else if (char === '}' || char === ']' || char === ')') depth -= 1;
  }
  return depth;
}

function uncommented(text: string, { language }: DiffFile): string {
  if (language === 'json') return text;
  const hash = ['yaml', 'toml', 'ini', 'properties', 'python', 'bash', 'makefile', 'ruby', 'gitignore'].includes(language ?? '');
  if (hash) return text.replace(/(?:^|\s)#(?!\[).*$/, '');
  return text.replace(/(?:^|\s)\/\/(?!\/?["']).*$/, '');
}

/** Values of a key on both sides; a side that does not show it has none. */
export interface Moved {
  readonly key: string;
  readonly under: readonly string[];
  readonly old: Setting | null;
  readonly now: Setting | null;
}

/** Settings that differ, paired by key and by what they stand under. */
export function changedSettings(file: DiffFile): Moved[] {
  const { old, now } = settingsOf(file);
  const idOf = ({ key, under }: Setting) => `${under.join('\0')}\0${key}`;
  const waiting = new Map<string, Setting[]>();
  for (const one of now.settings) waiting.set(idOf(one), [...(waiting.get(idOf(one)) ?? []), one]);
  const left: Setting[] = [];
  const moved: Moved[] = [];
  for (const one of old.settings) {
    const other = waiting.get(idOf(one))?.shift();
    if (other === undefined) left.push(one);
    else if (other.value !== one.value) moved.push({ key: one.key, under: one.under, old: one, now: other });
  }
  const rest = [...waiting.values()].flat();
  for (const one of left) {
    // What it stands under may show on one side only.
    const at = rest.findIndex(({ key }) => key === one.key);
    const [other] = at < 0 ? [] : rest.splice(at, 1);
    if (other === undefined) moved.push({ key: one.key, under: one.under, old: one, now: null });
    else if (other.value !== one.value) moved.push({ key: one.key, under: one.under, old: one, now: other });
  }
  return [...moved, ...rest.map((one) => ({ key: one.key, under: one.under, old: null, now: one }))].filter(({ old: a, now: b }) => (a?.line.side ?? 'removed') !== 'context' || (b?.line.side ?? 'added') !== 'context');
}

/** Items that a list has on one side only, by key. */
export function changedItems(file: DiffFile): { added: readonly ListItem[]; removed: readonly ListItem[] } {
  const { old, now } = settingsOf(file);
  const idOf = ({ key, item }: ListItem) => `${key}\0${item}`;
  const [before, after] = [new Set(old.items.map(idOf)), new Set(now.items.map(idOf))];
  return { added: now.items.filter((one) => one.line.side === 'added' && !before.has(idOf(one))), removed: old.items.filter((one) => one.line.side === 'removed' && !after.has(idOf(one))) };
}
