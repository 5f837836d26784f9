import type { Finding } from './finding.js';
import type { Docs } from './plugin.js';

/** What is found while inputs are brought in, before any rule is asked. Documented as rules are; no rule has such an id. */
export const NOTICES = {
  'context/prompt': {
    title: 'The prompt is not laid out as its caller lays it out',
    why: 'A prompt that was cut, or mixed with the text of somebody else, does not show for sure what it is asked to show.',
    fix: 'Verify the change again, and check that caller and verifier fit together.',
    since: '0.1.0',
  },
  'integrity/command-changed': {
    title: 'The change rewrites what a verification command runs',
    why: 'A command is evidence only as long as it checks what it checked. Scripts, targets and script files that the commands resolve to are compared with the base.',
    fix: 'Restore the script, or let a reviewer agree to the new one.',
    since: '0.1.0',
  },
  'integrity/config-changed': {
    title: "The change edits the gate's own configuration",
    why: 'A change must not choose how it is judged. It was judged by the configuration of the base.',
    fix: 'Let a reviewer see that the new configuration is wanted.',
    since: '0.1.0',
  },
  'integrity/config-new': {
    title: "The gate's configuration is new in this change",
    why: 'The base has none, so the one of the work tree was used, and the change wrote it.',
    fix: 'Let a reviewer see that it asks for the right checks.',
    since: '0.1.0',
  },
  'integrity/diff-cut': {
    title: 'Part of the change was not read',
    why: 'What nobody read may hold anything. Beyond a limit content is cut, with a mark.',
    fix: 'Split the change, or look at the named files by hand.',
    since: '0.1.0',
  },
  'integrity/nested-repository': {
    title: 'A repository inside the work tree holds what the diff does not show',
    why: 'git looks into no folder that is a repository of its own. What is in an untracked one, what came with the commit of a submodule, and what differs there from that commit is run by the checks and shown to nobody.',
    fix: 'Take `.git` out of a folder that is part of the project, commit in a submodule what belongs there, and review its new commit where it lives.',
    since: '0.1.0',
  },
  'integrity/unmerged': {
    title: 'A merge is not resolved',
    why: 'The index holds several sides of a file, and git refuses to commit that. What would be merged is not settled, so no run says anything of it.',
    fix: 'Resolve the conflict, `git add` the files, and verify again.',
    since: '0.1.0',
  },
  'integrity/waiver-expired': {
    title: 'A waiver of the configuration has expired',
    why: 'A waiver is for a time. After its last day the rule speaks again, and somebody decides anew.',
    fix: 'Mend what was waived, or renew the waiver with a reason.',
    since: '0.1.0',
  },
  'integrity/workspace-changed': {
    title: 'A verification command changed the workspace',
    why: 'What a check says holds for the files that it saw. When a command rewrites files that are part of the project, what ran before it saw other files than what ran after it, and neither saw what is reviewed.',
    fix: 'Let checks look and not write: run a formatter with `--check`, tests with their snapshots frozen, an installation with its lockfile frozen. What they have to write belongs into ignored folders.',
    since: '0.1.0',
  },
  'run/interrupted': {
    title: 'The run was interrupted',
    why: 'Commands that were ended say nothing of the change.',
    fix: 'Run it again.',
    since: '0.1.0',
  },
  'run/receipts-void': {
    title: 'A check gave two results on one tree',
    why: 'A sample of what is remembered is run again. When the second result is another one, the check depends on something that is not in the tree, so none of its remembered results can be relied on.',
    fix: 'Mend the check that is sometimes red, or name the environment that it depends on in `reuse.env`.',
    since: '0.1.0',
  },
  'run/reused': {
    title: 'A result was taken from an earlier run',
    why: 'The command passed on the same tree, with the same lockfiles, environment, Node and verifier. `verifier receipts why` shows each field.',
    fix: 'Nothing to mend. `--no-reuse` runs everything, `verifier receipts clear` forgets what is remembered.',
    since: '0.1.0',
  },
  'run/results-missing': {
    title: 'No file matches the results that were named',
    why: 'A check that was to write its results did not, or the glob is wrong.',
    fix: 'Let the checks write the files, or correct `results`.',
    since: '0.1.0',
  },
  'run/results-old': {
    title: 'A result file is older than the run',
    why: 'It was written before this run, so it may speak of another tree.',
    fix: 'Let a check write it again.',
    since: '0.1.0',
  },
  'run/results-unread': {
    title: 'A result file is in no known format',
    why: 'What cannot be read is no evidence.',
    fix: 'Write JUnit XML, TAP, CTRF, SARIF, TRX or the JSON of a test runner.',
    since: '0.1.0',
  },
  'stages/claim': {
    title: 'Nothing shows a claim that has to hold',
    why: 'A stage that was asked for made claims of the task. One that must be verified has neither a check that passed nor a reading behind it.',
    fix: 'Look at it by hand, or let a check show it. For C-0: hand over the issue or the prompt of a person.',
    since: '0.1.0',
  },
  'stages/environment': {
    title: 'The planned checks could not be run',
    why: 'A provider, a target or a service did not answer, so the stages say nothing of the change.',
    fix: 'Mend the environment and run it again, or do without these stages.',
    since: '0.1.0',
  },
  'stages/opinion': {
    title: 'A reader of the change found something',
    why: 'A model read the change and names a scenario that nobody ran. It may be wrong, so it warns and never blocks.',
    fix: 'Look at the scenario. A test that shows it settles it.',
    since: '0.1.0',
  },
  'stages/reproduced': {
    title: 'Something that was run shows a defect',
    why: 'A command or a probe was run and failed as the finding says. `stages.json` of the run names the evidence.',
    fix: 'Mend what the scenario shows.',
    since: '0.1.0',
  },
} as const satisfies Readonly<Record<string, Docs>>;

export type NoticeId = keyof typeof NOTICES;

/** A finding of the effects side. */
export interface Notice extends Finding {
  readonly rule: NoticeId;
}
