import { randomUUID } from 'node:crypto';
import { Config, type Settings } from './config.js';
import { newAnchor } from './gate/anchor.js';
import { type Claim, claimOf, goalOf, taskOf } from './gate/claim.js';
import { denialOf, failureText } from './gate/completion.js';
import { NOT_YET } from './gate/feedback.js';
import type { Case, Gate } from './gate/model.js';
import { isOver, openQueue, orAborted } from './gate/queue.js';
import { newTold, type Told, turnEndText } from './gate/turn-end.js';
import type { Agent, GoalView, HarnessContext, ToolExecution } from './harness.js';
import { surroundingsOf } from './host/surroundings.js';
import { workspaceOf } from './host/shell.js';

export const name = 'verifier';
export const inject = ['tools', 'agents', 'goals', 'shell'];
export { Config };

// A new configuration applies the plugin anew, in the same module: what an agent was told, and who waits, goes on.
const told = new WeakMap<Agent, Told>();
const queue = openQueue();
const anchoring = new WeakMap<Agent, Promise<void>>();

/** Binds the gate to the harness. Everything is registered through the context, which takes it back on a reload. */
export function apply(ctx: HarnessContext, settings: Settings): void {
  const around = surroundingsOf(ctx);
  const gate: Gate = { settings, around, queue };
  /** Calls that were verified: the guard lets only these through. */
  const verified = new WeakSet<ToolExecution>();

  // In front of all others: one that allows early would end the round before it came here.
  ctx.on('tools/pre-execute', async (exec, next) => {
    // Nothing is changed before it was recorded.
    if (exec.agent !== undefined) await anchoredOrAborted(exec.agent, exec.signal);
    const claim = claimOf(exec, ctx);
    if (claim === null) return next();
    const reason = await reasonAgainst(claim, exec.signal);
    if (reason !== null) return { kind: 'deny', reason };
    verified.add(exec);
    return next();
  }, { prepend: true });

  // Whatever the listeners agreed on: without a pass there is no completion.
  ctx.tools.guard((exec) => (claimOf(exec, ctx) === null || verified.has(exec) ? undefined : `Verification did not run: ${NOT_YET}. Another plugin allowed the call before it was verified.`));

  ctx.on('agent/turn-stopping', async ({ agent, turn, signal }) => {
    try {
      if (!settings.gateTurnEnd || signal.aborted || !ctx.agents.roots().includes(agent)) return;
      const goal = goalOf(agent, ctx.goals);
      const one = goal?.phase === 'active' && goal.activation === 'armed' ? caseOf(agent, goal) : null;
      if (one === null) return;
      await anchoredOrAborted(agent, signal);
      if (isOver(signal)) return;
      const text = await turnEndText(one, toldOf(agent), turn, gate, signal);
      // A steer after a cancel would start the next turn.
      if (text !== null && !isOver(signal)) agent.steer({ id: randomUUID(), role: 'user', content: [{ type: 'text', text }], source: { kind: 'plugin', plugin: name, form: 'notice', summary: 'Verification is not green: the goal is not done yet' } });
    } catch (error) {
      around.tell(`the gate at the end of the turn failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
    }
  });

  ctx.on('goal/changed', ({ agent, change: { operation, ref } }) => {
    if (operation === 'create') anchoring.set(agent, anchored(agent));
    if (operation === 'complete' || operation === 'clear') around.forget(ref.id);
  });

  async function anchored(agent: Agent): Promise<void> {
    try {
      around.prune();
      const goal = ctx.agents.roots().includes(agent) ? goalOf(agent, ctx.goals) : null;
      const one = goal === null ? null : caseOf(agent, goal);
      if (one !== null) await newAnchor(one, gate, false);
    } catch (error) {
      around.tell(`the goal could not be anchored: ${error instanceof Error ? error.message : String(error)}`);
    }
  }

  async function reasonAgainst({ agent, goal }: Claim, signal: AbortSignal): Promise<string | null> {
    try {
      const one = caseOf(agent, goal);
      if (one === null) return `Verification could not run: ${NOT_YET}. The session has no folder. For the operator: open the session in a workspace. Otherwise call update_goal with action "blocked" and give this reason.`;
      return await denialOf(one, toldOf(agent), gate, signal);
    } catch (error) {
      return failureText(error, around);
    }
  }

  function caseOf(agent: Agent, goal: GoalView): Case | null {
    const workspace = workspaceOf(agent.session, ctx);
    return workspace === null ? null : { goal: goal.id, workspace, task: taskOf(agent.session, goal), session: agent.session };
  }
}

/** Ends early when the call is cancelled: whoever waited asks its signal then. */
async function anchoredOrAborted(agent: Agent, signal: AbortSignal): Promise<void> {
  await orAborted(anchoring.get(agent) ?? Promise.resolve(), signal).catch(() => undefined);
}

function toldOf(agent: Agent): Told {
  const known = told.get(agent) ?? newTold();
  told.set(agent, known);
  return known;
}
