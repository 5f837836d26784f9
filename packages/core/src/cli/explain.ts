import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { UsageError } from '../model/index.js';
import { writeOut } from './print.js';

const ID = /^[a-z]{1,30}\/[a-z0-9-]{1,60}$/;
const NEAR = 3;

/** Prints the page of a rule, or all their ids. Gives the exit code. */
export function explain(args: readonly string[]): number {
  const [given, ...more] = args;
  if (more.length > 0) throw new UsageError(`explain takes one rule id, not ${args.join(' ')}`);
  const folder = pagesFolder();
  const ids = idsIn(folder);
  // As it stands behind a finding, in brackets, it is accepted too.
  const id = given?.replace(/^\[|\]$/g, '');
  if (id === undefined) writeOut(`${ids.join('\n')}\n`);
  else if (ID.test(id) && ids.includes(id)) writeOut(shown(readFileSync(path.join(folder, `${id}.md`), 'utf8')));
  else throw new UsageError(`there is no rule ${JSON.stringify(id)}${suggestion(id, ids)}, \`verifier explain\` lists them`);
  return 0;
}

/** Beside the bundle (scripts/after-build.mjs puts the pages there), else in the repository. */
function pagesFolder(): string {
  // The command line is built as CommonJS, where this is a path.
  const here = path.dirname(import.meta.url.startsWith('file:') ? fileURLToPath(import.meta.url) : import.meta.url);
  const bundled = path.join(here, 'rules-docs');
  return existsSync(bundled) ? bundled : path.join(here, '../../../../docs/rules');
}

function idsIn(folder: string): string[] {
  const groups = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return groups.flatMap(({ name }) => readdirSync(path.join(folder, name)).map((file) => `${name}/${file.replace(/\.md$/, '')}`)).sort();
}

// The first line says what the page is generated from: that is for the repository.
const shown = (page: string): string => page.replace(/^<!--.*-->\n+/, '');

function suggestion(id: string, ids: readonly string[]): string {
  const words = id.toLowerCase().split(/[^a-z]+/).filter((word) => word.length > 2);
  const near = ids.filter((one) => words.some((word) => one.includes(word))).slice(0, NEAR);
  return near.length > 0 ? `, did you mean ${near.join(' or ')}?` : '';
}
