import { type Head, type HeadReader, MOST_HEADS, skipBlanks } from '../head.js';
import { behind, lineIndexAt, type Piece } from '../piece.js';

interface Shape {
  /** Finds functions; the first group that matched is the name. */
  readonly find: RegExp;
  /** By its name and what stands above it. */
  isTest(name: string, above: string, piece: Piece): boolean;
  /** Rows that are annotations. */
  readonly row?: RegExp;
}

const MODIFIERS = String.raw`(?:[\w@<>[\].,?]{1,60}[ \t]{1,4}){1,8}`;
const METHOD = new RegExp(String.raw`^[ \t]{0,40}(?!(?:return|new|throw|else|await|case|yield|using|import|package)\b)${MODIFIERS}(?!(?:if|for|while|switch|catch)\b)(\w{1,160})[ \t]{0,4}\((?=[^;\n]{0,300}$)`, 'gm');
const JUNIT = /@(?:\w+\.)*(?:Test|ParameterizedTest|RepeatedTest|TestFactory|TestTemplate|Property|Example)\b/;
const CSHARP = /\[[^\]\n]{0,300}\b(?:Fact|Theory|Test|TestMethod|DataTestMethod|TestCase|TestCaseSource|SkippableFact|SkippableTheory)(?:Attribute)?\b/;
const RUST = /#\[\s*(?:(?:\w+::)*(?:test|rstest|test_case|quickcheck|proptest|bench|wasm_bindgen_test|case|googletest)\b)/;

