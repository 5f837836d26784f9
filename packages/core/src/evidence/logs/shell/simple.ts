/**
 * What status 0 of a part of a command says: `check` that something was checked, `shows` that a file was printed, `empty`
 * that something was checked or that there was nothing to check, `chore` that files were put in place, `masked` nothing, though something was run; `true` and
 * `fails` are commands that check nothing (the second never ends with 0), `same` gives on the status of what stands before.
 */
export type Says = 'check' | 'shows' | 'empty' | 'chore' | 'masked' | 'true' | 'fails' | 'same';

// Commands that check nothing, by their names.
const IDLE = new Set('true : echo printf sleep pwd date whoami uname hostname cd pushd popd export set unset shopt alias local declare readonly ls touch mkdir which type kill pkill killall wait read umask ulimit trap clear tput seq yes tee env id basename dirname'.split(' '));
// A build may be made of these; behind a check they only hide its status.
const CHORES = new Set(['rm', 'rmdir', 'cp', 'mv', 'ln', 'chmod']);
const FILES = new Set(['cat', 'more', 'less', 'head', 'tail', 'bat']);
// What prepares or clears up around a check.
const AROUND: Readonly<Record<string, RegExp>> = {
  docker: /^(?:compose )?(?:down|stop|rm|kill|ps|logs)\b/,
  'docker-compose': /^(?:down|stop|rm|kill|ps|logs)\b/,
  git: /^(?:checkout|stash|add|reset|clean|restore|config|fetch|pull|switch|status|log|show)\b/,
  source: /(?:activate|env|rc|profile|nvm\.sh)$/,
  '.': /(?:activate|env|rc|profile|nvm\.sh)$/,
};
const CONDITIONS = new Set(['test', '[', '[[']);
// Of these an inverted status is the check: `! grep -r debugger src`.
const FINDERS = new Set(['grep', 'egrep', 'fgrep', 'rg', 'ag', 'ack', 'git', 'diff', 'cmp', 'find', 'test', '[', '[[', 'command', 'which']);
// Before the command that they run.
const PREFIXES = new Set(['env', 'command', 'exec', 'builtin', 'time', 'nohup', 'nice', 'sudo', 'timeout', 'gtimeout', 'cross-env', 'stdbuf', 'ionice', 'setsid', 'xvfb-run', 'busybox']);
const ASSIGNMENT = /^[A-Za-z_]\w{0,99}\+?=/;
const TOLD = ['--version', '--help', '--showConfig', '--show-config'];
// `-v` alone asks these for their version; a test runner takes it as "tell more".
const VERSIONED = new Set(['node', 'npm', 'npx', 'pnpm', 'yarn', 'bun', 'vitest', 'jest', 'tsc', 'eslint', 'prettier', 'ruby', 'php']);
const MAKES = new Set(['make', 'gmake', 'ninja']);
// jest, vitest; pytest; mocha and cargo list or check without running.
const PERMISSIVE = /^--?(?:passWithNoTests|pass-with-no-tests|collect-only|co|listTests|list-tests|list|no-run|dry-run|setup-plan|pass-on-no-tests|if-present)(?:=|$)/;
// Looks and changes nothing: for a formatter that is the check.
const DRY_CHECK = /^(?:git-)?clang-format$/;

/** What one command says, given as its words, keywords and redirections already taken off. */
export function saysOf(words: readonly string[]): Says {
  const command = withoutPrefixes(words);
  const [path = '', ...args] = command;
  if (path === '') return 'true';
  const name = path.slice(path.lastIndexOf('/') + 1);
  if (name === 'false') return 'fails';
  if (/^\d{1,20}$/.test(name)) return 'true'; // `(( 1 ))`
  if (name === 'exit' || name === 'return') return statusOf(args[0]);
  if (name === 'command' || IDLE.has(name)) return name === 'wait' && args.length > 0 ? 'same' : 'true';
  if (CHORES.has(name)) return 'chore';
  if (FILES.has(name)) return 'shows';
  if (AROUND[name]?.test(args.join(' '))) return 'true';
  if (CONDITIONS.has(name)) return args.some((arg) => /\$\(|`/.test(arg)) ? 'check' : args.some((arg) => /\$\?|PIPESTATUS/.test(arg)) ? 'same' : 'true';
  if (args.some((arg) => TOLD.includes(arg)) || (args.length === 1 && /^-[vVh]$/.test(args[0] ?? '') && VERSIONED.has(name))) return 'true';
  if (MAKES.has(name)) return makeSays(args);
  return args.some((arg) => PERMISSIVE.test(arg)) && !DRY_CHECK.test(name) ? 'empty' : 'check';
}

/** Does the command only compare values? */
export const isCondition = (words: readonly string[]): boolean => CONDITIONS.has(words[0] ?? '');

/** Is the inverted status of this command the check? */
export const isFinder = (words: readonly string[]): boolean => FINDERS.has(words[0] ?? '');

/** The command itself, behind `CI=1`, `env`, `timeout 60`, and the options of those. */
export function withoutPrefixes(words: readonly string[]): readonly string[] {
  let at = 0;
  for (let isOption = false; at < words.length; at += 1) {
    const word = words[at] ?? '';
    const name = word.slice(word.lastIndexOf('/') + 1);
    if (name === 'command' && /^-[vV]$/.test(words[at + 1] ?? '')) break;
    if (PREFIXES.has(name)) isOption = true;
    else if (!ASSIGNMENT.test(word) && !(isOption && (word.startsWith('-') || /^\d{1,9}(?:\.\d{1,3})?[smhd]?$/.test(word)))) break;
  }
  return at === 0 ? words : words.slice(at);
}

// `exit`, `exit $?`, `exit "$status"` give on what was before; the shell takes a number modulo 256.
function statusOf(status: string | undefined): Says {
  if (status === undefined || status.includes('$')) return 'same';
  return /^\d{1,15}$/.test(status) && Number(status) % 256 === 0 ? 'true' : 'fails';
}

// `-n` prints what would be run, `-i` ignores what fails.
function makeSays(args: readonly string[]): Says {
  if (args.some((arg) => /^(?:-[a-zA-Z]{0,8}n[a-zA-Z]{0,8}|--dry-run|--just-print|--recon)$/.test(arg))) return 'true';
  return args.some((arg) => /^(?:-[a-zA-Z]{0,8}i[a-zA-Z]{0,8}|--ignore-errors)$/.test(arg)) ? 'masked' : 'check';
}
