import { defineReport } from './define-report.js';

const LABEL = /^#{0,6}\s{0,3}(?:residual|remaining|known|open|outstanding) risks?\b\s{0,3}(?:[:—–-]\s{0,3})?(.{0,400})$/i;
const SAID = /\b(?:residual|remaining|known|outstanding) risks?\b\s{0,3}(?::|is|are|remains?:?|—|–|-)\s{0,3}(.{1,400})$/i;
const STATED = /\b(?:there (?:is|are)|leaves?|left|carries|remains?)\b.{0,40}\b(?:residual|remaining) risks?\b(?! (?:is|are) none)/i;
const NONE = /^(?:\W{0,5}(?:none|no|nothing|n\/?a|nil|zero|not any|negligible|minimal|very low|low|-)\b.{0,80}|\W{0,5})$/i;
const DENIED = /\b(?:no|none|without|not)\b.{0,30}\b(?:residual|remaining|known|outstanding) risks?\b/i;

export const rule = defineReport({
  id: 'report/residual-risk',
  docs: {
    title: 'The builder names a risk that remains',
    why: 'Who made the change knows best where it may break.',
    fix: 'Read the risk and decide whether it is bearable before the change is merged.',
    since: '0.1.0',
  },
  says: 'names a risk that remains',
  todo: 'Read it and decide whether it is bearable.',
  words: ['risk'],
  find: (sentences) => sentences.flatMap((sentence, index) => (!/risk/i.test(sentence) ? [] : riskIn(sentence, sentences[index + 1]))),
});

/** The risk itself; a label that stands alone speaks of what follows. */
function riskIn(sentence: string, next: string | undefined): string[] {
  const labelled = LABEL.exec(sentence);
  if (labelled) {
    const value = labelled[1]?.trim() === '' ? (next ?? '') : (labelled[1] ?? '');
    return value === '' || NONE.test(value.trim()) || /^#/.test(value) ? [] : [`${sentence} ${labelled[1]?.trim() === '' ? value : ''}`.trim()];
  }
  if (DENIED.test(sentence)) return [];
  const said = SAID.exec(sentence)?.[1];
  if (said !== undefined) return NONE.test(said.trim()) ? [] : [sentence];
  return STATED.test(sentence) ? [sentence] : [];
}
