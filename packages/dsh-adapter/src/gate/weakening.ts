import { check, commandFindings, type Finding, recipesFrom, type Recipes, type Role } from '../core.js';
import { GROUPS, type Settings } from '../config.js';
import { type Anchor, driftOf } from './anchor.js';
import type { Case, Look, Surroundings } from './model.js';

/** Files that commands resolve through. */
const RECIPES = ['package.json', 'GNUmakefile', 'makefile', 'Makefile'] as const;
const PRODUCT: ReadonlySet<Role> = new Set(['source', 'migration', 'generated']);
/** What core only warns of, since a part of a change may explain it. A goal is seen whole: without any change of the product nothing does. */
const WITHOUT_PRODUCT: ReadonlySet<string> = new Set(['integrity/expected-changed', 'integrity/test-removed']);

/** What a goal did to its own checks. */
export interface Weakening {
  /** For these the completion is denied. */
  readonly denied: readonly Finding[];
  /** Named, and no more. */
  readonly named: readonly Finding[];
  readonly drift: readonly string[];
}

export const NO_WEAKENING: Weakening = { denied: [], named: [], drift: [] };

/** Compares the workspace with how it was when the goal was created. */
export async function weakeningOf(one: Case, anchor: Anchor, look: Look, commands: readonly string[], around: Surroundings): Promise<Weakening> {
  if (anchor.tree === null || anchor.isLate || anchor.tree === look.tree) return NO_WEAKENING;
  const { diff, syntax, files } = await look.changesSince(anchor.tree);
  const [old, now] = [await recipesIn(anchor.tree, look), await recipesIn(look.tree, look)];
  const notices = commandFindings(commands, old, now, files, '');
  const { findings } = check({ task: one.task, diff, report: '', runs: [], syntax, workspace: true, findings: notices, now: around.now() });
  const hasProduct = diff.files.some(({ role }) => PRODUCT.has(role));
  const about = findings.filter(({ rule, effect }) => rule.startsWith(GROUPS.tampering) && effect !== 'note')
    .map((finding): Finding => (!hasProduct && finding.effect === 'warn' && WITHOUT_PRODUCT.has(finding.rule) ? { ...finding, effect: 'block' } : finding));
  const others = findings.filter(({ rule, effect }) => !rule.startsWith(GROUPS.tampering) && !rule.startsWith('context/') && !rule.startsWith(GROUPS.failures) && effect !== 'note');
  const denied = [...about, ...others].filter((finding) => isDenied(finding, anchor.criteria.policy));
  return { denied, named: about.filter((finding) => !denied.includes(finding)), drift: await driftOf(anchor, look) };
}

/** Whether the policy denies for this: only what core blocks for, never a warning. */
export function isDenied({ rule, effect }: Finding, { deny, allow }: Settings['policy']): boolean {
  if (effect !== 'block' || allow.includes(rule)) return false;
  return deny.some((one) => one === rule || (Object.hasOwn(GROUPS, one) && rule.startsWith(GROUPS[one as keyof typeof GROUPS])));
}

async function recipesIn(tree: string, look: Look): Promise<Recipes> {
  const texts = new Map<string, string | null>();
  for (const name of RECIPES) texts.set(name, await look.textIn(tree, name));
  return recipesFrom((name) => texts.get(name) ?? null);
}
