import { worthOf } from '../command.js';
import { bareOf, isTopic, NOUNS, TOOLS } from './words.js';

// `all tests passed`, `pnpm test passed`, `typecheck, lint and unit tests passed in 3.2s`: the whole line says it, and nothing else.
const TIME = /(?: in| \(| after| took)? ?\(?(?:\d{1,9}(?:\.\d{1,6})? ?(?:ms|s|sec|secs|seconds?|m|min|mins|minutes?|h)\b ?){1,3}\)?$/;
const VERB = /^(?<subject>.{1,160}?) (?:(?:(?:have|has|all|are|is|were|was|been) ){0,2}(?:passed|passes|pass|succeeded|succeeds|green|successful)(?: successfully)?|(?:completed|finished|ended) successfully)$/i;
const ALL = /^(?:all (?:of )?(?:the |our )?(?:\d{1,9} )?|both |every |the |100% (?:of )?(?:the |all )?)/i;
const BUILD = /^BUILD SUCCESS(?:FUL)?$/;
// jest, vitest: `PASS src/a.test.ts (5.2 s)`; automake: `PASS: a.sh`.
const FILE = /^PASS(?:$|(?:: | {1,3})[\w@./[\]+~-]{1,300}$)/;
const SCRIPT = /^[a-z][\w.-]{0,60}(?::[\w.-]{1,60}){1,4}$/;
const TEST_FILE = /^(?=.{0,120}(?:test|spec))[\w@./-]{1,200}\.\w{1,8}$/i;
const ARGUMENT = /^[\w@./:=*,+-]{1,120}$/;
const WORDS = 8;
const TOPICS = 4;

/** Does the whole line say that a check passed? */
export function isGreenLine(line: string): boolean {
  const bare = bareOf(line);
  if (bare === null) return false;
  const text = withoutTime(bare);
  if (FILE.test(text) || BUILD.test(text)) return true;
  const subject = VERB.exec(text)?.groups?.['subject'];
  return subject !== undefined && isSubject(subject);
}

const withoutTime = (text: string): string => text.replace(/[.!]{1,3}$/, '').replace(TIME, '').trimEnd();

function isSubject(subject: string): boolean {
  const first = subject.split(' ', 1)[0] ?? '';
  if (TOOLS.has(first) && isCommand(subject)) return true;
  const parts = subject.replace(ALL, '').split(/, (?:and )?| and | & | \+ /);
  return parts.every((part, index) => isCheck(part, index === parts.length - 1));
}

function isCommand(subject: string): boolean {
  const [, ...words] = subject.split(' ');
  return words.length <= WORDS && words.every((word) => ARGUMENT.test(word) && (NOUNS.has(word) || !/^[a-z]{1,20}$/i.test(word) || isTopic(word.toLowerCase()) || word === 'run')) && words[0] !== 'sure' && worthOf(subject) === 'check';
}

// Of several, the last one names the checks: `unit and integration tests`.
function isCheck(part: string, isLast: boolean): boolean {
  if (SCRIPT.test(part) || TEST_FILE.test(part)) return true;
  const words = part.toLowerCase().split(' ');
  const last = words.pop() ?? '';
  return (NOUNS.has(last) || TOOLS.has(last) || (!isLast && isTopic(last))) && words.length <= TOPICS && words.every((word) => NOUNS.has(word) || isTopic(word));
}
