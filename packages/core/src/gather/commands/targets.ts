import type { Inferred } from './inferred.js';
import { MAKEFILE_NAMES, makeTargets, recipeOf } from './make.js';
import type { Project } from './project.js';

/** Targets that check, in this order. One that another of them runs is left out. */
const NAMES = ['test', 'check', 'lint'] as const;

export function makeTarget(project: Project): Inferred[] {
  const file = MAKEFILE_NAMES.find((name) => project.names.has(name));
  const text = project.text(file ?? '') ?? '';
  return targets('make', file, (name) => recipeOf(text, name), makeTargets);
}

export function justTarget(project: Project): Inferred[] {
  const file = ['justfile', 'Justfile', '.justfile'].find((name) => project.names.has(name));
  const recipes = indented(project.text(file ?? '') ?? '', /^@?([\w-]{1,80})(?:[ \t][^\n:]{0,500})?:(?!=)(.*)$/, '');
  return targets('just', file, (name) => recipes.get(name) ?? null, (text) => [...text.split('\n', 1)[0]?.trim().split(/\s+/) ?? [], ...calls(text, 'just')]);
}

export function taskTarget(project: Project): Inferred[] {
  const file = ['Taskfile.yml', 'taskfile.yml', 'Taskfile.yaml', 'taskfile.yaml', 'Taskfile.dist.yml', 'Taskfile.dist.yaml'].find((name) => project.names.has(name));
  const text = project.text(file ?? '') ?? '';
  const tasks = indented(text.slice(Math.max(0, text.search(/^tasks:/m))), /^ {2}["']?([\w-]{1,80})["']?:(.*)$/, '  ');
  return targets('task', file, (name) => tasks.get(name) ?? null, (body) => [...body.matchAll(/(?:task: |deps: |- (?!task:)|[[,] ?)["']?([\w-]{1,80})/g)].map(([, name = '']) => name));
}

function targets(tool: string, file: string | undefined, recipe: (name: string) => string | null, namesIn: (recipe: string) => readonly string[]): Inferred[] {
  const there = NAMES.filter((name) => recipe(name) !== null);
  const run = there.filter((name) => !there.some((other) => other !== name && namesIn(recipe(other) ?? '').includes(name) && !namesIn(recipe(name) ?? '').includes(other)));
  return run.map((name) => ({ command: `${tool} ${name}`, because: `${file ?? ''} has a target ${name}` }));
}

/** Blocks that a line opens and deeper lines fill, by name: the rest of the first line, and the lines. */
function indented(text: string, head: RegExp, indent: string): ReadonlyMap<string, string> {
  const found = new Map<string, string[]>();
  let open: string[] | null = null;
  for (const line of text.split(/\r?\n/)) {
    const [, name, rest = ''] = head.exec(line) ?? [];
    if (name !== undefined) {
      open = [rest];
      found.set(name, open);
    } else if (line.startsWith(`${indent} `) || line.startsWith(`${indent}\t`)) open?.push(line);
    else if (line.trim() !== '') open = null;
  }
  return new Map([...found].map(([name, lines]) => [name, lines.join('\n')]));
}

const calls = (text: string, tool: string): string[] => text.split(/[;&|\n]+/).flatMap((step) => (step.trim().replace(/^@/, '').startsWith(`${tool} `) ? [step.trim().split(/\s+/)[1] ?? ''] : []));
