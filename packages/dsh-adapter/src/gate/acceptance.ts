import type { Finding } from '../core.js';
import type { Anchor } from './anchor.js';
import { type Item, itemsOf, nameOf } from './checklist.js';
import type { Case, Look, Surroundings } from './model.js';

/** What a plan says of a goal that is to be completed. */
export interface Acceptance {
  readonly file: string;
  readonly total: number;
  /** Boxes that nobody ticked. */
  readonly open: readonly Item[];
  /** Items of the plan as it was when the goal was created, and that are gone. */
  readonly gone: readonly string[];
  /** Commands that settle ticked items. */
  readonly commands: readonly string[];
  /** Items that only judgement can settle. */
  readonly forJudge: readonly string[];
}

const RULE = 'integrity/boxes-ticked';

/** null: there is no plan, or nobody wants it read. */
export async function acceptanceOf(one: Case, anchor: Anchor, look: Look | null, around: Surroundings): Promise<Acceptance | null> {
  const { enabled, file, run } = anchor.criteria.acceptance;
  if (!enabled) return null;
  const text = around.text(one.workspace, file);
  const before = look === null || anchor.tree === null || anchor.isLate ? null : await look.textIn(anchor.tree, file);
  if (text === null && before === null) return null;
  const items = itemsOf(text ?? '');
  const names = new Set(items.map(nameOf));
  const ticked = items.filter(({ isDone }) => isDone);
  return {
    file,
    total: items.length,
    open: items.filter(({ isDone }) => !isDone),
    gone: itemsOf(before ?? '').filter((item) => !names.has(nameOf(item))).map((item) => item.text),
    commands: run ? [...new Set(ticked.flatMap(({ command }) => (command === null ? [] : [command])))] : [],
    forJudge: ticked.filter(({ command, hasNames }) => command === null && !hasNames).map((item) => item.text),
  };
}

/** Items that were ticked although nothing of the change has to do with them, as core says it. */
export const unrelatedIn = (findings: readonly Finding[]): string[] => findings.filter(({ rule }) => rule === RULE).map(({ message }) => message);
