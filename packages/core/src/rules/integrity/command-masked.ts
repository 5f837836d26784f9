import type { DiffFile, Rule } from '../../model/index.js';
import { commandOf, holdsCommands, runsCheck } from './checks.js';
import { clean } from './explain.js';
import { found } from './finding.js';
import { addedIn, type At, counterparts, isComment, isMoved, near, removedIn, sideText } from './lines.js';

// Each hides the exit status of the check that it stands beside.
const MASKS: readonly (readonly [pattern: RegExp, says: string])[] = [
  [/\|\|\s*(?:\(?\s*)?(?:true|:|exit 0|echo\b|printf\b|\/bin\/true|return 0|exit\s*$)/, 'swallows its failure with `||`'],
  [/(?:;|&&\s*true\s*;)\s*(?:true|exit 0|:)\s*(?:["'`,)]|$)/, 'always ends with success'],
  [/\|\s*(?:tee|tail|head|cat|less|sed|awk|grep|sort|cut|tr|wc|xargs echo)\b(?!.*pipefail)/, 'has its exit status hidden by a pipe without pipefail'],
  [/--exit-zero\b|--no-error-on-unmatched-pattern\b|--no-fail\b|--exit-code[= ]0\b|--pass-on-unpruned|--soft-fail\b|--no-exit-code\b|--quiet-exit|--force-exit-0|--bail=false .*\|\|/, 'is told to exit with success'],
  [/-Dmaven\.test\.failure\.ignore(?:=true)?\b|--continue-on-error\b|\s-fae\b.*failure\.ignore|(?:^|\s)--fail-never\b|(?:^|\s)-fn\b/, 'is told to ignore failures'],
  [/2>\s*\/dev\/null\s*(?:["',]|$)/, 'throws its errors away'],
  [/(?:^|\s)if\s+!?\s*\S.*;\s*then\s+(?:true|:|echo\b[^;]*)\s*;?\s*fi\b/, 'only prints its failure'],
];
const SETTINGS = /\bignoreExitValue\s*=\s*true|\bisIgnoreExitValue\s*=\s*true|<testFailureIgnore>\s*true|\b(?:is)?[iI]gnoreFailures\s*(?:=|\()\s*true|<failOnError>\s*false|\bfailOnError\s*[:=]\s*false|^\s*ignore_outcome\s*=\s*true|^\s*ignore_errors\s*=\s*true\s*$|\bmaven\.test\.failure\.ignore>\s*true|\bfailOnViolation\s*[=:]\s*false|<failsOnError>\s*false/;

export const rule: Rule = {
  id: 'integrity/command-masked',
  docs: {
    title: 'A command hides the failure of its check',
    why: 'With `|| true`, a pipe or a flag the exit status is success whatever the check says.',
    fix: 'Give the check itself as the command, and let its status through.',
    since: '0.1.0',
  },
  *check({ diff }) {
    for (const file of diff.files) {
      if (!holdsCommands(file)) continue;
      for (const at of addedIn(file)) {
        const says = isComment(at.line) || isMoved(at, diff) ? null : maskOf(at, file);
        if (says === null) continue;
        yield found(says.isSoft ? 'warn' : 'block', `The check in ${file.path}:${at.line.at} ${says.text} (its exit status is masked): \`${clean(commandOf(at), 80)}\`. Let the exit status of the check through`, [...counterparts(at).slice(0, 1).map((line) => ({ file, line })), { file, line: at.line }]);
        break;
      }
    }
  },
};

function maskOf(at: At, file: DiffFile): { text: string; isSoft: boolean } | null {
  const { text } = at.line;
  if (SETTINGS.test(text)) return counterparts(at).some((line) => SETTINGS.test(line.text)) ? null : { text: 'is told to ignore failures', isSoft: false };
  if (isScript(file)) {
    const own = scriptMask(at, file);
    if (own !== null) return own;
  }
  const command = commandOf(at);
  if (/^\t-/.test(text) && runsCheck(text.slice(2)) && file.language === 'makefile') return { text: 'has a failure that make ignores (`-` in front)', isSoft: false };
  if (!runsCheck(command) || /^\s*(?:\w+=)?["']?\$\(/.test(command) || /^\s*if\b|^\s*while\b/.test(command) && !/then/.test(command)) return null;
  for (const [pattern, says] of MASKS) {
    if (!pattern.test(command)) continue;
    if (/pipe/.test(says) && (/pipefail/.test(sideText(file, 'now')) || /\$\(/.test(command) || !isPipeOfCheck(command))) continue;
    if (/\$\([^)]*\|\|/.test(command)) continue;
    const isOld = counterparts(at).some((line) => pattern.test(line.text)) || removedIn(file).some(({ line }) => pattern.test(line.text) && runsCheck(line.text));
    return isOld ? null : { text: says, isSoft: /throws/.test(says) };
  }
  return null;
}

/** What stands before the pipe is the check. */
function isPipeOfCheck(command: string): boolean {
  const steps = command.split(/&&|;/);
  return steps.some((step) => {
    const pipe = step.replaceAll('||', '  ').indexOf('|');
    return pipe > 0 && runsCheck(step.slice(0, pipe));
  });
}

const isScript = ({ language, path }: DiffFile): boolean => language === 'bash' || /\.ya?ml$|makefile$|(?:^|\/)(?:\.husky|\.githooks)\//i.test(path);

const checked = new WeakMap<DiffFile, boolean>();

/** Some line of it runs a check, or its name says so. */
function holdsCheck(file: DiffFile): boolean {
  const before = checked.get(file);
  if (before !== undefined) return before;
  const holds = /(?:^|\/)(?:ci|test|check|lint|verify|pre-(?:commit|push))[\w.-]*$/.test(file.path) || sideText(file, 'now').split('\n').some((line) => runsCheck(line));
  checked.set(file, holds);
  return holds;
}

/** Lines of a script that take the strictness of all others away. */
function scriptMask(at: At, file: DiffFile): { text: string; isSoft: boolean } | null {
  const text = at.line.text.replace(/^\s*-?\s*(?:run:\s*)?/, '').trim();
  if (file.change === 'added' || !/^(?:set|exit|trap)\b/.test(text) || !holdsCheck(file)) return null;
  if (/^set \+(?:e|o (?:errexit|pipefail))\b/.test(text) && !near(at, 0, 6).some((line) => /\bset -\w*e|\$\?/.test(line.text))) return { text: 'goes on after a failure (`set +e`)', isSoft: false };
  if (/^exit 0\s*$/.test(text) && /^\S/.test(at.line.text) && near(at, 0, 3).every((line) => line.text.trim() === '')) return { text: 'always ends with success (`exit 0` at the end)', isSoft: false };
  if (/^set -/.test(text) && counterparts(at).some((line) => isLessStrict(line.text, text))) return { text: 'goes on after a failure (`set -e` or pipefail was taken away)', isSoft: false };
  if (/^trap\s+['"]?exit 0['"]?\s+(?:EXIT|ERR)\b/.test(text)) return { text: 'always ends with success (`trap`)', isSoft: false };
  return null;
}

function isLessStrict(old: string, now: string): boolean {
  const flags = (text: string) => ({ errexit: /\bset -\w*e|errexit/.test(text), pipefail: /pipefail/.test(text) });
  const [a, b] = [flags(old), flags(now)];
  return /^\s*set -/.test(old) && ((a.errexit && !b.errexit) || (a.pipefail && !b.pipefail));
}
