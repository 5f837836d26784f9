import { defineSoft } from './define-soft.js';

export const rule = defineSoft({
  id: 'verification/deprecated',
  docs: { title: 'A check printed deprecations', why: 'What is deprecated today breaks with a later version.', fix: 'Replace what is deprecated, or plan it.', since: '0.1.0' },
  kinds: ['deprecated'],
  says: (amount) => `${amount} ${amount === 1 ? 'deprecation' : 'deprecations'} in the logs of the checks`,
  todo: 'Replace what is deprecated or plan it.',
});
