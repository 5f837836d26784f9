const MAKEFILES = ['GNUmakefile', 'makefile', 'Makefile'] as const;

/** The makefile that make takes, in its order (GNU make). */
export function makefileOf(text: (name: string) => string | null): string | null {
  for (const name of MAKEFILES) {
    const found = text(name);
    if (found !== null) return found;
  }
  return null;
}

export const MAKEFILE_NAMES: readonly string[] = MAKEFILES;

/** Targets that a shell text makes: `make test lint`, `make -C . check CI=1`; none named means the first of the makefile. */
export function makeTargets(text: string): string[] {
  return text.split(/[;&|\n()]+/).flatMap((step) => {
    const words = step.trim().split(/\s+/);
    const at = words.findIndex((word) => word === 'make' || word === 'gmake');
    return at < 0 ? [] : words.slice(at + 1).filter((word) => /^[\w.-]+$/.test(word) && !word.startsWith('-'));
  });
}

/** What a target does, as shell text: its recipe, and `make` of what it depends on; null when there is no such target. */
export function recipeOf(makefile: string, target: string): string | null {
  const found: string[] = [];
  let inside = false;
  let seen = false;
  for (const line of makefile.split(/\r?\n/)) {
    if (line.startsWith('\t')) {
      if (inside) found.push(commandOf(line.trim()));
      continue;
    }
    const rule = /^([\w./-][\w./ -]{0,500}?)[ \t]*::?(?!=)([^;#]{0,2000})/.exec(line);
    if (rule === null) {
      if (line.trim() !== '' && !line.startsWith('#')) inside = false;
      continue;
    }
    inside = (rule[1] ?? '').split(/\s+/).includes(target);
    if (!inside) continue;
    seen = true;
    const needs = (rule[2] ?? '').trim();
    if (needs !== '') found.push(`make ${needs}`);
  }
  return seen ? found.filter((line) => line !== '').join(' && ') : null; // make stops at the first line that fails
}

/** `@` says nothing to the shell; `-` means that a failure does not count. */
function commandOf(line: string): string {
  const marks = /^[@+-]*/.exec(line)?.[0] ?? '';
  const command = line.slice(marks.length).trim();
  return marks.includes('-') && command !== '' ? `${command} || true` : command;
}
