import type { Evidence } from '../../model/index.js';
import { spoken } from './words.js';

// `Focused authorization permission tests passed.`: what stands around the noun, up to the verb, is what passed.
const NOUN = /^(?:tests?|specs?|suites?|checks?)$/;
const PASSED = /^(?:pass|passes|passed|passing|succeed|succeeds|succeeded|green)$/;
// The noun's own words end here: `the auth change is done and all tests pass` says nothing of auth tests.
const BOUNDARY = /^(?:all|the|every|our|my|its|these|those|is|are|was|were|done|i|we|it|so|but|because|then|also|change|changes)$/;
const DOUBT = /\b(?:not|no|never|should|would|could|will|may|might|must|once|if|when|until|before|later|todo|hopefully|probably|cannot|expected|need|needs|skipped|except)\b/;
const REACH = 8;
const DOUBTS: ReadonlySet<string> = new Set(['failure', 'gate', 'not-run', 'no-tests', 'unfinished']);

const known = new WeakMap<Evidence, readonly string[]>();

/**
 * What the builder's report says has passed, spoken, without the words around it. Only in reported grade: once verifier
 * itself ran a command, words add nothing.
 */
export function claimedChecks(evidence: Evidence): readonly string[] {
  const before = known.get(evidence);
  if (before) return before;
  const claims = evidence.runs.some(({ executed }) => executed) ? [] : sentencesOf(evidence.report).flatMap(claimIn);
  known.set(evidence, claims);
  return claims;
}

/** The log says that something failed, was skipped or was not executed; tools often do not say what, so no claim is believed. */
export function isDoubted(evidence: Evidence): boolean {
  return evidence.runs.some(({ facts }) =>
    facts.some((fact) => DOUBTS.has(fact.kind) || (fact.kind === 'totals' && fact.failed + fact.skipped > 0) || (fact.kind === 'soft' && (fact.what === 'skipped' || fact.what === 'todo'))),
  );
}

/** Sentences of prose: parted at ends of lines, full stops and semicolons. */
export function sentencesOf(text: string): string[] {
  return text.split(/\n|(?<=[.!?])\s|;/).map((sentence) => sentence.trim()).filter((sentence) => sentence !== '');
}

function claimIn(sentence: string): string[] {
  const text = spoken(sentence);
  if (DOUBT.test(text)) return [];
  const words = text.trim().split(' ');
  const noun = words.findIndex((word) => NOUN.test(word));
  const verb = words.findIndex((word, index) => index > noun && PASSED.test(word));
  if (noun < 0 || verb < 0 || verb - noun > REACH) return [];
  let from = noun;
  while (from > 0 && noun - from < REACH && !BOUNDARY.test(words[from - 1] ?? '')) from -= 1;
  return [` ${words.slice(from, verb).join(' ')} `];
}
