/** What `--help` prints. */
export const HELP = {
  call: 'verifier --help',
  text: `verifier decides whether a change may go on, and says why.

Usage
  verifier check [options]      judge the change in this git repository, or the texts that you hand over
  verifier verdict [options]    texts only, for callers of the first version; \`verifier [options]\` is the same
  verifier explain [<rule id>]  why a rule finds what it finds, and what to do (without an id: the ids)
  verifier plan [options]       what a check would run here, and why; runs nothing (also --json)
  verifier runs [--json]        the runs that this workspace keeps, the newest first
  verifier report <run id>      what a run of the past said (latest: the newest one; --json: its verdict)
  verifier receipts list|why|clear  what is remembered for --reuse, why a command would or would not be answered from it
  verifier --version [--json]   the version (with --json: what it was built from)
  verifier --help               this text, also \`verifier help\`
  verifier                      kaizen-loop mode: reads a prompt from stdin when KAIZEN_VERIFIER_RESULT_PATH is set

In a repository (workspace mode): what differs from the base is the change, and the checks are run here.
  --task, --intent <text>       what was asked            --task-file, --intent-file <path>
  --builder-report <text>       what the builder says     --builder-report-file <path>
  --base <ref>                  compare with this commit, branch or tag (default: the branch that the change aims at)
  --verify-command <command>    a check to run, repeatable (default: the configuration, else what the project has)
  --verify-timeout-ms <n>       how long one check may take (default 600000)
  --jobs <n>                    how many commands of a group run at the same time (default: one for each processor)
  --reuse, --no-reuse           take the result of a command that passed on this very tree before (default: run it)
  --compare-base                run the checks on a clean checkout of the base too: fewer tests, new skips, new failures
  --restore-tests               run what was changed under the tests of the base: what held there must hold now
  --red-proof                   run the changed tests on the product of the base: they should notice the difference
  --stages <n,n>                opt-in: 0 intent, 1 static checks, 2 tests, 3 correctness lens, 4 refutation, 5 probes
  --allow-llm                   stages may ask the model of the configuration's \`stages.provider\`
  --reuse-claims <run id>       the claims of an earlier run instead of new ones
  --results <glob>              result files that the checks write, repeatable: JUnit XML, TAP, CTRF, SARIF, TRX, json
  --workspace <path>            the repository or a folder in it (default: here)
  --config <path>               this configuration instead of the base's verifier.config.json
  --output-dir <path>           where the files of the run go, inside the workspace (default .verifier/runs/<run id>)

With texts (direct mode): nothing is run; no configuration is read.
  --diff <text>                 the change                --diff-file <path>
  --verify-logs <text>          the logs of the checks    --verify-logs-file <path>
  and --task, --builder-report as above

Both
  --format json|markdown|text   how to answer (default: text on a terminal, else json)
  --json, --markdown            the same as --format json, --format markdown
  --pretty                      indent the JSON
  --fail-on <verdict>           exit 1 when it is reached: mergeable, conditional, inconclusive or not_mergeable

Verdicts
  open_pr                       task, diff and a passed check are there, nothing blocks or warns
  open_pr_with_warning          nothing blocks, a reviewer should see something
  block_pr                      a check failed, a risky change has no cover, or the checks were weakened
  needs_context                 task, diff or a passed check is missing

Exit status: 0 judged (also when blocked), 1 the answer of --fail-on, 2 wrong use or an error.

Examples
  verifier check --task "Add signup validation"
  verifier check --task-file task.md --verify-command "pnpm test" --fail-on not_mergeable
  verifier check --task-file task.md --diff-file change.patch --verify-logs-file checks.log --pretty
`,
} as const;
