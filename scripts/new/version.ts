import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '../generate/files.js';

/** The version in which something made now will first be there. */
export function versionOf(): string {
  return (JSON.parse(readFileSync(path.join(ROOT, 'packages/core/package.json'), 'utf8')) as { version: string }).version;
}
