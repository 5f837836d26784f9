import type { Assertion, DiffFile, Evidence, Rule, TestCase } from '../../model/index.js';
import { LITERAL, RAISES } from './changes.js';
import { clean, count } from './explain.js';
import { found } from './finding.js';
import { type Branch, branchesIn, isData, rowsIn } from './literals.js';
import { addedIn, type At, isComment, isMoved, removedIn } from './lines.js';
import { pinnedIn } from './pinned.js';

export const rule: Rule = {
  id: 'integrity/answers-hardcoded',
  docs: {
    title: 'The code knows the inputs of its tests',
    why: 'It gives the right answer for what the tests ask and for nothing else.',
    fix: 'Implement the rule, so that other inputs are right as well.',
    since: '0.1.0',
  },
  *check(evidence) {
    const files = evidence.diff.files.filter(isLogic);
    if (files.length === 0) return;
    const asked = askedIn(evidence);
    for (const file of files) {
      const hit = tableIn(file, asked) ?? branchIn(file, asked, evidence) ?? listIn(file, evidence);
      if (hit === null || isMoved(hit.at, evidence.diff)) continue;
      yield found('block', `${file.path}:${hit.at.line.at} ${hit.says}: \`${clean(hit.at.line.text, 80)}\`. Implement the rule instead of hard-coding the answer to a test input`, [{ file, line: hit.at.line }]);
    }
  },
};

interface Hit {
  readonly at: At;
  readonly says: string;
}

/** What the tests ask, each with the answers that they expect. */
interface Asked {
  readonly answers: ReadonlyMap<string, ReadonlySet<string>>;
  readonly hasTests: boolean;
}

const THROWS = '(throws)';
const isLogic = ({ role, language, path, change }: DiffFile): boolean =>
  role === 'source' && change !== 'deleted' && !/(?:^|\/)(?<!\b(?:com|org|net|io|dev)\/)(?:examples?|demos?|docs|scripts?|bench\w*)\//.test(path) && /^(?:typescript|tsx|javascript|python|go|rust|java|kotlin|ruby|php|c-sharp|swift|scala|dart|elixir|cpp|bash)$/.test(language ?? '') &&
  !/(?:config|constants?|i18n|locales?|messages|translations|fixtures?|seeds?|mock|stories|enums?|schema|keywords?|mime|countr|currenc|icons?|theme|routes?|lexer|parser|grammar|tokens?)/i.test(path.slice(path.lastIndexOf('/') + 1));

