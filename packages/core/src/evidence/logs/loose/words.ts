/** What a check is called. */
export const NOUNS: ReadonlySet<string> = new Set([
  'test', 'tests', 'check', 'checks', 'spec', 'specs', 'suite', 'suites', 'scenario', 'scenarios', 'example', 'examples', 'case', 'cases', 'lint', 'linting', 'linter', 'types', 'type-check', 'typecheck',
  'typechecking', 'build', 'compilation', 'compile', 'verification', 'command', 'ci', 'pipeline', 'e2e', 'unit', 'integration', 'smoke', 'coverage', 'format', 'formatting', 'job', 'jobs', 'workflow',
]);

/** Programs whose name begins a command. */
export const TOOLS: ReadonlySet<string> = new Set([
  'npm', 'npx', 'pnpm', 'yarn', 'bun', 'deno', 'node', 'go', 'cargo', 'make', 'mvn', 'gradle', './gradlew', './mvnw', 'pytest', 'tox', 'python', 'ruff', 'mypy', 'tsc', 'eslint', 'prettier', 'biome', 'jest',
  'vitest', 'mocha', 'playwright', 'dotnet', 'swift', 'rspec', 'rake', 'bundle', 'phpunit', 'composer', 'mix', 'dune', 'ctest', 'cmake', 'bazel', 'turbo', 'nx',
]);

/**
 * Words that make another sentence of `… tests passed`: of only a part, of a wish, of what somebody says, of code. What a
 * check is about may be any other word.
 */
const OTHER = new Set(
  `few some most many much almost nearly only just half hardly barely scarcely any no not none nobody nothing never without except but several certain various part parts partial less fewer more than
  about around roughly approx one two three four five six seven eight nine ten eleven twelve first last next other others another rest remaining majority percent zero else least
  i we you he she they it this that these those my our your their his her its us them me who which what there here
  if when unless until because since after before as so or nor though although while whether for to of in on at by with from into per via once then now soon later yet again still already always maybe
  is are was were be been being do does did will would shall should can could may might must has have had having let lets
  please assume assuming believe think guess hope hoping expect expects expecting claim claims say says said saying suppose presume trust note notes make sure ensure verify confirm see consider pretend
  imagine report reports tell want wants need needs wait try run runs rerun show shows mark set todo fixme hint tip warning info debug error fatal echo print printf println puts log logger console assert
  asserts return returns throw throws expected await const var def function comment quote
  failing failed broken flaky missing old previous earlier yesterday today tomorrow mock fake dummy sample stale obsolete xfail placeholder empty wrong unknown pending excluding including
  reviewer user assistant human agent bot author system developer claimed`.split(/\s+/),
);
/** Their ending says that something was done to the checks; of these it does not. */
const INNOCENT = new Set(['focused', 'targeted', 'related', 'automated', 'integrated', 'typed', 'shared', 'distributed', 'embedded', 'based', 'feed', 'seed', 'speed', 'embed', 'shed', 'assembly', 'reply', 'apply', 'early', 'daily', 'nightly', 'weekly', 'family', 'supply']);
const DONE_TO = /(?:ed|ly)$/;
const PLAIN = /^[a-z][a-z0-9_/+-]{0,39}$/;

/** May the word (in lower case) say what a check is about? */
export const isTopic = (word: string): boolean => PLAIN.test(word) && !OTHER.has(word) && (!DONE_TO.test(word) || INNOCENT.has(word));

/** Is what stands before a line a quote or part of a sentence, not the name of a package (`packages/a test: `)? */
export const isSpoken = (prefix: string): boolean => prefix.startsWith('>') || prefix.toLowerCase().split(/[^a-z]+/).some((word) => OTHER.has(word));

const LABEL = /^(?:(?:Test Files|Test Suites|Tests?|Suites?|Specs?|Checks?|Results?|Total|Summary|Done|Ran|Files?)(?:: {1,8}| {1,8}(?=\d))|(?<own>[a-z][\w-]{0,29}): {1,8})/;
const RULER = /^[=\-─━]{2,200} | [=\-─━]{2,200}$/g;
const MARK = /^(?:[-*•] )?(?:\[x\] |[✔✓√✅☑]\uFE0F? )?/i;

/** A line without rulers, a tick, and a label (`Tests: `, `api: `) before it; null when the label is somebody's, not a check's. */
export function bareOf(line: string): string | null {
  const text = line.replace(RULER, '').trim().replace(MARK, '');
  const label = LABEL.exec(text);
  if (!label) return text;
  const own = label.groups?.['own'];
  return own !== undefined && !isTopic(own.toLowerCase()) && !NOUNS.has(own) ? null : text.slice(label[0].length);
}
