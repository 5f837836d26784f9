import type { Project } from './project.js';

/** A command that the workspace seems to be verified by, and why. */
export interface Inferred {
  readonly command: string;
  readonly because: string;
}

/** What an ecosystem makes of a project. */
export type Infer = (project: Project) => readonly Inferred[];

/** The command, when one of the files is there. */
export function ifThere(names: readonly string[], command: string): Infer {
  return (project) => {
    const name = names.find((file) => project.names.has(file));
    return name === undefined ? [] : [{ command, because: `${name} is there` }];
  };
}

/** The section of a TOML or INI file with that name, up to the next one; null when there is none. */
export function sectionOf(text: string, isName: (name: string) => boolean): { readonly name: string; readonly body: string } | null {
  const found: string[] = [];
  let name: string | null = null;
  for (const line of text.split(/\r?\n/)) {
    const head = /^\[([^[\]]{1,200})\][ \t]*(?:#.*)?$/.exec(line)?.[1]?.trim();
    if (head === undefined) {
      if (name !== null) found.push(line);
      continue;
    }
    if (name !== null) break;
    if (isName(head)) name = head;
  }
  return name === null ? null : { name, body: found.join('\n') };
}
