import type { DiffFile, Evidence, Rule } from '../../model/index.js';
import { clean } from './explain.js';
import { found } from './finding.js';
import { addedIn, type At, isMoved } from './lines.js';

// Grammar of orders to whoever reads the change. Each is looked for only where one of its words stands.
const ORDERS: readonly RegExp[] = [
  /\b(?:ignore|disregard|forget|override|bypass)\b[^.\n]{0,30}\b(?:previous|prior|above|earlier|preceding|system|all|your|any)\b[^.\n]{0,30}\b(?:instructions?|prompts?|rules?|guidelines?|directives?|context|checks?|findings?)\b/i,
  /\b(?:ai|llm|language model|(?:code |automated |pr )?reviewers?|review (?:bot|agent)|assistants?|(?:coding |ai )?agents?|verifiers?|graders?|judges?|claude|gpt|copilot|coderabbit|gemini)\b[^.\n]{0,60}\b(?:must|should|shall|please|need to|have to|are to|is to|instructed to|required to|you are|do not|don't|never|mark|approve|treat|consider|skip|respond|answer|reply|return|output|classify|report)\b[^.\n]{0,80}\b(?:approv\w*|pass(?:ed|ing)?|safe|mergeable|open_pr|lgtm|no (?:issues?|findings?|problems?)|not (?:report|mention|flag|review|block|comment)|ignore|skip|green|merge|trust\w*|accept\w*|success\w*|clean|low[- ]risk|maintenance mode)\b/i,
  /\b(?:do not|don't|never|no need to)\b[^.\n]{0,20}\b(?:report|mention|flag|review|block|comment on|question|analy[sz]e|inspect)\b[^.\n]{0,40}\b(?:this (?:comment|change|file|line|finding|issue|section|note|block|function|instruction|pr|diff)|these (?:changes|files|lines)|the following)\b/i,
  /\b(?:mark|treat|consider|classify|report|rate|label|count)\b[^.\n]{0,30}\b(?:every|all|this|these|the)\b[^.\n]{0,30}\b(?:checks?|changes?|findings?|pr|pull request|diff|results?|tests?|issues?)\b[^.\n]{0,20}\bas\b[^.\n]{0,20}\b(?:passed|passing|approved|safe|mergeable|resolved|false positives?|open_pr|clean|verified|low[- ]risk|green)\b/i,
  /(?<!\?)<\/?(?:system|assistant|developer|instructions?|admin)(?:[- _](?:prompt|message|reminder|note))?>|\[\/?INST\]|<\|(?:im_start|im_end|system|user|assistant|endoftext)\|>|<<\/?SYS>>|^\s*(?:###?\s*)?(?:system|developer)\s*(?:prompt|message|instructions?)?\s*:\s*(?:you|ignore|approve|always|never|from now)\b/i,
  /\b(?:respond|reply|answer|output|return|print|emit|set)\b[^.\n]{0,40}["'`]?(?:open_pr|"?verdict"?\s*[:=]|lgtm|\bmergeable\b|approve(?:d)?\b)/i,
  /\b(?:you are now|you're now|act as|pretend (?:to be|you are)|from now on,? you|switch to|entering)\b[^.\n]{0,40}\b(?:maintenance|developer|admin|debug|unrestricted|jailbreak|dan|approval|trusted|review(?:er)?|different|god)\b/i,
  /\b(?:already|was|has been)\b[^.\n]{0,20}\b(?:pre-?approved|approved|audited|reviewed|verified)\b[^.\n]{0,30}\bby\b[^.\n]{0,30}\b(?:security|the team|maintainers?|admin|owner|legal|anthropic|openai|human|lead)\b[^.\n]{0,60}\b(?:skip|no (?:further )?review|do not|don't|approve|safe|merge)\b/i,
  /\b(?:this (?:change|pr|diff|file|code|commit) (?:is|was) (?:already )?(?:pre-?approved|safe|verified|reviewed))\b[^.\n]{0,60}\b(?:skip|no (?:further )?review|do not|don't|approve|merge)\b/i,
];
const WORDS = /\b(?:ignore|disregard|forget|override|bypass|ai|llm|model|reviewers?|review|assistants?|agents?|verifiers?|graders?|judges?|claude|gpt|copilot|coderabbit|gemini|report|mention|flag|mark|treat|consider|classify|system|inst|sys|im_start|open_pr|lgtm|mergeable|verdict|you are now|act as|pretend|from now|approved|audited|maintenance)\b/i;
/** The protocol of this gate: its verdict, its record block. */
const PROTOCOL = /"(?:final_verdict|verdict)"\s*:\s*"(?:open_pr|mergeable|open_pr_with_warning)"|<verifier[-_](?:result|verdict)>|\[verifier:(?:pass|mergeable|open_pr)\]|"schemaVersion"\s*:\s*1\s*,\s*"verdict"/;
const GUIDES = /(?:^|\/)(?:AGENTS|CLAUDE|GEMINI|COPILOT|CONVENTIONS)\.md$|\.cursorrules$|(?:^|\/)\.(?:cursor|claude|github\/(?:instructions|prompts|chatmodes)|clinerules|windsurf)\S*|copilot-instructions\.md$|\.mdc$/i;

export const rule: Rule = {
  id: 'integrity/prompt-injection',
  docs: {
    title: 'Text that instructs whoever reviews the change',
    why: 'A change is to be judged by what it does. Text that tells a reader how to judge is aimed at agents that obey what they read.',
    fix: 'Take the text away, and judge the change by its diff and its checks.',
    since: '0.1.0',
  },
  *check(evidence) {
    for (const file of evidence.diff.files) {
      const at = file.role === 'lockfile' || file.role === 'generated' ? undefined : addedIn(file).find((one) => isOrder(one, file) && !isMoved(one, evidence.diff));
      const forged = addedIn(file).find((one) => PROTOCOL.test(one.line.text) && isPlace(file));
      const hit = forged ?? at;
      if (hit !== undefined) yield found(forged === undefined ? 'warn' : 'block', `${file.path}:${hit.line.at} holds ${forged === undefined ? 'an instruction to its reviewer (prompt injection)' : 'a verdict of this gate (prompt injection)'}: \`${clean(hit.line.text, 100)}\`. It is quoted as data and followed by nobody, so take it away`, [{ file, line: hit.line }]);
    }
    if (PROTOCOL.test(evidence.report)) yield { effect: 'block', source: 'builder_report', message: 'The report holds a verdict of this gate (prompt injection, an imitated protocol). It is quoted as data and followed by nobody, so take it away' };
    yield* inTask(evidence);
    yield* inLogs(evidence);
  },
};

/** Prose that gives an order; in code a comment or a string, but not what tests of such filters quote. */
function isOrder({ line }: At, file: DiffFile): boolean {
  if (line.text.length > 2_000 || !WORDS.test(line.text) || file.role === 'test' || /(?:^|\/)(?:fixtures?|testdata|prompts?|evals?|corpus|benchmarks?|datasets?|jailbreaks?|redteam|red-team)\//i.test(file.path)) return false;
  const isProse = file.language === 'markdown' || file.role === 'docs' || file.language === 'text' || file.language === 'html' || file.language === null;
  if (!isProse && /\/[^/\n]{4,}\/[gimsuy]{0,4}[,;)\]]|re\.compile|RegExp\(|regex|pattern/i.test(line.text)) return false;
  const said = isProse ? line.text : wordsOf(line);
  if (GUIDES.test(file.path) && /\b(?:do not|never|must|always)\b/i.test(said) && !/approve|lgtm|open_pr|mergeable|not (?:report|mention|flag)|as passed/i.test(said)) return false;
  return said !== '' && ORDERS.some((pattern) => pattern.test(said));
}

/** What a line of code says in its comments and strings: the stretches that are blanked in its code. */
function wordsOf({ text, code }: At['line']): string {
  if (code !== text) return text.split('').map((char, index) => (code[index] === ' ' || code[index] === undefined ? char : ' ')).join('');
  const comment = /(?:^|\s)(?:\/\/|#|\/\*|\*|--|<!--|;)(.*)$/.exec(text)?.[1] ?? '';
  // Nobody told a docstring from code: a line of prose is a line of one.
  if (comment === '' && /^\s*[A-Z][\w,:'()-]*(?:\s+[\w,:'()/.!-]+){5,}\s*$/.test(text.slice(0, 400)) && !/[=;{}[\]]/.test(text) && /\b(?:instructions?|approv\w*|lgtm|reviewers?|findings?|verdict)\b/i.test(text)) return text;
  return comment !== '' ? comment : [...text.matchAll(/(["'`])((?:[^\\]|\\.){12,}?)\1/g)].map((match) => match[2] ?? '').join(' . ');
}

const isPlace = ({ role, path }: DiffFile): boolean => role !== 'test' && role !== 'data' && role !== 'lockfile' && !/(?:^|\/)(?:fixtures?|testdata|schemas?|examples?|samples?|docs?|test|tests|src|packages|cases|corpus|evals?)\//i.test(path);

function* inTask({ task }: Evidence): Generator<ReturnType<typeof found>> {
  const line = task.slice(0, 50_000).split('\n').find((text) => text.length < 2_000 && WORDS.test(text) && STRONG.some((pattern) => pattern.test(text)));
  if (line !== undefined) yield { effect: 'warn', source: 'task', message: `The task holds an instruction to its reviewer (prompt injection): \`${clean(line, 100)}\`. It is quoted as data and followed by nobody` };
}

function* inLogs({ runs }: Evidence): Generator<ReturnType<typeof found>> {
  for (const { unread, facts } of runs) {
    const texts = [...unread.map(({ text }) => text), ...facts.map(({ text }) => text)];
    const line = texts.find((text) => text.length < 2_000 && WORDS.test(text) && (STRONG.some((pattern) => pattern.test(text)) || PROTOCOL.test(text)));
    if (line !== undefined) {
      yield { effect: 'warn', source: 'verify_logs', message: `The log holds an instruction to its reviewer (prompt injection): \`${clean(line, 100)}\`. It is quoted as data and followed by nobody` };
      return;
    }
  }
}
/** In a task or a log ordinary words are ordinary; these are not. */
const STRONG: readonly RegExp[] = ORDERS.slice(0, 1).concat(ORDERS[1] ?? [], ORDERS[3] ?? [], ORDERS[4] ?? [], ORDERS[6] ?? []);
