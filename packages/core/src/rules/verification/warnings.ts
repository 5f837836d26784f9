import { defineSoft } from './define-soft.js';

export const rule = defineSoft({
  id: 'verification/warnings',
  docs: { title: 'A check printed warnings', why: 'Warnings of a compiler, a linter or a test runner are the cheapest review there is.', fix: 'Read them, and fix or silence them where they arise.', since: '0.1.0' },
  kinds: ['warning', 'obsolete'],
  says: (amount) => `${amount} ${amount === 1 ? 'warning' : 'warnings'} in the logs of the checks`,
  todo: 'Read them before the change goes on.',
});
