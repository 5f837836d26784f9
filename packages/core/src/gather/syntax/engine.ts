import { setFlagsFromString } from 'node:v8';
import * as engine from 'web-tree-sitter';
import type { Parser, Tree } from 'web-tree-sitter';
import type { Grammar, SourceView, Syntax } from '../../model/index.js';
import { Budget, PIECE } from './budget.js';
import { instantiateWasm, moduleOf, needWasm, withTables } from './files.js';
import { type Meaning, MEANINGS } from './nodes.js';
import { type Found, spansOf } from './spans.js';

/** The longest text that is parsed, in UTF-16 units. */
const LONGEST = 2 << 20;
/** Errors are counted no further: the text is no code then. */
const MANY = 1_000;
const LEXERS = '--wasm-tiering-budget=1000000000 --wasm-lazy-validation';
const PATTERNS = '--no-regexp-optimization --regexp-tier-up-ticks=100';
/** The type of every error node, in every grammar (tree-sitter's ts_builtin_sym_error). */
const ERROR = 65_535;

/**
 * There is one engine in a process. It recurses when it frees a deep stack, and its own stack is small: after that its
 * memory is spoilt, and nothing that lives in it may be touched again, not even by the garbage collector.
 */
const parsers = new Map<Grammar, Parser>();
const alive = new Set<object>();
let isSpoilt = false;

/** Starts the parser; a grammar is loaded when it is first read with. */
export async function openSyntax(wanted: ReadonlySet<Grammar>, isBrief: boolean | null): Promise<Syntax> {
  if (isBrief !== null) keepBaseline(isBrief);
  needWasm();
  await engine.Parser.init({ instantiateWasm });
  const parserOf = (grammar: Grammar): Parser => {
    const known = parsers.get(grammar);
    if (known !== undefined) return known;
    const parser = new engine.Parser().setLanguage(withTables(grammar, () => engine.Language.loadSync(moduleOf(grammar))));
    parser.parse('<?php "a"')?.delete(); // V8 compiles the lexer now, on nobody's budget
    parsers.set(grammar, parser);
    return parser;
  };
  const budget = new Budget();
  return {
    read(grammar, source) {
      if (!wanted.has(grammar)) return 'no-grammar';
      if (isSpoilt || budget.isGone || source.length > LONGEST) return 'too-costly';
      try {
        return viewOf(parserOf(grammar), grammar, source, budget);
      } catch (error) {
        if (!isTrap(error)) throw error;
        isSpoilt = true;
        return 'too-costly';
      }
    },
  };
}

/**
 * Optimising the lexer of a grammar costs 0.2 to 1.5 s of CPU and pays off after megabytes only (Node 20, 22, 24: V8 11.3 to
 * 13.6), so V8 keeps the baseline code, and validates a function when it is first called; for a brief text, of the patterns that the rules compile from here on as well. It
 * complains on stderr about flags that it does not know, hence the versions.
 */
function keepBaseline(isBrief: boolean): void {
  const v8 = Number.parseInt(process.versions.v8, 10);
  if (v8 >= 11 && v8 <= 14) setFlagsFromString(isBrief ? `${LEXERS} ${PATTERNS}` : LEXERS);
}

const isTrap = (error: unknown): boolean => error instanceof Error && (error.name === 'RuntimeError' || error instanceof RangeError);

function viewOf(parser: Parser, grammar: Grammar, source: string, budget: Budget): SourceView | 'too-costly' {
  budget.open(source.length);
  const tree = parser.parse((index) => (budget.read() ? source.slice(index, index + PIECE) : undefined), null, { progressCallback: () => !budget.step() });
  const isDone = tree !== null && budget.step();
  if (tree !== null) alive.add(tree);
  const view = isDone ? { ...spansOf(source, foundIn(tree, grammar)), errors: errorsOf(tree) } : 'too-costly';
  if (tree !== null) {
    tree.delete();
    alive.delete(tree);
  }
  if (!isDone) parser.reset();
  budget.close();
  return view;
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
  alive.add(cursor);
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
  alive.delete(cursor);
  return errors;
}
