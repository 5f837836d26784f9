import type { Switch } from '../../model/index.js';
import type { Head } from './head.js';
import { lineAt, type Piece } from './piece.js';

type Kind = Switch['kind'];
type Sign = readonly [kind: Kind, pattern: RegExp];

// How a runner is told to leave a test out, or to run no other. In `code`, where comments and string bodies are blanked.
const JAVASCRIPT: readonly Sign[] = [
  ['skipped', /^(?:xit|xtest|xdescribe|xcontext|xspecify|pending)\b/],
  ['focused', /^(?:fit|fdescribe|fcontext|ftest|fspecify)\b/],
  ['skipped', /^[\w.]{1,40}(?:\s{0,4}\.\s{0,4}\w{1,30}){0,3}?\s{0,4}\.\s{0,4}(?:skip|todo|fixme)\b/], // vitest, jest, mocha, node:test, Playwright
  ['focused', /^[\w.]{1,40}(?:\s{0,4}\.\s{0,4}\w{1,30}){0,3}?\s{0,4}\.\s{0,4}only\b/],
  ['expected-failure', /^[\w.]{1,40}(?:\s{0,4}\.\s{0,4}\w{1,30}){0,3}?\s{0,4}\.\s{0,4}(?:fails|failing|fail)\b/],
  ['conditional', /^[\w.]{1,40}\s{0,4}\.\s{0,4}(?:skipIf|runIf)\s{0,4}\([^\n]{0,200}/],
];
const OPTIONS: readonly Sign[] = [
  ['skipped', /^[^{}]{0,400}\{[^{}]{0,300}\b(?:skip|todo|ignore)\s{0,4}:\s{0,4}(?!false\b|!|[\w.]{1,60}\s{0,4}(?:===?|!==?|&&|\|\|))(?:true|["'`]|\d)/],
  ['conditional', /^[^{}]{0,400}\{[^{}]{0,300}\bskip\s{0,4}:(?!\s{0,4}(?:false\b|true\b|["'`\d]))[^,}\n]{1,200}/],
  ['focused', /^[^{}]{0,400}\{[^{}]{0,300}\bonly\s{0,4}:\s{0,4}true\b/],
  ['expected-failure', /^[^{}]{0,400}\{[^{}]{0,300}\b(?:fails|expectFailure)\s{0,4}:\s{0,4}true\b/],
];
const IN_BODY: Readonly<Record<string, readonly Sign[]>> = {
  javascript: [
    ['skipped', /\b(?:this|t|ctx|context|test)\.(?:skip|todo|fixme)\s{0,4}\(\s{0,4}(?:["'`)]|$)/],
    ['conditional', /\b(?:this|t|ctx|context|test)\.(?:skip|fixme)\s{0,4}\(\s{0,4}(?!["'`)])[^\n]{1,200}/],
    ['skipped', /(?<![\w.$])pending\s{0,4}\(/],
    ['expected-failure', /\btest\.fail\s{0,4}\(/],
  ],
  python: [['skipped', /\bpytest\.(?:skip|xfail)\s{0,4}\(|\bself\.skipTest\s{0,4}\(|\braise\s{1,4}(?:unittest\.)?SkipTest\b|\bpytest\.importorskip\s{0,4}\(/]],
  go: [['skipped', /\b(?:t|b|tb|f)\.(?:Skip|Skipf|SkipNow)\s{0,4}\(/]],
  rust: [],
  java: [['conditional', /\bassume(?:True|False|That|ThatCode|NoException|NotNull)\s{0,4}\([^\n]{0,200}/], ['skipped', /\bthrow new (?:TestAbortedException|SkipException|AssumptionViolatedException)\b/]],
  'c-sharp': [['skipped', /\bAssert\.(?:Ignore|Inconclusive|Skip)\s{0,4}\(/], ['conditional', /\bSkip\.(?:If|IfNot)\s{0,4}\([^\n]{0,200}|\bAssert\.Skip(?:When|Unless)\s{0,4}\([^\n]{0,200}|\bAssume\.That\s{0,4}\([^\n]{0,200}/]],
  ruby: [['skipped', /(?:^|\n|;|\{|\bdo\b)\s{0,80}(?:skip|pending|omit)(?=$|[ (\n])(?!\s{0,4}[=.])/]],
  php: [['skipped', /(?:->|::)markTest(?:Skipped|Incomplete)\s{0,4}\(/]],
  swift: [['skipped', /\bthrow\s{1,4}XCTSkip\b/], ['conditional', /\bXCTSkip(?:If|Unless)\s{0,4}\([^\n]{0,200}/]],
  bash: [['skipped', /(?:^|\n|;|\{)\s{0,80}skip(?=$|[ \n;"'])/]],
  cpp: [['skipped', /\bGTEST_SKIP\s{0,4}\(/]],
};
const ABOVE: Readonly<Record<string, readonly Sign[]>> = {
  python: [
    ['conditional', /@(?:pytest\.mark\.|unittest\.)?(?:skipif|skipIf|skipUnless)\b[^\n]{0,300}/],
    ['skipped', /@(?:pytest\.mark\.|unittest\.|mark\.)?skip\b(?![A-Za-z_])/],
    ['expected-failure', /@(?:pytest\.mark\.|mark\.)?xfail\b|@(?:unittest\.)?expectedFailure\b/],
  ],
  rust: [['skipped', /#\[\s{0,4}ignore\b/], ['conditional', /#\[\s{0,4}cfg_attr\s{0,4}\([^\n]{0,200}\bignore\b[^\n]{0,80}/], ['expected-failure', /#\[\s{0,4}should_panic\b/]],
  java: [
    ['skipped', /@(?:\w{1,40}\.){0,8}(?:Disabled|Ignore|Ignored|DoNotRun)\b(?!For|On|If|In)|@Test\s{0,4}\([^)\n]{0,200}\benabled\s{0,4}=\s{0,4}false/],
    ['conditional', /@(?:Enabled|Disabled)(?:If|On|For|In)\w{0,60}[^\n]{0,200}/],
    ['expected-failure', /@Test\s{0,4}\([^)\n]{0,200}\bexpected\s{0,4}=|@ExpectedFailure\b/],
  ],
  'c-sharp': [['skipped', /\[[^\]\n]{0,300}\bSkip\s{0,4}=|\[\s{0,4}(?:\w{1,30}\s{0,4},\s{0,4}){0,4}(?:Ignore|Explicit)\b/], ['expected-failure', /\[\s{0,4}ExpectedException\b/]],
  php: [['skipped', /@(?:group\s{1,4}(?:skip|ignore|disabled|broken))\b/], ['conditional', /#\[\s{0,4}Requires\w{1,40}[^\n]{0,120}|@requires\s[^\n]{0,120}/], ['expected-failure', /@expectedException\b/]],
  elixir: [['skipped', /@(?:tag|moduletag|describetag)\s{1,4}:?(?:skip|pending)/]],
  ruby: [],
};
const RUBY: readonly Sign[] = [
  ['skipped', /^(?:xit|xspecify|xexample|xscenario|xdescribe|xcontext|skip|pending)\b/],
  ['focused', /^(?:fit|fspecify|fexample|fscenario|fdescribe|fcontext|focus)\b/],
  ['skipped', /,\s{0,4}(?::(?:skip|pending)\b|(?:skip|pending)\s{0,4}:\s{0,4}(?!false\b|nil\b)\S)/],
  ['focused', /,\s{0,4}(?::focus\b|focus\s{0,4}:\s{0,4}true\b)/],
];
const SAME: Readonly<Record<string, string>> = { typescript: 'javascript', tsx: 'javascript', vue: 'javascript', svelte: 'javascript', kotlin: 'java', groovy: 'java', scala: 'java' };

/** How the test that the head begins is switched. `checkAt`: where its first check stands; what is behind it keeps nothing from it. */
export function switchesOf(piece: Piece, head: Head, innerFrom: number): Switch[] {
  const { code, text, file } = piece;
  const language = SAME[file.language ?? ''] ?? file.language ?? '';
  const found: Switch[] = [];
  const take = (from: number, to: number, signs: readonly Sign[], source = code) => {
    const slice = source.slice(from, Math.min(to, from + 4_000));
    for (const [kind, pattern] of signs) {
      const match = pattern.exec(slice);
      if (match === null || found.some((one) => one.kind === kind)) continue;
      const start = from + match.index + (match[0].length - match[0].trimStart().length);
      const end = text.indexOf('\n', start);
      found.push({ kind, text: text.slice(start, end < 0 ? text.length : end).trim().slice(0, 200), line: lineAt(piece, start) });
    }
  };
  if (language === 'javascript' || language === 'dart') {
    take(head.at, head.bodyFrom, JAVASCRIPT);
    take(head.bodyFrom, Math.min(head.bodyTo, functionFrom(code, head)), OPTIONS);
  }
  if (language === 'ruby') take(head.at, endOfLine(code, head.at), RUBY);
  // An attribute of C# and PHP may be a comment to the grammar; Java's annotations are code.
  take(head.from, language === 'elixir' ? head.at : Math.max(head.at, head.from), ABOVE[language] ?? [], language === 'php' ? text : code);
  if (head.kind === 'test') take(head.bodyFrom, Math.min(head.bodyTo, innerFrom), IN_BODY[language] ?? []);
  return found.map((one) => (one.kind === 'skipped' && isGuarded(piece, one, head) ? { ...one, kind: 'conditional' } : one));
}

/** `if testing.Short() { t.Skip() }`: only now and then. */
function isGuarded({ lines }: Piece, { line, text }: Switch, head: Head): boolean {
  if (head.kind !== 'test' || /^[@#[]|^(?:it|test|describe|x|f)/.test(text)) return false;
  const index = lines.indexOf(line);
  const near = `${lines[index - 1]?.code ?? ''}\n${line.code}`;
  if (/\bimportorskip\b/.test(line.code)) return true;
  return /^\s*(?:\}\s*)?(?:if|unless|elif|else|when|except|rescue|catch)\b/.test(lines[index - 1]?.code ?? '') || /\b(?:if|unless)\b.*\b(?:skip|Skip|pending|markTest)|(?:skip|pending)\b.*\b(?:if|unless)\b|(?:&&|\|\|)\s*skip/.test(near.split('\n')[1] ?? '');
}

function functionFrom(code: string, head: Head): number {
  const match = /=>|\bfunction\b/.exec(code.slice(head.bodyFrom, Math.min(head.bodyTo, head.bodyFrom + 2_000)));
  return match === null ? Math.min(head.bodyTo, head.bodyFrom + 2_000) : head.bodyFrom + match.index;
}

function endOfLine(code: string, at: number): number {
  const end = code.indexOf('\n', at);
  return end < 0 ? code.length : end;
}
