import { z } from 'zod';
import { RULE_SETTINGS } from '../policy.js';
import { FINAL_VERDICTS } from './names.js';

const WaiverSchema = z
  .object({
    rule: z.string().min(1).describe('The id of the rule.'),
    path: z.string().min(1).optional().describe('A glob of the files for which it holds, relative to the repository. Without it, for all.'),
    reason: z.string().min(1).describe('Why it is put up with.'),
    expires: z.string().regex(/^\d{4}-\d{2}-\d{2}$/).describe('The last day on which it holds, YYYY-MM-DD.'),
    owner: z.string().min(1).describe('Who answers for it.'),
  })
  .strict();

const CommandsSchema = z.array(z.union([z.string().min(1), z.array(z.string().min(1)).min(1)]));
/** What may stand before the `=` in an environment. */
const NameSchema = z.string().regex(/^[^=\0]+$/);

const ReuseSchema = z.union([
  z.boolean(),
  z
    .object({
      sample: z.number().int().min(0).max(100).optional().describe('How many of 100 remembered results are checked by running the command again. Default 5.'),
      env: z.array(NameSchema).optional().describe('Further names of the environment that a result depends on.'),
    })
    .strict(),
]);

/** The shape of a registered command is that of `@verifier/probe-sdk`. */
const RegisteredCommandSchema = z
  .object({
    executable: z.string().min(1).describe('What is started, without a shell.'),
    args: z.array(z.string()).optional(),
    env: z.record(NameSchema, z.string()).optional().describe('Added to a minimal environment.'),
    artifacts: z.array(z.string().min(1)).optional().describe('Files that it writes, relative to the project: they are compared, too.'),
  })
  .strict();

const TargetSchema = z
  .object({
    name: z.string().min(1).max(100).describe('What people call it.'),
    driver: z.string().min(1).describe('cli, api, or the name of a package that is installed beside the stages and exports its driver as `driver`.'),
    commands: z.record(z.string().min(1), RegisteredCommandSchema).optional().describe('By their ids: all that scenarios may start. The API driver starts `serve`, with PORT in its environment.'),
    prepare: z.array(RegisteredCommandSchema).optional().describe('Run on both sides before the first launch, a build for one.'),
    scenarios: z.array(z.record(z.unknown())).optional().describe('What is tried. Without it a model is asked, which needs --allow-llm.'),
    launchTimeoutMs: z.number().int().positive().optional(),
    stepTimeoutMs: z.number().int().positive().optional(),
    perfLimitMs: z.number().int().positive().optional().describe('A step that takes longer on the head only is a finding.'),
  })
  .strict();

const StagesSchema = z
  .object({
    provider: z
      .object({
        kind: z.enum(['anthropic', 'openai-compatible']).describe('Which interface the model speaks.'),
        baseUrl: z.string().regex(/^https?:\/\/\S+$/).optional().describe('Where an openai-compatible model is, https://api.deepseek.com/v1 for one.'),
        model: z.string().min(1).optional().describe('The name of an openai-compatible model.'),
        keyEnv: z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/).optional().describe('The environment variable that holds the key. Default ANTHROPIC_API_KEY or OPENAI_API_KEY.'),
      })
      .strict()
      .optional()
      .describe('The model that stages ask, when --allow-llm is given. Taken only from the base or from --config.'),
    taskTier: z.enum(['primary', 'secondary']).optional().describe('Who writes the task: a person (primary), or an agent or nobody knows who (secondary). Default secondary.'),
    allowCommands: z.array(z.string().min(1)).optional().describe('Commands that a refuter may propose and that are then run, each exactly as it stands here.'),
    targets: z.array(TargetSchema).max(16).optional().describe('What stage 5 probes on base and head. Taken only from the base or from --config.'),
    probeBudgetMs: z.number().int().positive().optional().describe('How long stage 5 may take, in milliseconds. Default 120000.'),
  })
  .strict();

/** `verifier.config.json`. Each key says what it does; the generated schema carries the words to editors. */
export const ConfigSchema = z
  .object({
    $schema: z.string().optional().describe('Where an editor finds this schema.'),
    base: z.string().min(1).optional().describe('The commit, branch or tag that the change is compared with.'),
    intent: z.string().optional().describe('What was asked, in words.'),
    intentFile: z.string().min(1).optional().describe('A file in the workspace that says what was asked.'),
    verifyCommands: CommandsSchema.optional().describe('Shell commands that must pass, in this order. An array of them inside runs side by side. An empty array means none.'),
    verifyTimeoutMs: z.number().int().positive().optional().describe('How long one command may take, in milliseconds. Default 600000.'),
    jobs: z.number().int().positive().optional().describe('How many commands of a group run at the same time. Default: one for each processor, at least 2. 1 means one after the other.'),
    env: z.record(NameSchema, z.string()).optional().describe('Environment of the commands, beside what they inherit. CI=1 is set unless CI is set here or by the caller.'),
    envRemove: z.array(NameSchema).optional().describe('Names that the commands do not inherit.'),
    reuse: ReuseSchema.optional().describe('Answer from the result of an earlier run of the same command on the same tree, when it passed. An object says how: { sample, env }. Default false.'),
    compareBase: z.boolean().optional().describe('Run the commands on a clean checkout of the base as well, and compare which tests were executed. Default false.'),
    restoreTests: z.boolean().optional().describe('Run the product of the change under the tests and runner settings of the base. Default false.'),
    redProof: z.boolean().optional().describe('Run the tests of the change on the product of the base, where they should fail. Default false.'),
    stages: StagesSchema.optional().describe('What the opt-in stages work with, see --stages.'),
    keepRuns: z.number().int().positive().optional().describe('How many runs stay in .verifier/runs, the newest. Default 50.'),
    results: z.array(z.string().min(1)).optional().describe('Globs of result files that the commands write (JUnit XML, TAP, CTRF, SARIF, TRX, json), relative to the workspace. Files older than the run are refused.'),
    rules: z.record(z.enum(RULE_SETTINGS)).optional().describe('By rule id: off, or the effect that its findings have, warn or block. `verifier explain` lists the ids.'),
    waivers: z.array(WaiverSchema).optional().describe('Findings that are put up with for a time. They stay in the report, with the reason.'),
    outputDir: z.string().min(1).optional().describe('Where the files of a run go, relative to the workspace. Default .verifier/runs/<run id>.'),
    markdown: z.boolean().optional().describe('Print the Markdown report instead of JSON.'),
    failOn: z.enum(FINAL_VERDICTS).optional().describe('Exit with 1 when the verdict reaches this.'),
  })
  .strict();
