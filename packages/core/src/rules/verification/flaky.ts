import type { Rule, Run } from '../../model/index.js';
import { defineSoft } from './define-soft.js';
import { isRerunGreen } from './failed.js';
import { pointOf } from './points.js';
import { briefly } from '../../text/one-line.js';

const inTheLog = defineSoft({
  id: 'verification/flaky',
  docs: { title: 'A check passed only when it was repeated', why: 'A test that fails and passes on the same code hides real failures.', fix: 'Find out why it failed the first time.', since: '0.1.0' },
  kinds: ['flaky'],
  says: (amount) => `${amount} ${amount === 1 ? 'check' : 'checks'} passed only when repeated`,
  todo: 'Find out why the first try failed.',
});

export const rule: Rule = {
  ...inTheLog,
  *check(evidence) {
    yield* inTheLog.check(evidence);
    const { runs } = evidence;
    const commands = new Set(runs.filter((run, index) => wasRed(run) && isRerunGreen(runs, index)).map(({ command }) => command ?? ''));
    const [first] = commands;
    if (first === undefined) return;
    const more = commands.size > 1 ? ` and ${commands.size - 1} more` : '';
    yield {
      effect: 'warn',
      source: 'verify_logs',
      message: `\`${briefly(first)}\`${more} failed before it passed. Check that the code was mended in between, or find out why the first try failed.`,
      evidence: [...commands].slice(0, 3).map((command) => `$ ${command}`).join('\n'),
    };
  },
};

const wasRed = (run: Run): boolean => pointOf(run) === 'red';
