import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from './options.js';
import type { About } from './report.js';

/** Files that the eval itself writes: they say nothing of what was measured. */
const WRITTEN = ['docs/readiness.md', 'fixtures/metrics.json'];

export function aboutThis(): About {
  const { version } = JSON.parse(readFileSync(path.join(ROOT, 'packages/core/package.json'), 'utf8')) as { version: string };
  return { version, commit: commitOf(ROOT), node: process.version, platform: `${process.platform} ${process.arch}`, at: new Date().toISOString() };
}

/** The commit that was measured, and whether something beside it was. */
function commitOf(root: string): string {
  const git = (...words: string[]) => execFileSync('git', words, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  try {
    const commit = git('rev-parse', '--short=12', 'HEAD');
    return git('status', '--porcelain', '--', '.', ...WRITTEN.map((file) => `:(exclude)${file}`)) === '' ? commit : `${commit} and what was not committed`;
  } catch {
    return 'unknown: no git repository';
  }
}
