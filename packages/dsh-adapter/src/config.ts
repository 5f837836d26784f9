import { NOTICES, rules } from './core.js';
import type { SandboxMode } from './harness.js';

/** What the operator chose. Defaults are in here, because a user's `config` replaces the whole. */
export interface Settings {
  /** null: the workspace is looked at. */
  readonly commands: readonly string[] | null;
  readonly onUndetected: 'allow' | 'deny';
  readonly timeoutMs: number;
  readonly outputTailChars: number;
  readonly gateTurnEnd: boolean;
  readonly maxTurnEndRetries: number;
  readonly surface: { readonly anchor: boolean };
  readonly acceptance: { readonly enabled: boolean; readonly file: string; readonly run: boolean };
  /** null: as the session has it. */
  readonly sandboxMode: SandboxMode | null;
  readonly env: Readonly<Record<string, string>>;
  readonly policy: { readonly deny: readonly string[]; readonly allow: readonly string[] };
}

interface Issue {
  readonly message: string;
  readonly path?: readonly string[];
}
type Result = { readonly value: Settings } | { readonly issues: readonly Issue[] };

/** One key: what it is when nobody says, and what a value must be; null: it is well. */
interface Field {
  readonly default: unknown;
  wants(value: unknown): string | null;
}
interface Fields {
  readonly [key: string]: Field | Fields;
}

const MODES: readonly SandboxMode[] = ['read-only', 'workspace-write', 'danger-full-access'];
/** Groups that `policy.deny` may name beside rule ids. */
export const GROUPS = { failures: 'verification/', tampering: 'integrity/' } as const;
const LONGEST = 200;

const FIELDS = {
  commands: field(null, 'a list of shell commands, none of them empty', (value) => isList(value, (one) => one.trim() !== '')),
  onUndetected: field('allow', '"allow" or "deny"', (value) => value === 'allow' || value === 'deny'),
  timeoutMs: field(300_000, 'a number of milliseconds above 0', (value) => isWhole(value, 1)),
  outputTailChars: field(4000, 'a number of characters from 0 to 100000', (value) => isWhole(value, 0) && value <= 100_000),
  gateTurnEnd: field(true, 'true or false', isBoolean),
  maxTurnEndRetries: field(2, 'a number from 0 to 100', (value) => isWhole(value, 0) && value <= 100),
  surface: { anchor: field(true, 'true or false', isBoolean) },
  acceptance: {
    enabled: field(true, 'true or false', isBoolean),
    file: field('plan.md', 'a path inside the workspace', isInnerPath),
    run: field(true, 'true or false', isBoolean),
  },
  sandboxMode: field(null, MODES.map((mode) => `"${mode}"`).join(', '), (value) => MODES.some((mode) => mode === value)),
  env: field({}, 'a mapping of names to texts', isEnvironment),
  policy: {
    deny: field(['failures', 'tampering'], 'a list of "failures", "tampering" and rule ids', (value) => isList(value, (one) => Object.hasOwn(GROUPS, one) || isRule(one))),
    allow: field([], 'a list of rule ids', (value) => isList(value, isRule)),
  },
} satisfies Record<keyof Settings, Field | Fields>;

/** A synchronous Standard Schema: the harness validates with it, and a mistake in the configuration fails the start. */
export const Config = { '~standard': { version: 1, vendor: 'verifier', validate } } as const;

function validate(value: unknown): Result {
  const issues: Issue[] = [];
  const settings = filled(FIELDS, value ?? {}, [], issues);
  return issues.length > 0 ? { issues } : { value: settings as unknown as Settings };
}

function filled(fields: Fields, value: unknown, path: readonly string[], issues: Issue[]): Record<string, unknown> {
  if (!isRecord(value)) {
    issues.push({ message: `${path.join('.') || 'config'} must be a mapping`, path });
    return {};
  }
  for (const key of Object.keys(value)) {
    if (!Object.hasOwn(fields, key)) issues.push({ message: `unknown key ${quoted(key)}, known are ${Object.keys(fields).join(', ')}`, path: [...path, key.slice(0, LONGEST)] });
  }
  return Object.fromEntries(Object.entries(fields).map(([key, one]) => [key, isField(one) ? taken(one, value[key], [...path, key], issues) : filled(one, value[key] ?? {}, [...path, key], issues)]));
}

function taken(one: Field, value: unknown, path: readonly string[], issues: Issue[]): unknown {
  if (value === undefined || value === null) return one.default;
  const wants = one.wants(value);
  if (wants !== null) issues.push({ message: `${path.join('.')} must be ${wants}, got ${quoted(value)}`, path });
  return value;
}

function field(byDefault: unknown, wants: string, isWell: (value: unknown) => boolean): Field {
  return { default: byDefault, wants: (value) => (isWell(value) ? null : wants) };
}

function isField(one: Field | Fields): one is Field {
  return typeof one.wants === 'function';
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isBoolean(value: unknown): boolean {
  return typeof value === 'boolean';
}

function isWhole(value: unknown, least: number): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= least;
}

function isList(value: unknown, isWell: (one: string) => boolean): boolean {
  return Array.isArray(value) && value.every((one) => typeof one === 'string' && isWell(one));
}

/** Not absolute, and not out of the folder: a link is looked at when the file is read. */
function isInnerPath(value: unknown): boolean {
  return typeof value === 'string' && value.trim() !== '' && !value.startsWith('/') && !value.split(/[\\/]/).includes('..');
}

function isEnvironment(value: unknown): boolean {
  return isRecord(value) && Object.entries(value).every(([name, text]) => /^[A-Za-z_]\w*$/.test(name) && typeof text === 'string' && !text.includes('\0'));
}

function isRule(id: string): boolean {
  return rules.some((rule) => rule.id === id) || Object.hasOwn(NOTICES, id);
}

function quoted(value: unknown): string {
  const text = (JSON.stringify(value) as string | undefined) ?? typeof value;
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}
