import { existsSync, lstatSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type DetectResult, LaunchError, type ProbeDriver, type ProjectContext } from '@verifier/probe-sdk';
import { baseProblem } from './path-problem.js';
import { startService } from './service.js';
import { openSession } from './session.js';

const SERVE = 'serve';
const DESCRIPTIONS = ['openapi.json', 'openapi.yaml', 'openapi.yml', 'swagger.json'] as const;
const FRAMEWORKS = ['express', 'fastify', 'koa', 'hono', '@hapi/hapi', '@nestjs/core', 'restify'] as const;
const LARGEST_MANIFEST = 1024 * 1024;

export interface ApiDriverOptions {
  /** The id of the registered command that starts the service. Default `serve`. */
  readonly serve?: string;
}

/** Probes an HTTP service on this machine: relative paths, one host, no redirect. It starts the service, or attaches to `baseUrl`. */
export function apiDriver({ serve = SERVE }: ApiDriverOptions = {}): ProbeDriver {
  return {
    targetType: 'api',
    detect: detected,
    launch: async (context) => {
      if (context.signal?.aborted === true) throw new LaunchError('it was aborted', { retryable: false });
      if (context.baseUrl === undefined) return openSession(context, await startService(context, serve));
      const problem = baseProblem(context.baseUrl);
      if (problem !== null) throw new LaunchError(problem, { retryable: false });
      return openSession(context, { base: new URL(context.baseUrl), child: null });
    },
  };
}

/** As a configuration names it: the service is started by the command `serve`. */
export const driver: ProbeDriver = apiDriver();

/** A description of an API, or a package that depends on a server framework. */
function detected({ root }: ProjectContext): DetectResult | null {
  const packages = dependenciesOf(path.join(root, 'package.json'));
  const reasons = [...DESCRIPTIONS.filter((file) => existsSync(path.join(root, file))), ...FRAMEWORKS.filter((name) => packages.has(name)).map((name) => `package.json: ${name}`)];
  return reasons.length === 0 ? null : { targetType: 'api', reasons };
}

function dependenciesOf(file: string): ReadonlySet<string> {
  try {
    const stat = lstatSync(file);
    if (!stat.isFile() || stat.size > LARGEST_MANIFEST) return new Set();
    const manifest: unknown = JSON.parse(readFileSync(file, 'utf8'));
    const named = typeof manifest === 'object' && manifest !== null && 'dependencies' in manifest ? manifest.dependencies : null;
    return new Set(Object.keys(named ?? {}));
  } catch {
    return new Set();
  }
}
