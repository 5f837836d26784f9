import { CONFIG_FILE } from '../../gather/config/index.js';
import { type Config, NOTICES, type Policy, UsageError } from '../../model/index.js';
import { rules } from '../../rules/index.js';
import { segmentsOf } from '../../text/glob.js';

/** What these say is whether anything was checked at all: no configuration makes less of it. */
const FIXED = ['context/missing', 'run/interrupted', 'verification/could-not-start', 'verification/failed'];

/** How the configuration weighs findings; undefined when it says nothing of it. Errors: UsageError for what cannot be meant. */
export function policyOf({ rules: settings, waivers }: Config): Policy | undefined {
  if (settings === undefined && waivers === undefined) return undefined;
  const ids = new Set([...rules.map(({ id }) => id), ...Object.keys(NOTICES)]);
  for (const [id, setting] of Object.entries(settings ?? {})) {
    known(id, 'rules', ids);
    if (setting !== 'block' && FIXED.includes(id)) throw new UsageError(`${CONFIG_FILE}: \`rules\` cannot make less of ${id}: nothing would be left to rely on`);
  }
  for (const [index, { rule, path, expires }] of (waivers ?? []).entries()) {
    const key = `waivers[${index}]`;
    known(rule, key, ids);
    if (FIXED.includes(rule)) throw new UsageError(`${CONFIG_FILE}: \`${key}\` cannot waive ${rule}: nothing would be left to rely on`);
    if (Number.isNaN(Date.parse(expires))) throw new UsageError(`${CONFIG_FILE}: \`${key}.expires\` is no day of the calendar, got ${JSON.stringify(expires)}`);
    if (path !== undefined) segmentsOf(path, `${CONFIG_FILE}: \`${key}.path\``);
  }
  return { rules: settings ?? {}, waivers: waivers ?? [] };
}

function known(id: string, key: string, ids: ReadonlySet<string>): void {
  if (!ids.has(id)) throw new UsageError(`${CONFIG_FILE}: \`${key}\` names ${JSON.stringify(id.slice(0, 80))}, and there is no such rule: \`verifier explain\` lists them`);
}
