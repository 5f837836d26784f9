import { setFlagsFromString } from 'node:v8';
import type { Parser, Tree } from 'web-tree-sitter';
import type { Grammar, SourceView, Syntax } from '../model/index.js';
import { instantiateWasm, moduleOf } from './syntax/files.js';
import { type Meaning, MEANINGS } from './syntax/nodes.js';
import { type Found, spansOf } from './syntax/spans.js';

/** The longest text that is parsed, in UTF-16 units. */
const LONGEST = 2 << 20;
/** A text is handed over in pieces of this many units; the engine's own buffer (0.27) holds 5,120. */
const PIECE = 5_000;
/** Pieces that the engine may ask for, by piece of text. Code needs 2 to 4; a lexer that runs to the end again and again, thousands. */
const READS = 12;
/** Reports of progress (one is 100 steps of the parser) by 1,000 units, and for any text. Code causes 3 to 12; a text of errors, 100. */
const STEPS = 10;
const FIRST_STEPS = 500;
/** Errors are counted no further: the text is no code then. */
const MANY = 1_000;
/** The type of every error node, in every grammar (tree-sitter's ts_builtin_sym_error). */
const ERROR = 65_535;

const NONE: Syntax = { read: () => 'no-grammar' };

/** Loads the parser, and each grammar when it is first read with. Without any language nothing is imported. */
export async function loadSyntax(languages: Iterable<Grammar>): Promise<Syntax> {
  const wanted = new Set(languages);
  if (wanted.size === 0) return NONE;
  keepBaseline();
  const engine = await import('web-tree-sitter');
  await engine.Parser.init({ instantiateWasm });
  const parsers = new Map<Grammar, Parser>();
  let broken = false;
  const parserOf = (grammar: Grammar): Parser => {
    const known = parsers.get(grammar);
    if (known !== undefined) return known;
    const parser = new engine.Parser().setLanguage(engine.Language.loadSync(moduleOf(grammar)));
    parsers.set(grammar, parser);
    return parser;
  };
  return {
    read(grammar, source) {
      if (!wanted.has(grammar)) return 'no-grammar';
      if (broken || source.length > LONGEST) return 'too-costly';
      try {
        return viewOf(parserOf(grammar), grammar, source);
      } catch (error) {
        // The engine recurses when it frees a deep stack, and its own stack is small: the memory is spoilt after that.
        if (!isTrap(error)) throw error;
        broken = true;
        return 'too-costly';
      }
    },
  };
}

/**
 * Optimising the lexer of a grammar costs 0.2 to 1.5 s of CPU and pays off after megabytes only (Node 20, 22, 24: V8 11.3 to
 * 13.6), so V8 keeps the baseline code. It complains on stderr about flags that it does not know, hence the versions.
 */
function keepBaseline(): void {
  const v8 = Number.parseInt(process.versions.v8, 10);
  if (v8 >= 11 && v8 <= 14) setFlagsFromString('--wasm-tiering-budget=1000000000');
}

const isTrap = (error: unknown): boolean => error instanceof Error && (error.name === 'RuntimeError' || error instanceof RangeError);

function viewOf(parser: Parser, grammar: Grammar, source: string): SourceView | 'too-costly' {
  const tree = treeOf(parser, source);
  if (tree === null) return 'too-costly';
  const view = { ...spansOf(source, foundIn(tree, grammar)), errors: errorsOf(tree) };
  tree.delete();
  return view;
}

/** Null beyond the budget, which counts work and not time, so that every machine gives the same answer. */
function treeOf(parser: Parser, source: string): Tree | null {
  let reads = READS * (Math.ceil(source.length / PIECE) + 10);
  let steps = FIRST_STEPS + STEPS * Math.ceil(source.length / 1000);
  const tree = parser.parse(
    (index) => {
      reads -= 1;
      return reads < 0 ? undefined : source.slice(index, index + PIECE);
    },
    null,
    {
      progressCallback: () => {
        steps -= 1;
        return steps < 0 || reads < 0;
      },
    },
  );
  if (tree !== null && reads >= 0) return tree;
  tree?.delete();
  parser.reset();
  return null;
}

/** One pass inside the engine, by its cursor: linear also where the tree is one flat error of 100,000 nodes. */
function foundIn(tree: Tree, grammar: Grammar): Found[] {
  const meanings = MEANINGS[grammar];
  const nodes = tree.rootNode.descendantsOfType(Object.keys(meanings));
  return nodes.flatMap((node) => {
    const meaning: Meaning | undefined = meanings[node.type];
    return meaning === undefined ? [] : [{ start: node.startIndex, end: node.endIndex, meaning }];
  });
}

/** Tokens right below an error node, and tokens that the parser had to invent. */
function errorsOf(tree: Tree): number {
  if (!tree.rootNode.hasError) return 0;
  const cursor = tree.walk();
  const inError: boolean[] = [];
  let errors = 0;
  for (let isDone = false; !isDone && errors < MANY; ) {
    const isError = cursor.nodeTypeId === ERROR;
    if (cursor.gotoFirstChild()) {
      inError.push(isError);
      continue;
    }
    if (isError || inError[inError.length - 1] === true || cursor.nodeIsMissing) errors += 1;
    while (!isDone && !cursor.gotoNextSibling()) {
      inError.pop();
      isDone = !cursor.gotoParent();
    }
  }
  cursor.delete();
  return errors;
}
