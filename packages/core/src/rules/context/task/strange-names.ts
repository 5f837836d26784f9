import type { DiffModel } from '../../../model/index.js';

const MOST = 40;
const NAMES = /`([^`\n]{2,80})`|(?<![\w$/.-])((?:[\w@-]{1,60}\/){0,8}[\w@-]{1,60}\.(?:[cm]?[jt]sx?|py|go|rs|java|kt|rb|php|cs|c|cc|cpp|h|hpp|swift|scala|ex|exs|sh|sql|vue|svelte|ya?ml|toml|json|css|scss|html|md))(?![\w/])|(?<![\w$/.-])([a-z]{2,30}(?:[A-Z][a-z\d]{1,30}){1,6}|[a-z]{2,30}(?:_[a-z\d]{1,30}){1,6}|[a-zA-Z_]\w{2,50}(?=\(\)))(?![\w$])/g;
// What stands in backticks may be a command, an option, a value: only what is written like a name counts.
const NAME = /^[@\w$][\w$./:@-]{2,79}(?:\(\))?$/;
const COMMAND = /^(?:npm|npx|pnpm|yarn|bun|node|python3?|pip|go|cargo|make|git|docker|pytest|mvn|gradle|true|false|null|undefined|none|nil)$/i;
const PART = /[A-Z]?[a-z]{3,}|[A-Z]{4,}/g;
/** Words of so many tasks and changes that sharing them, or not, says nothing. */
const COMMON_WORDS = 'test tests spec specs file files source index main module modules code function functions method value values data name names list type types error errors util utils helper helpers const class should return string number boolean object array true false null undefined none self this that with from into when then else json yaml http https github example default config package readme javascript typescript python src lib app apps pkg cmd packages package components core server client internal docs www web get set add new use has run all any one two the and for not are its let var end fix bug log';
let common: ReadonlySet<string> | null = null;
const isCommon = (word: string): boolean => (common ??= new Set(COMMON_WORDS.split(' '))).has(word);
/** Of prose only longer words count. */
const PROSE = /[A-Za-z]{6,40}/g;

/** What the task names, where neither that nor any word of the task occurs in the change; else nothing. Loaded when a task names something. */
export function strangeNames(task: string, diff: DiffModel): readonly string[] {
  const named = namesIn(task);
  const words = new Set(named.flatMap(wordsOf));
  if (words.size === 0) return [];
  for (const word of task.match(PROSE) ?? []) if (!isCommon(word.toLowerCase())) words.add(stemOf(word.toLowerCase()));
  return isShared(words, diff) ? [] : named;
}

function namesIn(task: string): string[] {
  const names = new Set<string>();
  for (const [, quoted, path, name] of task.matchAll(NAMES)) {
    const found = path ?? name ?? (quoted !== undefined && NAME.test(quoted) && !COMMAND.test(quoted) && !quoted.startsWith('-') ? quoted : undefined);
    if (found !== undefined) names.add(found);
    if (names.size >= MOST) break;
  }
  return [...names].filter((name) => wordsOf(name).length > 0);
}

const wordsOf = (name: string): string[] => (name.replace(/\.\w{1,5}$/, '').match(PART) ?? []).map((word) => word.toLowerCase()).filter((word) => word.length > 2 && !isCommon(word)).map(stemOf);

/** `users`, `rounding` and `rounded` speak of `user` and `round`. */
const stemOf = (word: string): string => (word.length > 5 ? word.replace(/(?:ies|ing|ed|es|s|e)$/, '') : word);

function isShared(words: ReadonlySet<string>, { files }: DiffModel): boolean {
  const all = [...words];
  const holds = (text: string) => {
    const lower = text.toLowerCase();
    return all.some((word) => lower.includes(word));
  };
  return files.some(({ path, oldPath, hunks }) => holds(path) || (oldPath !== null && holds(oldPath)) || hunks.some(({ section, lines }) => holds(section) || lines.some(({ text }) => holds(text))));
}
