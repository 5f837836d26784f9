import type { Reporter } from '../model/index.js';

export const reporter: Reporter = {
  id: 'json',
  docs: { title: 'JSON', why: 'The contract that scripts read: `schemas/verdict.schema.json`.', fix: '`--pretty` indents it.', since: '0.1.0' },
  render: ({ verdict }) => `${JSON.stringify(verdict)}\n`,
};
