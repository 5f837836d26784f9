import type { Settings } from '../config.js';
import { detectedCommands } from './detection.js';
import type { Case, Gate, Look, Surroundings } from './model.js';

/** What counts for a goal, as it stood when the goal was created. */
export interface Anchor {
  readonly version: 1;
  readonly goal: string;
  readonly at: string;
  /** The goal was there before the gate was: there is no earlier state to compare with. */
  readonly isLate: boolean;
  readonly workspace: string;
  readonly commands: readonly string[];
  readonly criteria: Criteria;
  /** null: not anchored, or nobody could tell. */
  readonly tree: string | null;
  /** Hashes of tests, runner configuration and scripts, by path. */
  readonly surface: Readonly<Record<string, string>>;
}

/** The part of the settings that says what is demanded. How it is run (time, environment, sandbox) may be mended at any time. */
export type Criteria = Pick<Settings, 'commands' | 'onUndetected' | 'acceptance' | 'policy' | 'surface'>;

export const anchorName = (goal: string): string => `goals/${goal}/anchor`;

/** Writes down what counts for a goal. */
export async function newAnchor(one: Case, { settings, around }: Gate, isLate: boolean): Promise<Anchor> {
  const { commands, onUndetected, acceptance, policy, surface } = settings;
  const project = around.project(one.workspace);
  const look = surface.anchor ? await around.look(one) : null;
  try {
    const anchor: Anchor = {
      version: 1, goal: one.goal, at: around.now(), isLate, workspace: one.workspace,
      commands: commands ?? (project === null ? [] : detectedCommands(project)),
      criteria: { commands, onUndetected, acceptance, policy, surface },
      tree: look?.tree ?? null,
      surface: (await look?.surface()) ?? {},
    };
    around.shelf.write(anchorName(one.goal), anchor);
    return anchor;
  } finally {
    look?.release();
  }
}

/** The anchor of a goal; one that has none, since the gate came later, gets it now. */
export async function anchorOf(one: Case, gate: Gate): Promise<Anchor> {
  const kept = gate.around.shelf.read(anchorName(one.goal)) as Anchor | null;
  return kept?.version === 1 && kept.workspace === one.workspace ? kept : newAnchor(one, gate, true);
}

/** The commands that count: what was anchored, or, where there was nothing yet, what is there by now. */
export function commandsOf(anchor: Anchor, around: Surroundings): readonly string[] {
  if (anchor.commands.length > 0 || anchor.criteria.commands !== null) return anchor.commands;
  const project = around.project(anchor.workspace);
  return project === null ? [] : detectedCommands(project);
}

/** Files of the surface that differ from how they were. That they do says nothing yet: most honest changes touch them. */
export async function driftOf(anchor: Anchor, look: Look): Promise<string[]> {
  const now = await look.surface();
  const names = new Set([...Object.keys(anchor.surface), ...Object.keys(now)]);
  return [...names].filter((name) => anchor.surface[name] !== now[name]).sort();
}
