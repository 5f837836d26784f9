import { HELP } from '../../packages/core/src/cli/help.js';
import { fenced, generatedFrom, page } from './markdown.js';

/** `docs/cli.md`: the help that the command prints itself. */
export function cliPage(): [string, string][] {
  return [['docs/cli.md', page(generatedFrom('packages/core/src/cli/help.ts'), '# Command line', fenced('text', HELP.text))]];
}
