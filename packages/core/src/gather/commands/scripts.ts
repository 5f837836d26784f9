/** Scripts of a package.json by name. */
export type Scripts = Readonly<Record<string, string>>;

const MANAGERS = new Set(['npm', 'pnpm', 'yarn', 'bun', 'npx', 'corepack', 'node']);
// Runners of several scripts: npm-run-all 4, npm-run-all2.
const RUNNERS = new Set(['run-s', 'run-p', 'npm-run-all', 'npm-run-all2']);
const TEST_WORDS = new Set(['t', 'tst']);
/** Words of a package manager behind which no script is named. */
const OTHER_WORDS = new Set(['install', 'i', 'ci', 'add', 'exec', 'x', 'dlx', 'create', 'init', 'why', 'audit', 'publish', 'pack']);

/** The scripts that a command runs, with their `pre` and `post` ones and those that they run in turn, in the order met. */
export function scriptsBehind(command: string, scripts: Scripts): string[] {
  const found = new Set<string>();
  const open = [command];
  for (let text = open.shift(); text !== undefined; text = open.shift()) {
    for (const name of scriptsIn(text, scripts).flatMap((script) => [`pre${script}`, script, `post${script}`])) {
      const script = Object.hasOwn(scripts, name) ? scripts[name] : undefined;
      if (script === undefined || found.has(name)) continue;
      found.add(name);
      open.push(script);
    }
  }
  return [...found];
}

/** The script that the whole command is: `npm test -- --run`; null when it is anything else, or more. */
export function onlyScript(command: string, scripts: Scripts): string | null {
  const [only, more] = stepsOf(command);
  const [name, other] = scriptsIn(command, scripts);
  return only !== undefined && more === undefined && name !== undefined && other === undefined ? name : null;
}

/** Names of scripts that a shell text calls itself. */
function scriptsIn(text: string, scripts: Scripts): string[] {
  return stepsOf(text).flatMap((words) => {
    const start = words.findIndex((word) => MANAGERS.has(word) || RUNNERS.has(word));
    const prefixed = words.flatMap((word) => (/^(?:npm|pnpm|yarn|bun):/.test(word) ? matches(word.slice(word.indexOf(':') + 1), scripts) : [])); // concurrently "npm:test"
    if (start < 0) return prefixed;
    return [...prefixed, ...named(words[start] ?? '', words.slice(start + 1), scripts)];
  });
}

function named(tool: string, words: readonly string[], scripts: Scripts): string[] {
  const end = words.indexOf('--');
  const own = end < 0 ? words : words.slice(0, end);
  if (RUNNERS.has(tool)) return own.flatMap((word) => (word.startsWith('-') ? [] : matches(word, scripts)));
  if (tool === 'node') return own[0] === '--run' ? matches(own[1] ?? '', scripts) : [];
  const plain = own.filter((word) => !word.startsWith('-'));
  if (plain.some((word) => OTHER_WORDS.has(word))) return [];
  const runs = plain.findIndex((word) => word === 'run' || word === 'run-script');
  if (tool === 'bun' && runs < 0) return []; // `bun test` is bun's own
  // Words of options come before the name (`pnpm --filter web test`): the first that is a script counts.
  const name = plain.slice(runs + 1).map((word) => (runs < 0 && TEST_WORDS.has(word) ? 'test' : word)).find((word) => Object.hasOwn(scripts, word));
  return name === undefined ? [] : [name];
}

/** `build:*` of npm-run-all and concurrently stands for several. */
function matches(pattern: string, scripts: Scripts): string[] {
  if (!pattern.includes('*')) return Object.hasOwn(scripts, pattern) ? [pattern] : [];
  const start = pattern.slice(0, pattern.indexOf('*'));
  return Object.keys(scripts).filter((name) => name.startsWith(start));
}

/** The words of each step of a shell text, quotes taken off. Approximate: enough to see which scripts are named. */
function stepsOf(text: string): string[][] {
  return text.split(/[;&|\n()]+/)
    .map((step) => step.split(/\s+/).map((word) => word.replace(/^["'\\]+|["'\\]+$/g, '')).filter((word) => word !== ''))
    .filter((words) => words.length > 0);
}
