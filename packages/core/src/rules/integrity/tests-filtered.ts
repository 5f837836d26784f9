import type { Rule } from '../../model/index.js';
import { checkIn, commandOf, holdsCommands, runsTests, scriptName } from './checks.js';
import { clean } from './explain.js';
import { found } from './finding.js';
import { addedIn, type At, counterparts, isComment, isMoved, removedIn } from './lines.js';

// How runners are told to leave tests out, or to run some only.
const FILTERS: readonly RegExp[] = [
  /(?:^|[\s"'])-k[= ]?["'\w]/, /(?:^|\s)-m[= ]?["']?\s*not\b|(?:^|\s)-m[= ]["']\w/, /--deselect\b/, /--ignore(?:-glob)?[= ]\S/, /(?:^|\s)-(?:test\.)?(?:run|skip)[= ]['"^\w(\\]/, /(?:^|\s)--skip[= ]\S/, /(?:^|\s)-t[= ]['"]/,
  /--test-?[nN]ame-?[pP]attern\b/, /--test-?[pP]ath-?(?:[iI]gnore-?)?[pP]atterns?\b/, /-Dtest=\S/, /-DskipTests\b|-Dmaven\.test\.skip\b|\bskipTests\b|<skipTests>\s*true|<skip>\s*true|maven\.test\.skip>\s*true|\bskipITs\b/, /--grep[= ]|--fgrep[= ]|(?:^|\s)-g[= ]['"]/, /--invert\b/, /--filter[= ]\S|--filter-method\b/,
  /--exclude-?(?:group|tags?|task|testsuite|pattern)?[= ]\S/, /--exclude-?tag\b/, /--tag[= ]["']?~/, /--tests?[= ]["'*\w]/, /(?:^|\s)-x[= ]\s*(?:test|check|:\w)/, /(?:^|\s)-(?:test\.)?short\b/, /--(?:lf|last-failed|ff|sw|stepwise)\b/, /--only-?[cC]hanged\b|--changed[sS]ince\b|(?:^|\s)-o(?=\s|$)/, /--testsuite[= ]\S/, /--shard[= ]\S/, /--lib\b|--bins?\b|--doc\b/, /--bail\b.*-k/, /\bexcludeTestsMatching\b|\bfilter\s*\{|\bexclude(?:Groups|Tags)\b/, /(?:^|\s)-e[= ]['"]/,
];
const OPTIONS = /^\s*["']?(?:addopts|PYTEST_ADDOPTS|GOFLAGS|MAVEN_OPTS|MAVEN_ARGS|NEXTEST_FILTER|JEST_ARGS|testRegex|runnerOptions)["']?\s*[:=]/;
const ONE_FILE = /(?:^|\s)(?:\.?\/?[\w./-]*(?:\.(?:test|spec)\.\w+|_test\.(?:go|py|rb)|_spec\.rb|test_\w+\.py)(?:::\S+)?|tests?\/\S+\.(?:py|php|bats)(?:::\S+)?)(?=\s|["']|$)/;
const WHOLE = /(?:^|\s)\.\/\.\.\.|--(?:all|workspace|all-targets|all-features)\b/;

export const rule: Rule = {
  id: 'integrity/tests-filtered',
  docs: {
    title: 'The main test command runs a part of the tests only',
    why: 'A filter leaves out the very tests that would be red, and the command is still called `test`.',
    fix: 'Take the filter away, or put it into a command of its own beside the full one.',
    since: '0.1.0',
  },
  *check({ diff }) {
    for (const file of diff.files) {
      if (!holdsCommands(file)) continue;
      for (const at of addedIn(file)) {
        const how = isComment(at.line) || isMoved(at, diff) ? null : filterOf(at);
        if (how === null) continue;
        yield found(how.isSoft ? 'warn' : 'block', `The test command in ${file.path}:${at.line.at} was narrowed to a subset of the tests by a filter that skips the others: \`${clean(commandOf(at), 90)}\`. Run all of them, and put the filter into a command of its own`, [...how.old.map((line) => ({ file, line })), { file, line: at.line }]);
        break;
      }
    }
  },
};

function filterOf(at: At): { isSoft: boolean; old: At['line'][] } | null {
  const command = commandOf(at);
  const { text } = at.line;
  const settings = /<skipTests>\s*true|maven\.test\.skip>\s*true|\bexcludeTestsMatching\b|\bexclude(?:Groups|Tags)\b\s*[(=]?\s*["']|<excludedGroups>|<groups>/;
  if (settings.test(text) && !counterparts(at).some((line) => settings.test(line.text))) return { isSoft: false, old: [] };
  if (OPTIONS.test(text)) {
    const fresh = FILTERS.filter((pattern) => pattern.test(text) && !counterparts(at).some((line) => pattern.test(line.text)));
    return fresh.length === 0 ? null : { isSoft: false, old: counterparts(at).slice(0, 1) };
  }
  if (/^\s*(?:\w+\s*)?["']?(?:addopts)?["']?-[km] /.test(text) && /\bnot\b/.test(text)) return { isSoft: false, old: [] };
  if (!runsTests(command)) return null;
  const old = olderOf(at, command);
  if (old === null) return null;
  const isFresh = FILTERS.some((pattern) => pattern.test(command) && !pattern.test(commandOf(old)));
  const isNarrower = (ONE_FILE.test(command) && !ONE_FILE.test(commandOf(old))) || (/(?:^|\s)\.\/\.\.\./.test(commandOf(old)) && !/(?:^|\s)\.\/\.\.\./.test(command) && /go test/.test(command));
  if (isFresh || isNarrower) return { isSoft: false, old: [old.line] };
  return WHOLE.test(commandOf(old)) && !WHOLE.test(command) && checkIn(command) === checkIn(commandOf(old)) ? { isSoft: true, old: [old.line] } : null;
}

const isNear = (one: At, other: At): boolean => one.hunk === other.hunk && Math.abs(one.index - other.index) <= 100;

/** What the command was: the same script, or the same program among the lines that it replaces. Null: it stands beside the main one. */
function olderOf(at: At, command: string): At | null {
  const name = scriptName(at.line.text);
  const removed = removedIn(at.file).filter((other) => (name !== null || isNear(other, at)) && runsTests(commandOf(other)));
  if (removed.length === 0) return null;
  if (name !== null) return removed.find(({ line }) => scriptName(line.text) === name) ?? null;
  const tool = checkIn(command);
  const rivals = removed.filter((other) => isNear(other, at) && (checkIn(commandOf(other)) === tool || counterparts(at).includes(other.line)));
  // A matrix of parts that are all there is the whole.
  const parts = addedIn(at.file).filter((other) => isNear(other, at) && runsTests(commandOf(other)));
  return parts.length > rivals.length && parts.length > 1 ? null : (rivals[0] ?? null);
}
