import { defineSoft } from './define-soft.js';

export const rule = defineSoft({
  id: 'verification/skipped',
  docs: { title: 'Checks were skipped', why: 'A skipped check says nothing about the change, and a reviewer should see how many there are.', fix: 'Run them, or say in the report why they may stay skipped.', since: '0.1.0' },
  kinds: ['skipped', 'todo'],
  says: (amount) => `${amount} ${amount === 1 ? 'check was' : 'checks were'} skipped or left to do`,
  todo: 'Run them or say why they may stay so.',
});
