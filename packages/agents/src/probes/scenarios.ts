import type { Claim, Redactor } from '@verifier/core';
import { FAIL_CATEGORIES, type Scenario, scenarioProblem } from '@verifier/probe-sdk';
import { z } from 'zod/v4';
import { type Asked, askFor, MAX_TOKENS } from '../ask.js';
import { SHOWN, shownOf } from '../prompt/cut.js';
import { DATA_RULE, fenced } from '../prompt/fence.js';
import type { Transport } from '../transport/types.js';
import type { ProbeTarget } from './types.js';

const MOST = 20;

const SYSTEM = [
  'You write scenarios that try a program from outside, on the state before a change and on the state after it, to see whether what the change claims holds.',
  DATA_RULE,
  `Rules: at most ${MOST} scenarios, each with an id of its own and the ids of the claims that it shows. Steps: exec names a registered command id; request has a path that begins with one / and an expectation.`,
  'Only the command ids that are listed exist. An empty list is a good answer when nothing can be tried.',
].join('\n');

const ScenariosSchema = z.object({
  scenarios: z.array(z.object({
    id: z.string(), description: z.string(), claimIds: z.array(z.string()), failCategory: z.enum(FAIL_CATEGORIES).optional(),
    steps: z.array(z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('exec'), command: z.string(), stdin: z.string().optional() }),
      z.object({
        kind: z.literal('request'), method: z.string(), path: z.string(), body: z.unknown().optional(), headers: z.record(z.string(), z.string()).optional(),
        expect: z.object({ status: z.number().int().optional(), statusAnyOf: z.array(z.number().int()).optional(), jsonSchema: z.record(z.string(), z.unknown()).optional(), bodyIncludes: z.string().optional(), headers: z.record(z.string(), z.string()).optional() }).optional(),
      }),
      z.object({ kind: z.literal('wait'), forMs: z.number() }),
    ])),
  })),
});

/** Scenarios for one target, by a model. Errors: StageError when the provider fails. */
export function askForScenarios(transport: Transport, { target, diff, claims, redactor, signal }: { readonly target: ProbeTarget; readonly diff: string; readonly claims: readonly Claim[]; readonly redactor: Redactor; readonly signal?: AbortSignal | undefined }): Promise<Asked<{ scenarios: readonly Scenario[] }>> {
  const commands = Object.keys(target.launch.commands ?? {});
  const data = [
    fenced('diff', shownOf('the change', redactor.redact(diff), SHOWN.diff).text),
    fenced('claims', redactor.redact(claims.map(({ id, statement }) => `${id}: ${statement}`).join('\n'))),
    fenced('target', `${target.driver.targetType} ${target.name}\ncommand ids: ${commands.join(', ')}`),
  ].join('\n\n');
  const known = new Set(claims.map(({ id }) => id));
  return askFor(transport, {
    name: 'scenarios', schema: ScenariosSchema, system: SYSTEM, data, ask: 'Give the scenarios.', maxTokens: MAX_TOKENS.scenarios, signal,
    check: ({ scenarios }) => problemOf(scenarios, known, commands),
  }) as Promise<Asked<{ scenarios: readonly Scenario[] }>>;
}

/** Places only: words of an answer do not come back as part of a question. */
function problemOf(scenarios: z.infer<typeof ScenariosSchema>['scenarios'], claims: ReadonlySet<string>, commands: readonly string[]): string | null {
  if (scenarios.length > MOST) return `there are more than ${MOST} scenarios`;
  if (new Set(scenarios.map(({ id }) => id)).size !== scenarios.length) return 'two scenarios have the same id';
  for (const [at, scenario] of scenarios.entries()) {
    if (scenarioProblem(scenario) !== null) return `scenario ${at} is not as the rules say`;
    if (scenario.claimIds.some((id) => !claims.has(id))) return `scenario ${at} names a claim that does not exist`;
    if (scenario.steps.some((step) => step.kind === 'exec' && !commands.includes(step.command))) return `scenario ${at} names a command id that is not registered`;
  }
  return null;
}