/** `True` of one language is `true` of another. */
const CONSTANTS: Readonly<Record<string, string>> = { True: 'true', False: 'false', None: 'null', nil: 'null' };
const bareOf = (literal: string): string => CONSTANTS[literal] ?? (/^["'`]|^[rbuf]["']/.test(literal) ? literal.replace(/^[rbuf]?(["'`])([\s\S]*)\1$/, '$2') : literal.replaceAll('_', '').replace(/(?<=\d)[a-zA-Z]\w{0,2}$/, '').replace(/\.0+$/, ''));

/** Literals that stand inside of what is looked at, and the literal that it is compared with. */
function askedIn({ tests, diff }: Evidence): Asked {
  const answers = new Map<string, Set<string>>();
  const put = (input: string, answer: string) => answers.set(bareOf(input), (answers.get(bareOf(input)) ?? new Set()).add(bareOf(answer)));
  const all: TestCase[] = [...tests.added, ...tests.removed, ...[...tests.kept, ...tests.outside].flatMap(({ old, now }) => [old, now])];
  for (const { assertions, rows } of all) {
    for (const assertion of assertions) for (const [input, answer] of pairsOf(assertion)) put(input, answer);
    for (const row of rows) {
      const cells = literalsIn(row);
      const last = cells[cells.length - 1];
      if (last !== undefined) for (const cell of cells.slice(0, -1)) put(cell, last);
    }
  }
  return { answers, hasTests: diff.files.some(({ role }) => role === 'test') && answers.size > 0 };
}

function pairsOf({ matcher, args }: Assertion): [string, string][] {
  const isRaise = RAISES.test(matcher);
  const expected = args.filter((arg) => LITERAL.test(arg));
  const asked = args.filter((arg) => !LITERAL.test(arg)).flatMap(literalsIn);
  const named = /null|nil|none/i.test(matcher) ? 'null' : /true|truthy|ok$/i.test(matcher) ? 'true' : /false|falsy/i.test(matcher) ? 'false' : null;
  const answers = isRaise ? [THROWS] : expected.length > 0 ? expected : named === null ? [] : [named];
  return asked.flatMap((input) => answers.map((answer): [string, string] => [input, answer]));
}

const literalsIn = (text: string): string[] => [...text.slice(0, 4_000).matchAll(/"(?:[^"\\]|\\.){0,200}"|'(?:[^'\\]|\\.){0,200}'|`[^`]{0,200}`|(?<![\w.])-?\d[\d_]*(?:\.\d+)?(?![\w.])|\b(?:true|false|True|False|null|nil|None)\b/g)].map(([literal]) => literal);

/** A new table whose keys are what the tests ask. */
function tableIn(file: DiffFile, { answers, hasTests }: Asked): Hit | null {
  const rows = addedIn(file).filter((at) => !isComment(at.line)).flatMap(rowsIn);
  if (rows.length < 2) return null;
  const known = rows.filter(({ key }) => answers.has(bareOf(key)));
  const right = known.filter(({ key, value }) => answers.get(bareOf(key))?.has(bareOf(value)) === true);
  const [first] = right;
  if (first !== undefined && right.length >= 2 && known.length >= rows.length * 0.6 && right.length >= known.length * 0.6 && right.some(({ key, value }) => isData(bareOf(key)) || isData(bareOf(value)))) return { at: first.at, says: `holds a lookup table of ${count(right.length, 'test input')} and the answers that the tests expect (hard-coded)` };
  if (hasTests) return null;
  // The tests are not in the change: whole inputs as keys, and the argument as index.
  const whole = rows.filter(({ key }) => isData(bareOf(key)));
  const isIndexed = addedIn(file).some(({ line }) => /(?:\breturn\b|=>|\bin\b).*(?:\[\s*\w+(?:\.\w+\(\))?\s*\]|\.get\(\s*\w+|\.fetch\(\s*\w+)|\bif\s+\w+\s+in\s+\w+|\[\s*\w+\s*\]\s*(?:\?\?|\|\|)/.test(line.code));
  return whole[0] !== undefined && whole.length >= 2 && whole.length >= rows.length * 0.6 && rows.length <= 10 && isIndexed ? { at: whole[0].at, says: 'answers from a lookup table of whole inputs (special-cased literals, as a test would hold them)' } : null;
}

/** Branches on literals that answer with literals. */
function branchIn(file: DiffFile, { answers, hasTests }: Asked, { task }: Evidence): Hit | null {
  const branches = addedIn(file).filter((at) => !isComment(at.line)).flatMap(branchesIn).filter(({ value }) => !task.includes(bareOf(value)) && !removedIn(file).some(({ line }) => line.text.includes(value)));
  const right = branches.filter(({ value, answer }) => answers.get(bareOf(value))?.has(answer === THROWS ? THROWS : bareOf(answer)) === true);
  const strong = right.filter(({ value, answer, at }) => isData(bareOf(value)) || isData(bareOf(answer)) || right.some((other) => other.at === at && other.value !== value));
  const [hit] = strong;
  if (hit !== undefined && (isLongData(hit) || strong.length >= 2)) return { at: hit.at, says: `compares its input with the literal of a test (\`${clean(bareOf(hit.value), 40)}\`) and gives the answer that the test expects` };
  if (hasTests) return null;
  const input = branches.find(({ value, answer, isWhole }) => isWhole !== true && isData(bareOf(value)) && (bareOf(value).length >= 5 || isData(bareOf(answer))) && !/^(?:\(throws\))$/.test(answer));
  return input === undefined ? null : { at: input.at, says: `special-cases one literal input (\`${clean(bareOf(input.value), 40)}\`) with a constant answer` };
}

/** A whole list of numbers that is answered with a literal: only a test has just that list. */
function listIn(file: DiffFile, { task }: Evidence): Hit | null {
  for (const at of addedIn(file)) {
    if (isComment(at.line)) continue;
    const pinned = pinnedIn(at);
    if (pinned === null || NAMES_OF_BYTES.test(pinned.name) || task.includes(pinned.answer) || removedIn(file).some(({ line }) => line.text.includes(pinned.answer))) continue;
    return { at, says: `asks for one whole list of ${count(pinned.values.length, 'value')} (\`${clean(pinned.values.join(', '), 40)}\`) and gives a constant answer` };
  }
  return null;
}

/** Signatures of file formats, addresses and versions are short lists that programs do ask for. */
const NAMES_OF_BYTES = /^[$@]?(?:\w{0,30}(?:bytes?|buf(?:fer)?|magic|header|signature|octets?|version|ver|semver|args?|argv|parts|segments?|octet|ip|addr(?:ess)?|mac|rgb|rgba|colou?r|data|chunk|dims?|shape|size|kernel|range))\d?$/i;

const isLongData = ({ value, answer }: Branch): boolean => (isData(bareOf(value)) && bareOf(value).length >= 3) || isData(bareOf(answer));
