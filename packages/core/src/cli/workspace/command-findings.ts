import { worthOf } from '../../evidence/logs/command.js';
import { makefileOf, makeTargets, onlyScript, readPackageJson, recipeOf, scriptFiles, type Scripts, scriptsBehind } from '../../gather/commands/index.js';
import type { ChangedFile } from '../../gather/git/index.js';
import type { Notice, Run, Worth } from '../../model/index.js';

/** What commands resolve to, on one side of the change. */
export interface Recipes {
  readonly scripts: Scripts;
  readonly makefile: string | null;
}

interface Compared {
  readonly title: string;
  readonly file: string;
  readonly old: string | null;
  readonly now: string | null;
}

const RULE = 'integrity/command-changed';
/** Each target costs a look through the makefile. */
const MOST_TARGETS = 100;
const LOST: Readonly<Record<Worth, string>> = {
  check: 'changes',
  trivial: 'came to check nothing',
  masked: 'came to hide the status of its check',
  permissive: 'came to be green when no test is executed',
};

export function recipesFrom(text: (name: string) => string | null): Recipes {
  return { scripts: readPackageJson(text('package.json'))?.scripts ?? {}, makefile: makefileOf(text) };
}

/**
 * What the change did to what the verification commands resolve to: scripts of package.json, targets of a makefile,
 * script files. One that no longer checks blocks, since the suite would be green whatever the change does; any other
 * change of it is for a reviewer's eyes.
 */
export function commandFindings(commands: readonly string[], base: Recipes, now: Recipes, files: readonly ChangedFile[], prefix: string): Notice[] {
  const names = [...new Set(commands.flatMap((command) => [...scriptsBehind(command, base.scripts), ...scriptsBehind(command, now.scripts)]))];
  const texts = [...commands, ...names.flatMap((name) => [base.scripts[name] ?? '', now.scripts[name] ?? ''])];
  const recipe = (makefile: string | null, target: string) => (makefile === null ? null : recipeOf(makefile, target));
  const targets = allTargets(texts.flatMap(makeTargets), (name) => [base, now].map(({ makefile }) => recipe(makefile, name) ?? '').join('\n'));
  const compared = [
    ...names.map((name): Compared => ({ title: `script \`${name}\` in package.json`, file: 'package.json', old: base.scripts[name] ?? null, now: now.scripts[name] ?? null })),
    ...targets.map((name): Compared => ({ title: `target \`${name}\` in the makefile`, file: 'Makefile', old: recipe(base.makefile, name), now: recipe(now.makefile, name) })),
  ];
  const run = new Set([...texts, ...targets.map((name) => recipe(now.makefile, name) ?? '')].flatMap(scriptFiles).map((file) => `${prefix}${file}`));
  return [...compared.flatMap(findingOf), ...files.filter((file) => run.has(file.path) && file.change !== 'added').map(fileFinding)];
}

/** The run with the worth of the script behind its command, where that is the whole command: `npm test` may be `exit 0`. */
export function withScriptWorth(runs: readonly Run[], { scripts }: Recipes): Run[] {
  const seen = runs.map((run) => ({ ...run, worth: run.command === null ? run.worth : worthBehind(run.command, run.worth, scripts) }));
  // Beside a real check a script that says nothing does no harm: `build` is often only an echo.
  return seen.some(({ worth }) => worth === 'check' || worth === 'permissive') ? [...runs] : seen;
}

/** The targets and those that they need in turn. */
function allTargets(first: readonly string[], textOf: (target: string) => string): string[] {
  const found = new Set(first);
  for (const name of found) if (found.size < MOST_TARGETS) for (const next of makeTargets(textOf(name))) found.add(next);
  return [...found];
}

function findingOf({ title, file, old, now }: Compared): Notice[] {
  if (old === now) return [];
  const evidence = [...(old === null ? [] : [`- ${old}`]), ...(now === null ? [] : [`+ ${now}`])].join('\n');
  const about = { rule: RULE, source: 'diff', evidence, at: { file, line: 1 } } as const;
  const said = `The ${title}, which the verification runs,`;
  const worth = now === null ? 'check' : worthOf(now);
  if (worth !== 'check' && (old === null || worthOf(old) === 'check')) return [{ ...about, effect: 'block', message: `${said} ${LOST[worth]} in this change. Restore the check` }];
  if (old === null) return [{ ...about, effect: 'note', message: `${said} is new in this change` }];
  return [{ ...about, effect: 'warn', message: `${said} was ${now === null ? 'removed' : 'changed'} in this change. Check that it still checks the same` }];
}

function fileFinding({ path, change }: ChangedFile): Notice {
  return { rule: RULE, effect: 'warn', source: 'diff', at: { file: path, line: 1 }, message: `The script file ${path}, which the verification runs, was ${change === 'deleted' ? 'deleted' : 'changed'} in this change. Check that it still checks the same` };
}

function worthBehind(command: string, worth: Worth, scripts: Scripts): Worth {
  const seen = new Set<string>();
  let text = command;
  for (let name = onlyScript(text, scripts); worthOf(text) === 'check' && name !== null && !seen.has(name); name = onlyScript(text, scripts)) {
    seen.add(name);
    text = scripts[name] ?? '';
  }
  const found = worthOf(text);
  return worth === 'check' && (found === 'trivial' || found === 'masked') ? found : worth;
}
