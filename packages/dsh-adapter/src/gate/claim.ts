import type { Agent, GoalView, HarnessContext, Session, ToolExecution } from '../harness.js';

/** The call says that the current goal of a top-level agent is done, and the tool would take it. */
export interface Claim {
  readonly agent: Agent;
  readonly goal: GoalView;
}

const LONGEST = 20_000;

/** null: another tool, another action, a subagent, or a call that the tool itself will refuse. */
export function claimOf({ name, arguments: given, agent }: ToolExecution, { agents, goals }: Pick<HarnessContext, 'agents' | 'goals'>): Claim | null {
  if (name !== 'update_goal' || agent === undefined || typeof given !== 'object' || given === null) return null;
  const { action, goal_id: id, revision } = given as Readonly<Record<string, unknown>>;
  if (action !== 'complete' || !agents.roots().includes(agent)) return null;
  const goal = goalOf(agent, goals);
  return goal !== null && goal.phase !== 'complete' && goal.id === id && goal.revision === revision ? { agent, goal } : null;
}

/** null: there is none, or the agent is no longer alive. */
export function goalOf(agent: Agent, goals: HarnessContext['goals']): GoalView | null {
  try {
    return goals.get(agent) ?? null;
  } catch {
    return null;
  }
}

/** What people wrote in the session, the last of it; the model's own words of the goal only where nobody wrote anything. */
export function taskOf({ events }: Session, { objective }: Pick<GoalView, 'objective'>): string {
  const said = events.flatMap(({ type, data }) => (type === 'user/message' ? humanText(data) : []));
  return said.length === 0 ? objective : said.join('\n').slice(-LONGEST);
}

function humanText(data: unknown): string[] {
  const { source, content } = data as { source?: { kind?: unknown }; content?: unknown };
  if (source?.kind !== 'user' || !Array.isArray(content)) return [];
  return content.flatMap((block: { type?: unknown; text?: unknown }) => (block.type === 'text' && typeof block.text === 'string' ? [block.text] : []));
}
