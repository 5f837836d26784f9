import type { Assertion, Evidence, Rule, TestCase } from '../../model/index.js';
import { changesOf, checksIn, type PairChange } from './changes.js';
import { clean, count, productOf } from './explain.js';
import { found } from './finding.js';

const LOGS = /\b(?:console\.(?:log|warn|info|debug|error)|print(?:ln|f)?|logger?\.\w+|logging\.\w+|t\.Logf?|warn(?:ings\.warn)?|puts|p|pp|echo|System\.out\.print\w*|Console\.Write\w*|error_log|var_dump|eprintln!|println!|dbg!|fmt\.Print\w*)\s*\(?/;

export const rule: Rule = {
  id: 'integrity/assertion-removed',
  docs: {
    title: 'A test checks less than it did',
    why: 'The test is still there and still green, and what it held is checked no more.',
    fix: 'Put the checks back, or say in the task why the value does not matter any more.',
    since: '0.1.0',
  },
  *check(evidence) {
    for (const change of changesOf(evidence)) {
      const lost = lostIn(change, evidence);
      const [first] = lost;
      if (first === undefined) continue;
      const { old, now } = change.pair;
      const logged = loggingIn(change);
      const isBare = now.name !== '' && now.isWhole && now.assertions.length === 0 && old.isWhole && now.undiscovered === null;
      const isAsked = evidence.asks.has('removal') || evidence.asks.has('refactor');
      yield found(
        (isBare || logged !== null) && !(isAsked && logged === null) ? 'block' : 'warn',
        `${count(lost.length, 'assertion was', 'assertions were')} removed from ${now.name === '' ? 'a test' : `\`${clean(now.name)}\``} in ${now.file.path}:${first.line.at || now.line.at}${logged === null ? '' : ` and replaced by logging (\`${clean(logged.text.trim(), 60)}\`), which never fails`}${isBare && logged === null ? ', which checks nothing now' : ''}: ${lost.slice(0, 3).map(({ line }) => `\`${clean(line.text.trim(), 80)}\``).join(', ')}. Restore the lost check`,
        [...lost.slice(0, 4).map(({ line }) => ({ file: now.file, line })), ...(logged === null ? [] : [{ file: now.file, line: logged }])],
      );
    }
  },
};

/** The net loss: what went without anything that came instead. */
function lostIn({ pair: { old, now }, lost, gained }: PairChange, evidence: Evidence): readonly Assertion[] {
  if (lost.length === 0 || now.stopped !== null) return [];
  if (evidence.tests.becameHelpers.some((pair) => pair.now === now)) return [];
  const left = lost.filter((assertion) => assertion.line.side === 'removed' && !isExplained(assertion, evidence) && !isKept(assertion, now.assertions) && !isInWhole(assertion, now.assertions) && !isAwaited(assertion, old, now));
  const net = left.length - gained.length;
  if (net <= 0) return [];
  if (checksIn(now) >= checksIn(old) && now.rows.length > old.rows.length) return [];
  if (now.assertions.some(({ isHelper, line }) => isHelper && line.side === 'added')) return [];
  if (callsNewFunction(now.words, old.words, evidence)) return [];
  return left.slice(0, net);
}

/** The check speaks of something that the product has no more. */
function isExplained(assertion: Assertion, { diff, task }: Evidence): boolean {
  const { gone } = productOf(diff);
  const words = [...assertion.args.join(' ').slice(0, 2_000).matchAll(/\w{3,}/g)].map(([word]) => word);
  if (words.some((word) => gone.has(word))) return true;
  return /\b(?:remov|drop|delet|no longer|stop)\w*\b/i.test(task) && words.some((word) => word.length > 3 && task.includes(word));
}

/** Another check says at least as much of the same thing: a repetition, or a weaker one beside the full one. */
function isKept(assertion: Assertion, others: readonly Assertion[]): boolean {
  const [subject] = assertion.args;
  if (others.some(({ key }) => key === assertion.key)) return true;
  if (assertion.rank > 2 || subject === undefined) return false;
  return others.some(({ args, rank }) => rank > assertion.rank && args.some((arg) => arg === subject || (subject.length > 3 && arg.includes(subject))));
}

/** A comparison of the whole thing names the field and its value: `r.id` is 1 in `{ id: 1, name: 'a' }`. */
function isInWhole({ args: [subject = '', expected] }: Assertion, others: readonly Assertion[]): boolean {
  const [, owner, field] = /^(.{1,200}?)(?:\.|\[["'])(\w{1,60})(?:["']\])?$/.exec(subject) ?? [];
  if (owner === undefined || field === undefined || expected === undefined) return false;
  const pair = new RegExp(`["']?\\b${field}["']?(?::|=>|=)\\s*${expected.slice(0, 200).replace(/[^\w]/g, '\\$&')}`);
  return others.some(({ args, rank, line }) => rank === 4 && line.side === 'added' && args.includes(owner) && args.some((arg) => arg !== owner && pair.test(arg.slice(0, 4_000))));
}

/** No error came with the call back: what is awaited now throws it. */
function isAwaited({ matcher, args: [subject = '', expected = ''] }: Assertion, old: TestCase, now: TestCase): boolean {
  const isNoError = /^(?:err|error|e)$/i.test(subject) && /null|nil|none|undefined|falsy|iferror|notexist|toBeNull/i.test(`${matcher} ${expected}`);
  return isNoError && now.body.includes('await') && !old.body.includes('await');
}

/** The failing call became one that only speaks. */
function loggingIn({ pair: { now }, lost }: PairChange): Assertion['line'] | null {
  const lines = now.file.hunks[now.hunk]?.lines ?? [];
  return lines.find(({ side, code }, index) => side === 'added' && LOGS.test(code.slice(0, 500)) && lost.some(({ line }) => Math.abs(lines.indexOf(line) - index) <= 4) && !lines.some((other) => other.side === 'removed' && LOGS.exec(other.code.slice(0, 500))?.[0] === LOGS.exec(code.slice(0, 500))?.[0])) ?? null;
}

function callsNewFunction(now: ReadonlySet<string>, old: ReadonlySet<string>, { tests: { newFunctions, helpers } }: Evidence): boolean {
  return [...now].some((word) => !old.has(word) && (newFunctions.has(word) || helpers.has(word)));
}
