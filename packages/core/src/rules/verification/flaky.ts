import { defineSoft } from './define-soft.js';

export const rule = defineSoft({
  id: 'verification/flaky',
  docs: { title: 'A check passed only when it was repeated', why: 'A test that fails and passes on the same code hides real failures.', fix: 'Find out why it failed the first time.', since: '0.1.0' },
  kinds: ['flaky'],
  says: (amount) => `${amount} ${amount === 1 ? 'check' : 'checks'} passed only when repeated`,
  todo: 'Find out why the first try failed.',
});
