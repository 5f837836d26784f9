// Keys of package.json that steer a test runner: npm's scripts, and what jest 30, mocha 11, ava 6, nyc 17, c8 10 and tap 21 read there.
const KEYS = ['scripts', 'jest', 'mocha', 'ava', 'nyc', 'c8', 'tap', 'vitest'];
/** Sections of pyproject.toml, setup.cfg and tox.ini that pytest 8, coverage 7, tox 4, nox and hatch read. */
const SECTION = /^\[{1,2}\s*(?:tool[.:](?:pytest|coverage|tox|nox|hatch\.envs|poe|taskipy|pdm\.scripts)\b|pytest|coverage\b|testenv|tox)/;

/** The head's manifest with the runner's settings of the base; null where that makes no difference or the file is of another kind. */
export function withRunnerOf(path: string, base: string | null, head: string | null): string | null {
  if (base === null || head === null) return null;
  const made = path.endsWith('.json') ? ofJson(base, head) : ofSections(base, head);
  return made === head ? null : made;
}

function ofJson(base: string, head: string): string | null {
  const [old, now] = [objectIn(base), objectIn(head)];
  if (old === null || now === null) return null;
  if (KEYS.every((key) => JSON.stringify(old[key]) === JSON.stringify(now[key]))) return head;
  const rest = Object.fromEntries(Object.entries(now).filter(([key]) => !KEYS.includes(key)));
  return `${JSON.stringify({ ...rest, ...Object.fromEntries(KEYS.flatMap((key) => (old[key] === undefined ? [] : [[key, old[key]]]))) }, null, 2)}\n`;
}

function objectIn(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Readonly<Record<string, unknown>>) : null;
  } catch {
    return null;
  }
}

function ofSections(base: string, head: string): string {
  const [old, now] = [partsOf(base), partsOf(head)];
  return old.runner === now.runner ? head : `${now.rest.trimEnd()}\n${old.runner}\n`;
}

function partsOf(text: string): { readonly runner: string; readonly rest: string } {
  let isRunner = false;
  const [runner, rest]: [string[], string[]] = [[], []];
  for (const line of text.split('\n')) {
    if (line.startsWith('[')) isRunner = SECTION.test(line);
    (isRunner ? runner : rest).push(line);
  }
  return { runner: runner.join('\n').trimEnd(), rest: rest.join('\n') };
}
