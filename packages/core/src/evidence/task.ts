import type { TaskKind } from '../model/index.js';

const LONGEST = 20_000;
// Read in the task's own words. The first kinds speak of what must not change, the last of what is asked for.
const SIGNS: readonly (readonly [kind: TaskKind, pattern: RegExp])[] = [
  ['refactor', /\b(?:refactor\w*|clean(?:s|ed|ing)? ?up|tid(?:y|ies|ied)(?: up)?|restructur\w*|reorgani[sz]\w*|renam(?:e|es|ed|ing)|extract(?:s|ed)?|inline[ds]?|simplif(?:y|ies|ied)|deduplicat\w*|reformat\w*|format(?:s|ted|ting)? (?:the |all )?(?:code|file|files|source\w*)|format [\w./-]+\.\w{1,5}|moderni[sz]e\w*|port(?:s|ed)? .{0,40} to|migrate\w*|rewrite\w*|move[ds]? .{0,40} (?:to|into)|split(?:s)?|no behaviou?r(?:al)? changes?|without changing (?:the )?behaviou?r|behaviou?r (?:must |should )?(?:stay|stays|remain|remains|is) (?:the same|unchanged)|same behaviou?r|do(?:es)? not change (?:the )?(?:behaviou?r|output|results?)|keep(?:ing)? (?:the )?(?:behaviou?r|output|results?|api|same)|pure cleanup)\b/i],
  ['performance', /\b(?:speed(?:s|ing)? up|faster|optimi[sz]e\w*|performance|cache[ds]?|caching|memoi[sz]e\w*|reduce (?:the )?(?:memory|allocations?))\b/i],
  ['dependency', /\b(?:bump\w*|upgrade\w*|downgrade\w*|update (?:the )?(?:dependenc|lock|version|to v?\d)|dependenc(?:y|ies)|lock ?file)\b/i],
  ['fix-check', /\b(?:fix(?:es|ed|ing)?|repair\w*|resolve[ds]?|silence|clear|address\w*|get|make|stop)\b.{0,60}\b(?:lint\w*|type ?-?(?:check\w*|errors?)|types?|tsc|mypy|pyright|eslint|rubocop|ruff|flake8|clippy|phpstan|golangci\w*|warnings?|offen[cs]es?|errors? (?:from|in|of)|coverage|ci|build|pipeline|failing|red|flak(?:y|es|iness)|tests?|specs?|checks?|job)\b/i],
  ['tests', /\b(?:tests?|specs?|test suite|coverage|snapshots?|fixtures?|assertions?|parametri[sz]e\w*)\b/i],
  ['removal', /\b(?:remov(?:e|es|ed|ing|al)|delet(?:e|es|ed|ing|ion)|drop(?:s|ped|ping)?|retir(?:e|es|ed|ing)|deprecat\w*|get(?:s|ting)? rid of|rip out|no longer (?:needed|supported|used)|obsolete|unused|dead code|revert\w*|replac(?:e|es|ed|ing)|supersed\w*)\b/i],
  ['docs', /\b(?:docs?|document(?:s|ed|ing|ation)?|readme|changelog|comments?|typos?)\b/i],
  ['fix', /\b(?:fix(?:es|ed|ing)?|bug|bugs|regression|wrong|incorrect|broken|repair\w*|correct(?:s|ed)?|crash\w*|handle[sd]?)\b/i],
  ['feature', /\b(?:add(?:s|ed|ing)?|implement\w*|support(?:s|ed|ing)?|introduc\w*|allow(?:s|ed|ing)?|let|lets|new|creat(?:e|es|ed|ing)|provide\w*|expose[sd]?|accept(?:s|ed)?|return(?:s|ed)?|should|must|change[sd]?|make[s]?|show[s]?|cap|raise|increase|lower|treat)\b/i],
];

/** Said in so many words: what the code gives stays. */
const UNCHANGED = /\b(?:no|not any|without(?: any| a)?) changes? (?:of|in|to) (?:the |its |any )?(?:\w+ )?(?:behaviou?r|output|results?|functionality|semantics|markup)\b|\b(?:behaviou?r|output|results?|semantics|markup) (?:is |are |stays? |remains? |must be |should be )?(?:preserved|identical)\b|\bbehaviou?r[- ]preserving\b|\bno (?:behaviou?r(?:al)?|functional) changes?\b|\bwithout (?:changing|any change in|altering) (?:the |any )?(?:behaviou?r|output|results?)|\bbehaviou?r (?:must |should |has to )?(?:stays?|remains?|is|be) (?:the same|unchanged|as it (?:is|was))|\b(?:must|should|has to) (?:stay|remain|keep)\b|\bsame behaviou?r\b|\bnothing else\b|\bpure (?:refactor\w*|cleanup|rename)\b|\bdo(?:es)? not change (?:the )?(?:behaviou?r|output|results?)\b/i;

/** What the task asks for. One task may ask for several things; none: it does not say. */
export function readTask(task: string): ReadonlySet<TaskKind> {
  const text = task.slice(0, LONGEST);
  const kinds = new Set(SIGNS.filter(([, pattern]) => pattern.test(text.replace(UNCHANGED, ' '))).map(([kind]) => kind));
  if (!UNCHANGED.test(text)) return kinds;
  kinds.delete('feature');
  kinds.delete('fix');
  return kinds.add('refactor');
}
