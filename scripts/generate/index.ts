import { cliPage } from './cli-page.js';
import { configPage } from './config-page.js';
import type { Generated } from './files.js';
import { needleTable } from './needle-table.js';
import { recognizersPage } from './recognizers-page.js';
import { recognizerRegistry, ruleRegistry } from './registries.js';
import { rulePages } from './rule-pages.js';

/** Everything that `pnpm generate` makes, in memory. */
export async function generatedFiles(root: string): Promise<Generated> {
  const texts = new Map<string, string>([
    ...recognizerRegistry(root),
    ...ruleRegistry(root),
    ...(await needleTable(root)),
    ...(await rulePages(root)),
    ...(await recognizersPage(root)),
    ...configPage(),
    ...cliPage(),
  ]);
  return { texts, owns: ['docs/rules'] };
}
