import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { fenced, generatedFrom, page, table } from './markdown.js';

const MAIN = 'packages/core/src/cli/main.ts';
const EXIT_CODES = [
  ['0', 'the judgement is complete, whatever it says'],
  ['1', 'the verdict reached what `--fail-on` names'],
  ['2', 'the call was wrong or something could not be read: one sentence on stderr, nothing on stdout'],
];

/** `docs/cli.md`: the help that the command prints itself. */
export function cliPage(root: string): [string, string][] {
  if (!existsSync(path.join(root, MAIN))) return [];
  const env = { ...process.env, COLUMNS: '100', NO_COLOR: '1', FORCE_COLOR: '0' };
  const help = execFileSync(process.execPath, ['--import', 'tsx', MAIN, '--help'], { cwd: root, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
  const text = page(generatedFrom('the help of the command'), '# Command line', fenced('text', help), '## Exit codes', table(['code', 'means'], EXIT_CODES));
  return [['docs/cli.md', text]];
}
