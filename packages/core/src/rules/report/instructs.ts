import { holdsOne } from '../../text/holds-one.js';
import { defineReport } from './define-report.js';

// The words come first: a pattern is compiled at its first use, and most reports never use most of them.
const ORDERS: readonly (readonly [words: readonly string[], pattern: () => RegExp])[] = [
  [['ignore', 'disregard', 'forget', 'override', 'skip'], () => /\b(?:ignore|disregard|forget|override|skip) (?:all |any |the |your |of )*(?:previous|prior|above|earlier|preceding|other|system|following) (?:\w{1,20} )?(?:instructions?|prompts?|rules?|findings?|checks?|guidelines?|context|messages?)\b|\b(?:ignore|disregard|forget|override) (?:all |any |the |your |these |those )*(?:instructions?|prompts?|rules?|guidelines?) (?:above|before|so far|given|that)\b/i],
  [['approve', 'merge ', 'accept ', 'pass of', 'pass this', 'pass the', 'pass my', 'pass our', 'pass it', 'light', 'stamp'], () => /(?:^|[:,.!]\s{0,3}|\b(?:please|must|should|you can|you may|just|simply|now|reviewers?|verifier)\s)(?:auto-?)?(?:approve|merge|accept|pass|green-?light|rubber-?stamp) (?:of )?(?:(?:this|the|my|our) (?:pr|pull request|merge request|change|changes|diff|patch|commit|work)|it)\b(?! (?:into|with|conflict))/i],
  [['block', 'flag', 'reject', 'report', 'question', 'fail', 'hold', 'review', 'scrutin'], () => /\b(?:do not|don't|never|please don't|must not|should not) (?:block|flag|reject|report|question|fail|hold up|re-?review|scrutini[sz]e) (?:this|the|it|on|any|my)\b/i],
  [['mark', 'treat', 'consider', 'classify', 'label', 'report', 'rate'], () => /\b(?:mark|treat|consider|classify|label|report|rate) (?:this|it|the (?:change|pr|diff|result|findings?))(?: \w{1,20}){0,2} as (?:safe|approved|mergeable|passing|passed|low[- ]risk|a? ?false positives?|clean|verified|open_pr|trusted)\b/i],
  [['open_pr', 'mergeable', 'approved', 'lgtm'], () => /\b(?:return|output|respond with|reply with|answer(?: with)?|print|emit|set (?:the )?(?:verdict|status)(?: to)?)\b.{0,30}["'`]?\b(?:open_pr|mergeable|approved|lgtm)\b/i],
  [['you are', 'act as', 'pretend to be', 'from now on you'], () => /\b(?:you are|act as|pretend to be|from now on you)\b.{0,40}\b(?:assistant|reviewer|verifier|judge|model|ai|agent|system)\b/i],
  [['review'], () => /\b(?:no (?:further |additional )?review (?:is )?(?:needed|required|necessary)|review (?:is )?not (?:needed|required|necessary)|skip (?:the )?(?:code )?review)\b/i],
  [['reviewer', 'verifier', 'judge', 'grader', 'llm', 'language model', 'ai ', 'ai,', 'ai:'], () => /\b(?:reviewers?|verifiers?|judges?|graders?|llms?|ai|language models?)\b[^.]{0,30}\b(?:must|should|shall|has to|have to|need to|are to|is to)\b[^.]{0,30}\b(?:approve|ignore|accept|pass|trust|skip|merge|not (?:block|flag|report))\b/i],
];

export const rule = defineReport({
  id: 'report/instructs',
  docs: {
    title: 'The report tells its reader how to judge',
    why: 'A report says what was done. Text that asks for a verdict is meant for whoever judges it, or came from somewhere else.',
    fix: 'Judge the change by its diff and its checks, and ask where the text comes from.',
    since: '0.1.0',
  },
  says: 'tells its reader how to judge the change (an instruction to the reviewer)',
  todo: 'Judge by the diff and the checks, and ask where the text comes from.',
  words: ORDERS.flatMap(([words]) => words),
  find: (sentences) => sentences.filter((sentence) => isOrder(sentence.slice(0, 2000))),
});

function isOrder(sentence: string): boolean {
  return ORDERS.some(([words, pattern]) => holdsOne(sentence, words) && pattern().test(sentence));
}
