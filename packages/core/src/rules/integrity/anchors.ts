import type { DiffFile, DiffModel } from '../../model/index.js';
import { lookFor } from '../../text/holds-one.js';

const RUST_TESTS = /#\[\s*(?:\w+::)*test\b|#\[cfg\(.*\btest\b|\bmod tests\b|\bassert(?:_eq|_ne)?!/;
// Words of the product that a rule of this group reads: switches by the environment, ends, patches, suppressions.
const PRODUCT = /\b(?:process\.env|NODE_ENV|VITEST|JEST_WORKER_ID|PYTEST|pytest|unittest|sys\.modules|testing\.Testing|cfg!?\(|flag\.Lookup|RAILS_ENV|RSpec|PHPUNIT|getenv|environ|ENV\[|StackTrace|inspect\.stack|_getframe|debug_backtrace|runtime\.Caller|caller|Error\(\)\.stack|__eq__|__hash__|equals|Equals|def ==|PartialEq|fn eq|Ordering::Equal|toPrimitive|valueOf|hasInstance|toJSON|compareTo|isEqual|_exit|exit|Exit|perf_counter|monotonic|nanoTime|performance\.now|Date\.now|time\.time|fixtures|__tests__|testdata|expected|golden|snap|uncaughtException|unhandledRejection|removeAllListeners|set_hook|UncaughtExceptionHandler|simplefilter|filterwarnings)\b|eslint-disable|biome-ignore|noqa|pylint:|nolint|SuppressWarnings|@Suppress|allow\(|rubocop:|phpcs:|@phpstan|@psalm|pragma|shellcheck disable|NOSONAR|@ts-|type: ?ignore|pyright:|\bas any\b|as unknown as|istanbul|c8 ignore|v8 ignore|no cover|coverage\(off\)|codeCoverageIgnore|ExcludeFromCodeCoverage|nocov|LCOV_EXCL|===? ?["'`]|== "|case "|case '|in \(?["']|\{\s*["']|throw new Error\(["'](?:not impl|todo)|NotImplemented|todo!|unimplemented!/i;

// One of these stands wherever the pattern above matches: it is compiled at its first use, and most changes never use it.
const PRODUCT_WORDS = [
  ...'node_env process.env vitest jest pytest unittest sys.modules testing.testing cfg flag.lookup rails_env rspec phpunit getenv environ env['.split(' '),
  ...'stack _getframe backtrace caller __eq__ __hash__ equals partialeq ordering::equal toprimitive valueof hasinstance tojson compareto isequal'.split(' '),
  ...'exit perf_counter monotonic nanotime performance.now date.now time.time fixtures __tests__ testdata expected golden snap uncaughtexception'.split(' '),
  ...'unhandledrejection removealllisteners set_hook simplefilter filterwarnings eslint-disable ignore noqa pylint: nolint suppress allow( rubocop:'.split(' '),
  ...'assert [test [ignore should_panic deny( forbid( phpcs: @phpstan @psalm pragma shellcheck nosonar @ts- pyright: istanbul coverage nocov lcov_excl notimpl unimplemented todo'.split(' '),
  ...['mod tests', 'def ==', 'fn eq', 'as any', 'as unknown', 'no cover', 'not impl', 'case "', "case '", '=="', '== "', "=='", "== '", '==`', '== `', 'in "', "in '", 'in ("', "in ('", '{ "', "{ '"],
];
const holdsLong = lookFor(PRODUCT_WORDS);
const holdsProduct = (text: string): boolean => holdsLong(text) || text.includes('{"') || text.includes("{'");

// Orders to a reviewer, in comments and strings; what hides stands outside of ASCII.
const ORDERS = [...'reviewer review agent assistant llm <system inst] <|im verdict disregard override forget pretend lgtm open_pr mergeable'.split(' '), 'act as', 'you are now'];
const holdsOrder = lookFor(ORDERS);
/** Constants that answer: a comparison with a number, a returned literal. */
const ANSWERS = /(?:===?|\bcase\b|\bwhen\b)\s*-?\d|\breturn\s+(?:["'`\d[{-]|true|false|True|False|null|nil|None|\w+\s*\[)|\)\s*(?:(?::|->)\s*\w{1,20}\s*)?(?:=>|=)\s*(?:["'`]|-?\d|true\b|false\b|null\b|nil\b|None\b)|\b(?:time|Date|performance|process)\.\w+\s*=[^=]|[^\x00-\x7F]/;

const FOREIGN = /(?:^|\/)(?:node_modules|site-packages|vendor|third_party|patches|\.yarn)\//;

/** Whether the group has anything to look at: a file of the checks, or product code that holds one of its words. */
export const mayWeaken = ({ files }: DiffModel): boolean =>
  files.some(({ path, role, change, language, hunks }) => role !== 'source' || change !== 'modified' || language === 'bash' || FOREIGN.test(path) || hunks.some(({ section, lines }) =>
    holdsProduct(section) || lines.some(({ side, text }) => holdsProduct(text) || (side !== 'context' && (ANSWERS.test(text) || holdsOrder(text))))));

/** Whether a rule of this group has to tell code from comments and strings in the file. */
export function readsCode(file: DiffFile): boolean {
  if (file.language === null || file.hunks.length === 0) return false;
  if (file.role === 'test') return true;
  if (file.role !== 'source') return false;
  return file.hunks.some(({ section, lines }) =>
    (file.language === 'rust' && RUST_TESTS.test(section)) ||
    lines.some(({ side, text }) => (side !== 'context' && text.length < 2_000 && holdsProduct(text) && PRODUCT.test(text)) || (file.language === 'rust' && RUST_TESTS.test(text.slice(0, 300)))));
}
