import type { Evidence } from '../../model/index.js';
import { holdsOne } from '../../text/holds-one.js';

const NOT_ASCII = /[^\x00-\x7F]/;
const WHO = 'reviewer,review bot,review agent,assistant,agent,llm,language model,verifier,grader,judge,claude,gpt,copilot,coderabbit,gemini,ignore,disregard,forget,override,bypass,<system,</system,<assistant,<developer,<instruction,<admin,inst],<|,<<sys,<</sys,system prompt,you are now,you\'re now,act as,pretend,from now on,switch to,entering'.split(',');
const AI = /\bai\b|\b(?:system|developer)\s*:/i;
const RATES = ['mark', 'treat', 'consider', 'classify', 'report', 'rate', 'label', 'count'];
const PROTOCOL = ['verdict', 'verifier', 'schemaversion'];
const ECHOES = ['echo', 'print', 'cat', 'write-'];

/**
 * Rules of the group that look at task, report or logs as well, each with a quick look whether something may be there. The
 * words are those without which none of its patterns matches.
 */
export const READ_MORE: Readonly<Record<string, (evidence: Evidence) => boolean>> = {
  'integrity/base-tests-fail': ({ trials }) => trials !== undefined,
  'integrity/fewer-tests': ({ trials }) => trials !== undefined,
  'integrity/hidden-unicode': ({ task, report }) => NOT_ASCII.test(task) || NOT_ASCII.test(report),
  'integrity/log-fabricated': ({ runs }) => runs.some(({ command, facts }) => (command !== null && holdsOne(command, ECHOES)) || facts.some((fact) => fact.kind === 'totals' && fact.text.includes(' total'))),
  'integrity/tests-notice-nothing': ({ trials }) => trials !== undefined,
  'integrity/prompt-injection': ({ task, report, runs }) =>
    mayOrder(task) || holdsOne(report, PROTOCOL) || runs.some(({ unread, facts }) => unread.some(({ text }) => mayOrder(text) || holdsOne(text, PROTOCOL)) || facts.some(({ text }) => mayOrder(text) || holdsOne(text, PROTOCOL))),
};

const mayOrder = (text: string): boolean => holdsOne(text, WHO) || AI.test(text) || (text.includes(' as ') && holdsOne(text, RATES));
