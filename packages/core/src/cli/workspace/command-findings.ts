import { worthOf } from '../../evidence/logs/command.js';
import { onlyScript, type Scripts, scriptsBehind } from '../../gather/commands/index.js';
import type { Finding, Run, Worth } from '../../model/index.js';

const RULE = 'integrity/command-changed';

/**
 * What the change did to the scripts that the verification commands resolve to. A script that no longer checks blocks:
 * the suite would be green whatever the change does. Any other change of it is for a reviewer's eyes.
 */
export function commandFindings(commands: readonly string[], base: Scripts, now: Scripts): Finding[] {
  const names = new Set(commands.flatMap((command) => [...scriptsBehind(command, base), ...scriptsBehind(command, now)]));
  return [...names].flatMap((name) => findingOf(name, base[name], now[name]));
}

/** The run with the worth of the script behind its command, where that is the whole command: `npm test` may be `exit 0`. */
export function withScriptWorth(runs: readonly Run[], scripts: Scripts): Run[] {
  const seen = runs.map((run) => ({ ...run, worth: run.command === null ? run.worth : worthBehind(run.command, run.worth, scripts) }));
  // Beside a real check a script that says nothing does no harm: `build` is often only an echo.
  return seen.some(({ worth }) => worth === 'check' || worth === 'permissive') ? [...runs] : seen;
}

function findingOf(name: string, old: string | undefined, text: string | undefined): Finding[] {
  if (old === text) return [];
  const evidence = [...(old === undefined ? [] : [`- "${name}": ${JSON.stringify(old)}`]), ...(text === undefined ? [] : [`+ "${name}": ${JSON.stringify(text)}`])].join('\n');
  const about = { rule: RULE, source: 'diff', evidence, at: { file: 'package.json', line: 1 } } as const;
  const saidMuch = old === undefined || worthOf(old) === 'check';
  if (text !== undefined && worthOf(text) !== 'check' && saidMuch) {
    return [{ ...about, effect: 'block', message: `The script \`${name}\` in package.json, which the verification runs, ${LOST[worthOf(text)]} in this change. Restore the check` }];
  }
  if (old === undefined) return [{ ...about, effect: 'note', message: `The script \`${name}\` in package.json, which the verification runs, is new in this change` }];
  return [{ ...about, effect: 'warn', message: `The script \`${name}\` in package.json, which the verification runs, was ${text === undefined ? 'removed' : 'changed'} in this change. Check that it still checks the same` }];
}

const LOST: Readonly<Record<Worth, string>> = {
  check: 'changes',
  trivial: 'came to check nothing',
  masked: 'came to hide the status of its check',
  permissive: 'came to be green when no test is executed',
};

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
