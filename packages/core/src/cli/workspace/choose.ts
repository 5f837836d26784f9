import { inferCommands, type Project } from '../../gather/commands/index.js';
import type { Settings } from './settings.js';

/** A command that a check runs, and why. */
export interface Chosen {
  readonly command: string;
  readonly because: string;
}

/** What is run: groups one after the other, the commands of a group side by side. */
export function chosenCommands({ groups, namedBy }: Settings, project: Project): readonly (readonly Chosen[])[] {
  if (groups === null) return inferCommands(project).map((one) => [one]);
  return groups.map((group) => group.map((command) => ({ command, because: namedBy })));
}
