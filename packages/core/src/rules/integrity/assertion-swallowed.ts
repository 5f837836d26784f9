import type { Assertion, Rule } from '../../model/index.js';
import { changesOf, type Match, RAISES } from './changes.js';
import { clean } from './explain.js';
import { found } from './finding.js';

/** Types that everything is one of. */
const ANY_ERROR = /^(?:\(?(?:builtins\.)?(?:Exception|BaseException|Error|Throwable|StandardError|RuntimeException|System\.Exception|java\.lang\.(?:Exception|Throwable)|\\?Exception|\\?Throwable|\(?Exception,?\)?)\)?(?:\.class|::class(?:\.java)?)?|typeof\((?:System\.)?Exception\))$/;

export const rule: Rule = {
  id: 'integrity/assertion-swallowed',
  docs: {
    title: 'The failure of a check is caught',
    why: 'A check inside a `try` whose `catch` does nothing, a promise nobody waits for, or any error where one was expected: the test cannot fail.',
    fix: 'Let the failure through, and expect the very error.',
    since: '0.1.0',
  },
  *check(evidence) {
    for (const { pair, matches, gained } of changesOf(evidence)) {
      const caught = matches.find(({ old, now }) => now.around.includes('swallowed') && !old.around.includes('swallowed'));
      const added = gained.find(({ around, line }) => around.includes('swallowed') && line.side === 'added');
      const line = caught?.now.line ?? added?.line;
      if (line !== undefined) yield found('block', `The failure of an assertion is swallowed in ${pair.now.file.path}:${line.at}: \`${clean(line.text.trim())}\` is caught, forgiven or not awaited, so the test never fails. Let the error through`, [{ file: pair.now.file, line }]);
      for (const match of matches) {
        const how = broadened(match);
        if (how !== null) yield found(how.effect, `The expected error was loosened in ${pair.now.file.path}:${match.now.line.at}: \`${clean(match.old.line.text.trim())}\` became \`${clean(match.now.line.text.trim())}\`, ${how.says}. Expect the specific error again`, [{ file: pair.now.file, line: match.old.line }, { file: pair.now.file, line: match.now.line }]);
      }
    }
    for (const test of evidence.tests.added) {
      const line = test.isGroup ? undefined : test.assertions.find(({ around }) => around.includes('swallowed'))?.line;
      if (line !== undefined && test.assertions.every(({ around }) => around.includes('swallowed'))) yield found('warn', `The new test \`${clean(test.name)}\` in ${test.file.path}:${line.at} catches the failure of its own assertion (swallowed), so it never fails. Let the error through`, [{ file: test.file, line }]);
    }
  },
};

/** A specific error became any error, or its text counts no more. */
function broadened({ old, now }: Match): { effect: 'block' | 'warn'; says: string } | null {
  if (!RAISES.test(old.matcher) || !RAISES.test(now.matcher) || now.line.side !== 'added' || old.key === now.key) return null;
  if (/^not\./.test(now.matcher) !== /^not\./.test(old.matcher)) return null;
  const [before, after] = [errorOf(old), errorOf(now)];
  if (before.isAny) return null;
  if (after.isAny) return { effect: 'block', says: 'which any error satisfies, so it is too broad' };
  return before.hasText && !after.hasText ? { effect: before.type === after.type ? 'warn' : 'block', says: 'which no longer looks at the message, so it is weaker' } : null;
}

function errorOf({ matcher, args }: Assertion): { isAny: boolean; type: string; hasText: boolean } {
  // `expect(fn).toThrow(X, 'text')`: the first argument is the code that runs.
  const isSubjectFirst = /^(?:not\.)?(?:rejects\.)?(?:toThrow\w*|throws?(?:Error|Async)?|throw|rejects|raise_error|raise_exception|raises)$/.test(matcher) && /=>|function|^\(\)|^\w+\(|^\w+$|\{|[.(]/.test(args[0] ?? '') && !/^(?:[A-Z]\w*(?:Error|Exception)|Exception|BaseException)\b/.test(args[0] ?? '');
  const own = (isSubjectFirst ? args.slice(1) : args).filter((arg) => !/=>|^\(\)|^lambda\b|^function|^\{/.test(arg));
  const types = own.filter((arg) => /^[\w.\\:$(),]+(?:\.class|::class(?:\.java)?)?$/.test(arg) && !/^["'/r]/.test(arg) && /[A-Z]/.test(arg));
  const hasText = own.some((arg) => /^(?:match=|message=)|^[rf]?["'`]|^\/|^%r|^new[A-Z]|^\{message/.test(arg));
  const type = types[0] ?? '';
  return { isAny: !hasText && (type === '' ? own.length === 0 : ANY_ERROR.test(type)), type, hasText };
}
