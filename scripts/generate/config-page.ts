import { fenced, generatedFrom, page, table } from './markdown.js';
import { configProperties } from './schemas.js';

const EXAMPLE = {
  base: 'origin/main',
  intentFile: 'task.md',
  verifyCommands: ['pnpm typecheck', 'pnpm test'],
  verifyTimeoutMs: 600_000,
  failOn: 'not_mergeable',
  rules: { 'risk/debug': 'warn' },
  waivers: [{ rule: 'risk/tls', path: 'legacy/**', reason: 'The old proxy has no certificate, it goes away in March.', expires: '2027-03-31', owner: 'platform team' }],
};

/** `docs/config.md`. */
export function configPage(): [string, string][] {
  const rows = Object.entries(configProperties()).map(([key, { description, ...shape }]) => [`\`${key}\``, shapeOf(shape), description ?? '']);
  const text = page(
    generatedFrom('packages/core/src/model/schemas/config.ts'),
    '# verifier.config.json',
    'A file in the workspace with the defaults of `verifier check`. Options on the command line win. It is read as it stands at the base of the change, so a change cannot choose its own judge. An unknown key or a value of the wrong type is refused with one sentence and exit code 2.',
    table(['key', 'value', 'meaning'], rows),
    '## Example',
    fenced('json', JSON.stringify(EXAMPLE, null, 2)),
  );
  return [['docs/config.md', text]];
}

interface Shape {
  readonly type?: string;
  readonly enum?: readonly string[];
  readonly items?: object;
  readonly anyOf?: readonly Shape[];
}

function shapeOf({ type, enum: values, items, anyOf }: Shape): string {
  if (values !== undefined) return values.map((value) => `\`${value}\``).join(', ');
  if (anyOf !== undefined) return anyOf.map(shapeOf).join(' or ');
  return type === 'array' ? `array of ${shapeOf(items ?? {}).replace(/^[a-z]+/, '$&s')}` : (type ?? 'value');
}