const SHAPES: Readonly<Record<string, Shape>> = {
  go: { find: /^func[ \t]{1,4}(?:\([^()\n]{0,80}\)[ \t]{0,4})?(\w{1,160})[ \t]{0,4}(?:\[[^\]\n]{0,80}\])?\(/gm, isTest: (name) => /^(?:Test|Fuzz|Example|Benchmark)(?![a-z])/.test(name) && name !== 'TestMain' },
  rust: { find: /\bfn[ \t]{1,4}(\w{1,160})[ \t]{0,4}[(<]/g, isTest: (_, above) => RUST.test(above), row: /#\[\s*(?:case|test_case)\b[^\n]*/g },
  java: { find: METHOD, isTest: (name, above, piece) => JUNIT.test(above) || (/^test[A-Z_]/.test(name) && !/@Test\b/.test(piece.code)) },
  kotlin: { find: /\bfun[ \t]{1,4}(?:<[^>\n]{0,80}>[ \t]{0,4})?(?:\w{1,80}\.)?(`[^`\n]{1,300}`|\w{1,160})[ \t]{0,4}\(/g, isTest: (_, above) => JUNIT.test(above) },
  groovy: { find: /\bdef[ \t]{1,4}("[^"\n]{1,300}"|'[^'\n]{1,300}'|\w{1,160})[ \t]{0,4}\(/g, isTest: (name, above) => JUNIT.test(above) || /^["']/.test(name) },
  scala: { find: /\b(?:test\((?="[^"\n]{1,300}"\)[ \t]{0,4}\{)|def[ \t]{1,4}(\w{1,160}))/g, isTest: (name, above) => JUNIT.test(above) || name === '' },
  'c-sharp': { find: METHOD, isTest: (_, above) => CSHARP.test(above), row: /\b(?:InlineData|TestCase|DataRow)\s{0,4}\([^\n]*/g },
  php: { find: /\bfunction[ \t]{1,4}&?(\w{1,160})[ \t]{0,4}\(/g, isTest: (name, above) => /^test/.test(name) || /#\[[^\]\n]{0,120}\bTest\b|\*\s{0,4}@test\b/.test(above), row: /#\[\s*(?:TestWith)\b[^\n]*/g },
  swift: { find: /\bfunc[ \t]{1,4}(\w{1,160})[ \t]{0,4}[(<]/g, isTest: (name, above) => /^test/.test(name) || /@Test\b/.test(above) },
  bash: { find: /^[ \t]{0,8}(?:@test[ \t]{1,8}(?:"[^"\n]{0,300}"|'[^'\n]{0,300}')|(\w{1,80})[ \t]{0,4}\(\))/gm, isTest: (name) => name === '' || /^test_/.test(name) },
  cpp: { find: /^[ \t]{0,8}(?:(?:TEST|TEST_F|TEST_P|TYPED_TEST|TYPED_TEST_P|TEST_CASE|SCENARIO|BOOST_AUTO_TEST_CASE|TEST_CASE_METHOD)[ \t]{0,4}(?=\()|(?:[\w:*&<>]{1,60}[ \t]{1,4}){1,5}(\w{1,160})[ \t]{0,4}\((?=[^;\n]{0,300}$))/gm, isTest: (name) => name === '' },
};
const ABOVE = 40;

/** Languages with braces: Go, Rust, Java, Kotlin, C#, PHP, Swift, C++, bats. */
export const bracesHeads: HeadReader = (piece) => {
  const shape = SHAPES[piece.file.language ?? ''];
  if (shape === undefined) return [];
  const heads: Head[] = [];
  for (const match of piece.code.matchAll(shape.find)) {
    if (heads.length >= MOST_HEADS) break;
    const head = headOf(piece, shape, match);
    if (head !== null) heads.push(head);
  }
  return heads;
};

function headOf(piece: Piece, shape: Shape, match: RegExpMatchArray): Head | null {
  const { code, text } = piece;
  const start = match.index ?? 0;
  const nameAt = match[1] === undefined ? start : start + match[0].lastIndexOf(match[1]);
  const first = lineIndexAt(piece, nameAt);
  const end = start + match[0].length;
  const open = code[end - 1] === '(' || code[end - 1] === '<' ? end - 1 : skipBlanks(code, end);
  const signature = code[open] === '(' ? behind(piece, open) : end;
  const body = bodyFrom(code, signature);
  if (body === null) return null;
  const isBrace = code[body] === '{';
  const close = isBrace ? (piece.partner[body] ?? -1) : body;
  const from = annotationsFrom(piece, first);
  const above = text.slice(from, nameAt);
  const name = match[1] === undefined ? title(text.slice(start, signature)) : text.slice(nameAt, nameAt + match[1].length);
  const isTest = shape.isTest(match[1] ?? '', above, piece) || (from === 0 && isHeadless(piece, first, match[0]));
  const isSuite = match[1] === undefined && isTest;
  return {
    kind: isTest || isSuite ? 'test' : 'function', name: name.replace(/^`|`$/g, ''), from, at: nameAt, bodyFrom: isBrace ? body + 1 : signature,
    bodyTo: close < 0 ? code.length : Math.max(close, body), isClosed: close >= 0, tables: isTest ? sourcesIn(code, from, nameAt) : [],
    rowTexts: shape.row === undefined ? [] : [...above.matchAll(shape.row)].map(([row]) => row.replace(/\)?\]?,?\s*$/, '')),
  };
}

/** Where the rows of JUnit's sources open: `@CsvSource({"1, I"})`, `@ValueSource(ints = {1, 2})`, in Kotlin `@CsvSource("1, I")`. */
function sourcesIn(code: string, from: number, to: number): number[] {
  const found: number[] = [];
  for (const match of code.slice(from, to).matchAll(/@(?:CsvSource|ValueSource)\s{0,4}\(/g)) {
    const open = from + match.index + match[0].length - 1;
    const inner = /^\(\s{0,40}(?:\w{1,20}\s{0,4}=\s{0,4})?([{[])/.exec(code.slice(open, open + 100));
    found.push(inner === null ? open : open + inner[0].length - 1);
  }
  return found;
}

function title(text: string): string {
  const quoted = /["']([^"'\n]{0,300})/.exec(text);
  return quoted === null ? text.replace(/^[^(]*\(|\)[^)]*$/g, '').trim() : (quoted[1] ?? '');
}

/** The brace of the body, or the place behind `=`; null for a declaration without a body. */
function bodyFrom(code: string, from: number): number | null {
  for (let at = from; at < Math.min(code.length, from + 400); at += 1) {
    const char = code[at];
    if (char === '{') return at;
    if (char === ';') return null;
    if (char === '=' && code[at + 1] !== '=') {
      const line = code.indexOf('\n', at);
      const brace = code.indexOf('{', at);
      if (brace >= 0 && (line < 0 || brace < line)) return brace;
      return line < 0 ? code.length : line;
    }
  }
  return null;
}

/** Where its annotations and its comment begin: the lines above up to one that ends something else. */
function annotationsFrom({ lines, starts, depths }: Piece, line: number): number {
  let first = line;
  for (let index = line - 1; index >= 0 && line - index < ABOVE; index -= 1) {
    const { code = '', text = '' } = lines[index] ?? {};
    const trimmed = code.trim();
    if (text.trim() === '') break;
    if (trimmed !== '' && (depths[index] ?? 0) <= (depths[line] ?? 0) && !/^(?:@|#\[|\[|\w+\s*=|"|\)|\}\))/.test(trimmed)) break;
    if (trimmed !== '' && /[;{}]$/.test(trimmed) && !/^[@#[]/.test(trimmed) && !/^\}\)/.test(trimmed)) break;
    first = index;
  }
  return starts[first] ?? 0;
}

/** The hunk begins right at the head: what is above is not shown. */
function isHeadless({ lines, file, isWhole }: Piece, line: number, head: string): boolean {
  if (isWhole || line > 0) return false;
  return lines[0] !== undefined && file.role === 'test' && /\bvoid\b|\bfun\b|\bTask\b/.test(head) && !/\b(?:private|protected)\b/.test(head);
}
