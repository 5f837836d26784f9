import type { Rule } from '../../model/index.js';

export const rule: Rule = {
  id: 'context/missing',
  docs: {
    title: 'The task or the diff is missing',
    why: 'A change can only be judged against what was asked, and only when it can be seen.',
    fix: 'Pass the task (`--task`, `--task-file`) and the diff (`--diff-file`), or run `verifier check` inside the repository.',
    since: '0.1.0',
  },
  *check({ task, diff, workspace }) {
    if (diff.files.length === 0 && diff.unread === undefined) {
      yield workspace
        ? { effect: 'blind', source: 'diff', message: 'There is no change against the base, so there is nothing to judge. Make the change or name another base with --base.' }
        : { effect: 'blind', source: 'diff', message: 'The diff is missing, so only logs and report can be seen. Make the change, and hand its diff over (--diff-file).' };
    }
    if (task.trim() === '') yield { effect: 'ask', source: 'task', message: 'The task is missing, so the change cannot be held against what was asked. Pass it with --task or --task-file.' };
  },
};
