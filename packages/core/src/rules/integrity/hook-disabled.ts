import type { DiffFile, Rule } from '../../model/index.js';
import { runsCheck } from './checks.js';
import { clean } from './explain.js';
import { found } from './finding.js';
import { addedIn, type At, counterparts, isComment, isMoved, near, removedIn, sideText } from './lines.js';

const HOOKS = /(?:^|\/)(?:\.husky|\.githooks|githooks|\.git\/hooks|git-hooks|hooks)\/[\w.-]+$|(?:^|\/)(?:\.?lefthook(?:-local)?\.(?:ya?ml|toml|json)|\.pre-commit-config\.ya?ml|\.overcommit\.yml|\.lintstagedrc\S*|lint-staged\.config\.\w+|\.simple-git-hooks\.\w+|simple-git-hooks\.\w+|captainhook\.json|grumphp\.ya?ml)$/;
const HUSKY = /(?:^|\/)(?:\.husky|\.githooks|githooks|git-hooks)\//;
const BYPASS = /--no-verify\b|\bHUSKY(?:_SKIP_HOOKS)?["']?\s*[=:]\s*["']?[01]\b|\bHUSKY_SKIP_\w+|\bcore\.hooksPath[= ]\s*["']?(?!\.husky|\.githooks|githooks|\.config)(?:\/dev\/null|\S*)|\bLEFTHOOK["']?\s*[=:]\s*["']?(?:0|false)\b|\bSKIP_SIMPLE_GIT_HOOKS\s*=\s*1|\bPRE_COMMIT_ALLOW_NO_CONFIG|(?<![\w-])SKIP=\w[\w,-]*\s+(?:git|pre-commit)|\bgit commit\b[^"'\n]*\s-n\b|\bOVERCOMMIT_DISABLE\s*=\s*1/;

export const rule: Rule = {
  id: 'integrity/hook-disabled',
  docs: {
    title: 'A git hook checks less, or is passed by',
    why: 'The hook is there so that nothing unchecked is committed. It is still there, and does nothing.',
    fix: 'Restore what the hook runs.',
    since: '0.1.0',
  },
  *check({ diff, task }) {
    for (const file of diff.files) {
      const hit = HOOKS.test(file.path) || HOOKS.test(file.oldPath ?? '') ? inHook(file) : null;
      const pass = hit ?? bypassIn(file);
      const manager = pass ?? managerIn(file);
      if (manager === null || isMoved(manager.at, diff)) continue;
      const isAsked = /\b(?:remov|drop|replac|migrat|switch|mov|delet)\w*\b.{0,40}\b(?:husky|hooks?|lefthook|pre-commit|lint-staged)/i.test(task);
      yield found(isAsked ? 'warn' : 'block', `A git hook (husky, pre-commit) was disabled or passed by in ${file.path}:${manager.at.line.at}: \`${clean(manager.at.line.text, 80)}\` ${manager.says}. Restore it`, [{ file, line: manager.at.line }]);
    }
  },
};

interface Hit {
  readonly at: At;
  readonly says: string;
}

function inHook(file: DiffFile): Hit | null {
  const isScript = HUSKY.test(file.path) || /\/hooks\//.test(file.path);
  if (isScript) {
    const exit = addedIn(file).find(({ line }) => /^\s*(?:exit 0|return 0|true)\s*;?\s*$/.test(line.text) && !isComment(line));
    if (exit !== undefined && file.change !== 'added' && isEnd(exit)) return { at: exit, says: 'ends it before it checks' };
    const masked = addedIn(file).find(({ line }) => /\|\|\s*(?:true|:|exit 0)|;\s*(?:true|exit 0)\s*$/.test(line.text) && runsCheck(line.text));
    if (masked !== undefined) return { at: masked, says: 'hides its failure' };
  }
  if (file.change === 'renamed' && HOOKS.test(file.oldPath ?? '') && !HOOKS.test(file.path)) return { at: nothing(file), says: 'was moved to where git does not look' };
  if (file.change === 'added') return null;
  const old = removedIn(file).filter(({ line }) => !isComment(line) && (runsCheck(line.text) || /^\s*-?\s*(?:id|repo|run)\s*:\s*\S/.test(line.text) || (isScript && /^\s*(?:npx|npm|pnpm|yarn|bun|make|\.\/|sh |bash |lint-staged|cargo|go|python|ruff)/.test(line.text))));
  const now = sideText(file, 'now');
  const lost = old.find((at) => !keeps(at, now));
  const stages = addedIn(file).find(({ line }) => /^\s*stages\s*:\s*\[\s*(?:manual)?\s*\]|^\s*skip\s*:\s*(?:true|\[)|^\s*exclude\s*:\s*["']?(?:\.\*|\^)["']?\s*$/.test(line.text));
  if (stages !== undefined) return { at: stages, says: 'keeps it from running' };
  return lost === undefined ? null : { at: lost, says: file.change === 'deleted' ? 'was deleted with it' : 'was removed from it' };
}

/** What the line runs is still run, in other words: another version, another order. */
function keeps(at: At, now: string): boolean {
  const words = at.line.text.replace(/["']/g, ' ').split(/[\s:/]+/).filter((word) => word.length > 3 && !/^(?:npx|pnpm|yarn|exec|https|github|repo|args|bash|make)$/.test(word));
  const main = words.find((word) => /[a-z]/.test(word));
  if (main !== undefined && now.includes(main)) return true;
  const came = counterparts(at);
  if (came.some(({ text }) => runsCheck(text) || /lint-staged|\brun\b|\.sh\b|^\s*-?\s*(?:id|repo)\s*:/.test(text))) return true;
  return false;
}

/** The checks of the hook stand below. */
function isEnd(at: At): boolean {
  const before = near(at, 1, 0)[0]?.text ?? '';
  return !/\b(?:then|else|if|\|\|)\b|\{\s*$/.test(before) && at.line.text === at.line.text.trimStart();
}

function bypassIn(file: DiffFile): Hit | null {
  if (!(file.role === 'config' || file.role === 'ci' || file.language === 'bash' || file.language === 'makefile' || file.language === 'dotenv')) return null;
  const at = addedIn(file).find(({ line }) => BYPASS.test(line.text) && !isComment(line));
  if (at === undefined || removedIn(file).some(({ line }) => BYPASS.test(line.text))) return null;
  // A release pipeline that commits a version has no one to run hooks for.
  if (/HUSKY|--no-verify/.test(at.line.text) && (file.role === 'ci' || /release|publish|semantic|docker/i.test(file.path))) return null;
  return { at, says: 'passes the hooks by' };
}

/** `prepare: husky` is what puts the hooks in place. */
function managerIn(file: DiffFile): Hit | null {
  if (!/(?:^|\/)package\.json$/.test(file.path)) return null;
  const old = removedIn(file).find(({ line }) => /^\s*"(?:prepare|postinstall)"\s*:\s*"[^"]*(?:husky|lefthook|simple-git-hooks)|^\s*"(?:pre-commit|pre-push|commit-msg)"\s*:\s*"/.test(line.text));
  return old === undefined || counterparts(old).some(({ text }) => /husky|lefthook|simple-git-hooks|"(?:pre-commit|pre-push)"\s*:/.test(text) && !/"(?:echo|true|exit 0)/.test(text)) || /husky|lefthook/.test(sideText(file, 'now').replace(/"devDependencies"[\s\S]*/, '')) ? null : { at: old, says: 'was removed, so that no hook is put in place' };
}

const nothing = (file: DiffFile): At => ({ file, hunk: 0, index: 0, line: { at: 0, side: 'context', text: file.oldPath ?? file.path, code: '' } });
