import type { Rule } from '../../model/index.js';
import { strangeNames } from './task/strange-names.js';

/** A task that holds none of these names nothing that could be looked for. */
const MAY_NAME = /`|[a-z\d][A-Z]|\w_\w|\w\.\w|\w\/\w|\w\(\)/;
const LONGEST = 20_000;

export const rule: Rule = {
  id: 'context/off-task',
  docs: {
    title: 'Task and change have nothing in common',
    why: 'The task names files or symbols, and neither they nor any of its words occur in what changed: another thing was done, or the wrong change is judged.',
    fix: 'Check that task and diff belong together. A change that does the task elsewhere says so in the task or in the report.',
    since: '0.1.0',
  },
  *check({ task, diff }) {
    if (!diff.complete || diff.files.length === 0 || !MAY_NAME.test(task.slice(0, LONGEST))) return;
    const names = strangeNames(task.slice(0, LONGEST), diff);
    if (names.length === 0) return;
    yield {
      effect: 'warn', source: 'task',
      message: `The task names ${names.slice(0, 3).join(', ')}, and nothing of it occurs in the change (${diff.files.slice(0, 3).map(({ path }) => path).join(', ')}). Check that they belong together.`,
    };
  },
};
