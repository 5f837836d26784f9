import type { Config } from '../../model/index.js';
import type { Environment } from '../git/environment.js';

type Wanted = Pick<Config, 'env' | 'envRemove'>;

/** What commands find in their environment: the caller's, without `envRemove`, with `env`, and CI=1 where nobody says anything of CI. */
export function commandEnvironment(caller: Environment, { env = {}, envRemove = [] }: Wanted): Environment {
  const removed = new Set(envRemove);
  const inherited = Object.entries({ ...caller, CI: caller['CI'] ?? '1' }).filter(([name]) => !removed.has(name));
  return { ...Object.fromEntries(inherited), ...env };
}

/** Everything that redaction has to know of: the caller's values, also those that no command sees, and the configuration's. */
export function secretEnvironment(caller: Environment, { env = {} }: Wanted): Environment {
  // The name says whether a value is secret: where both have one, the second needs a name of that kind too.
  return { ...caller, ...Object.fromEntries(Object.entries(env).map(([name, value]) => [name in caller ? `CONFIG_${name}` : name, value])) };
}
