import type { Alteration, TreeWatch } from '../../gather/git/index.js';
import { GatherError, type Notice } from '../../model/index.js';
import { matchesPath, segmentsOf } from '../../text/glob.js';
import { briefly } from '../../text/one-line.js';
import { isByProduct } from './by-products.js';

/** Looks at the tree after each group of commands. */
export interface Watcher {
  /** Where the record of the tree lies. */
  readonly folder: string;
  /** `from` is the place of the group's first command among all, `commands` the group. Tells whether the tree is another one. */
  look(from: number, commands: readonly string[]): Promise<boolean>;
  /** What was seen, and which of the commands saw a tree that is no more. */
  findings(all: readonly string[]): Notice[];
  isStale(at: number): boolean;
}

interface Seen {
  readonly from: number;
  readonly commands: readonly string[];
  readonly altered: readonly Alteration[];
}

const NAMED = 3;
const QUOTED = 20;

/** `prefix`: the workspace inside the repository; `results`: files there that the commands are asked to write. */
export function watcherOf(watch: TreeWatch, prefix: string, results: readonly string[]): Watcher {
  const wanted = results.flatMap((glob) => segmentsOf(glob, '--results'));
  const isWanted = ({ path }: Alteration) => path.startsWith(prefix) && matchesPath(wanted, path.slice(prefix.length));
  const seen: Seen[] = [];
  const products: Alteration[] = [];
  let blind: string | null = null;
  return {
    folder: watch.folder,
    async look(from, commands) {
      if (blind !== null) return true;
      try {
        const altered = (await watch.alterations()).filter((each) => !isWanted(each));
        products.push(...altered.filter(isByProduct));
        const others = altered.filter((each) => !isByProduct(each));
        if (others.length > 0) seen.push({ from, commands, altered: others });
        return altered.length > 0;
      } catch (error) {
        blind = error instanceof GatherError ? error.message : 'the record of the tree is gone';
        return true;
      }
    },
    findings: (all) => [...changedFinding(seen, all), ...productFinding(products), ...blindFinding(blind)],
    // Commands of one group ran at the same time: which of them saw what, nobody knows.
    isStale: (at) => seen.some(({ from, commands }) => at < from + commands.length),
  };
}

function changedFinding(seen: readonly Seen[], all: readonly string[]): Notice[] {
  const last = seen.at(-1);
  if (last === undefined) return [];
  const names = [...new Set(seen.flatMap(({ altered }) => altered.map(({ path }) => path)))];
  const stale = all.slice(0, last.from);
  const by = seen.flatMap(({ commands }) => commands);
  const before = stale.length === 0 ? '' : `. What was verified before is stale: ${listed(stale.map((command) => `\`${briefly(command)}\``))}`;
  return [{
    rule: 'integrity/workspace-changed', effect: 'warn', source: 'verify_logs', at: { file: names[0] ?? '', line: 0 }, files: names,
    message: `Verification changed the workspace: ${listed(names)} (by ${by.length === 1 ? '' : 'one of '}${listed(by.map((command) => `\`${briefly(command)}\``))})${before}. Let checks write nothing but ignored files, and verify again`,
    evidence: seen.flatMap(({ commands, altered }) => [...commands.map((command) => `$ ${briefly(command)}`), ...altered.slice(0, QUOTED).map(({ path, kind }) => `${kind}: ${path}`), ...(altered.length > QUOTED ? [`and ${altered.length - QUOTED} more`] : [])]).join('\n'),
  }];
}

function productFinding(products: readonly Alteration[]): Notice[] {
  const [first] = products;
  if (first === undefined) return [];
  const names = products.map(({ path }) => path);
  return [{
    rule: 'integrity/workspace-changed', effect: 'note', source: 'verify_logs', at: { file: first.path, line: 0 },
    message: `The verification left files that git does not ignore: ${listed(names)}. Put them into .gitignore`,
    evidence: names.slice(0, QUOTED).join('\n'),
  }];
}

function blindFinding(why: string | null): Notice[] {
  if (why === null) return [];
  return [{ rule: 'integrity/workspace-changed', effect: 'warn', source: 'system', message: `Whether the verification changed the workspace is not known: ${briefly(why)}. Verify again` }];
}

const listed = (names: readonly string[]): string => `${names.slice(0, NAMED).join(', ')}${names.length > NAMED ? `, and ${names.length - NAMED} more` : ''}`;
