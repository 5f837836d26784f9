import { fileURLToPath } from 'node:url';
import { VERSION } from '../version.js';

/** `verifier X.Y.Z`, or with `json` what it was built from (nothing is known of it yet: `unverifiable`). */
export function versionText(json: boolean): string {
  if (!json) return `verifier ${VERSION}\n`;
  const unknown = { commit: null, dirty: false };
  return `${JSON.stringify({
    name: 'verifier',
    version: VERSION,
    status: 'unverifiable',
    stale: null,
    build: { ...unknown, builtAt: null },
    runtime: { ...unknown, packageRoot: fileURLToPath(new URL('..', import.meta.url)) },
  })}\n`;
}
