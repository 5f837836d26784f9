import type { Docs, Evidence, Rule } from '../../model/index.js';
import { holdsOne } from '../../text/holds-one.js';
import { oneLine } from '../../text/one-line.js';
import { sentencesOf } from '../cover/claims.js';

interface Reading {
  readonly id: string;
  readonly docs: Docs;
  /** What the sentence says, in the third person: `says that a check was skipped`. */
  readonly says: string;
  /** What to do, as a sentence. */
  readonly todo: string;
  /** One of these, in lower case, stands in every sentence that says it. Plain words: a report without them costs no pattern. */
  readonly words: readonly string[];
  /** The sentences that say it. */
  find(sentences: readonly string[], evidence: Evidence): readonly string[];
}

const QUOTED = 3;
const LIMIT = 200;
const prose = new WeakMap<Evidence, readonly string[]>();

/** The builder's words can warn, once for each rule. They never block, and they never count as evidence that something works. */
export const defineReport = (reading: Reading): Rule => ({
  id: reading.id,
  docs: reading.docs,
  *check(evidence) {
    if (evidence.report === '' || !holdsOne(evidence.report, reading.words)) return;
    const found = reading.find(sentencesOfReport(evidence), evidence);
    const [first] = found;
    if (first === undefined) return;
    const count = found.length > 1 ? ` (${found.length} sentences)` : '';
    yield {
      effect: 'warn',
      source: 'builder_report',
      message: `The builder's report ${reading.says}${count}. ${reading.todo}`,
      evidence: found.slice(0, QUOTED).map((sentence) => oneLine(sentence.slice(0, LIMIT))).join('\n'),
    };
  },
});

/** Split once, whatever the number of rules. */
function sentencesOfReport(evidence: Evidence): readonly string[] {
  const before = prose.get(evidence);
  if (before) return before;
  const sentences = sentencesIn(evidence.report);
  prose.set(evidence, sentences);
  return sentences;
}

/** Prose only: code blocks quote somebody else, and list marks and emphasis are layout. */
function sentencesIn(report: string): string[] {
  const kept: string[] = [];
  let fence: string | null = null;
  for (const line of report.split('\n')) {
    const mark = /^\s{0,3}(`{3,}|~{3,})/.exec(line.slice(0, LIMIT))?.[1] ?? null; // a line of millions of them is too much for one match
    if (fence === null && mark !== null) fence = mark;
    else if (fence !== null && mark?.startsWith(fence)) fence = null;
    else if (fence === null) kept.push(line);
  }
  return sentencesOf(kept.join('\n').replace(/\*\*|__/g, '')).map((sentence) => sentence.replace(/^(?:[-*+>]|\d{1,3}[.)])\s{1,4}/, ''));
}
