import type { DiffFile, DiffModel, Evidence, TestCase } from '../../model/index.js';
import { spoken, stem } from '../cover/words.js';

interface Product {
  /** Names that the change declares no more: functions, classes, constants that stand on removed lines only. */
  readonly gone: ReadonlySet<string>;
  /** Names that stand on the new side of the product's hunks. */
  readonly there: ReadonlySet<string>;
  readonly hasChange: boolean;
  readonly added: string;
  readonly removed: string;
}

const DECLARATION = /\b(?:function|class|interface|type|enum|struct|trait|impl|def|fn|func|fun|const|let|var|val|module|record|object|sub|macro_rules!|public|private|protected|internal|static|async|export|readonly)\s+(?:(?:static|async|final|override|abstract|virtual|readonly|const|default|function|class|def|fn|fun|unsafe|mut|pub|self\.|\w+(?:<[\w, <>[\]?]{0,60}>)?(?:\[\])?)\s+){0,5}(\w{3,80})/g;
const PROPERTY = /^\s*(?:["']?)(\w{3,80})(?:["']?)\s*(?:\??:|=(?!=)|\()/;
const CODE: ReadonlySet<DiffFile['role']> = new Set(['source', 'migration']);
const GENERIC = new Set('test tests expect assert describe should true false null undefined none self this const let var return await async import from require new function class def end equal equals tobe toequal main value values result results data name item items list string number error errors index size length get set add run'.split(' '));

const products = new WeakMap<DiffModel, Product>();

export function productOf(diff: DiffModel): Product {
  const before = products.get(diff);
  if (before !== undefined) return before;
  const gone = new Map<string, number>();
  const there = new Set<string>();
  const [added, removed]: [string[], string[]] = [[], []];
  let hasChange = false;
  for (const file of diff.files) {
    if (!CODE.has(file.role)) continue;
    hasChange ||= file.hunks.length > 0 || file.change === 'deleted' || file.change === 'renamed';
    const base = nameOf(file.change === 'renamed' ? (file.oldPath ?? file.path) : file.path);
    if (file.change === 'deleted' || (file.change === 'renamed' && base !== nameOf(file.path))) gone.set(base, 1);
    for (const { section, lines: all } of file.hunks) {
      const lines = file.language === 'rust' ? productLines(section, all) : all;
      for (const [word] of section.slice(0, 300).matchAll(/[A-Za-z_]\w{2,80}/g)) there.add(word);
      for (const { side, text, code } of lines) {
        if (side === 'added') added.push(text);
        else if (side === 'removed') removed.push(text);
        if (code.length > 2_000) continue;
        if (side !== 'removed') for (const [word] of code.matchAll(/[A-Za-z_]\w{2,80}/g)) there.add(word);
        if (side === 'context') continue;
        const names = [...[...code.matchAll(DECLARATION)].map(([, name = '']) => name), PROPERTY.exec(code)?.[1] ?? ''];
        for (const name of names) if (name !== '') gone.set(name, (gone.get(name) ?? 0) + (side === 'removed' ? 1 : -1));
      }
    }
  }
  const product = { gone: new Set([...gone].filter(([name, count]) => count > 0 && !there.has(name)).map(([name]) => name)), there, hasChange, added: added.join('\n'), removed: removed.join('\n') };
  products.set(diff, product);
  return product;
}

/** Rust keeps tests in the file of what they test. */
function productLines(section: string, lines: DiffFile['hunks'][number]['lines']): DiffFile['hunks'][number]['lines'] {
  if (RUST_TESTS.test(section)) return [];
  const from = lines.findIndex(({ text }) => RUST_TESTS.test(text));
  return from < 0 ? lines : lines.slice(0, from);
}
const RUST_TESTS = /\bmod tests?\b|#\[cfg\(.*\btest\b|#\[\s*(?:\w+::)*test\b/;

/** Something that the test mentions is declared no more, or its module is deleted: the test had to go with it. */
export function isExplainedByProduct(test: TestCase, { diff }: Evidence): boolean {
  const { gone } = productOf(diff);
  if (gone.size === 0) return false;
  if ([...test.words].some((word) => gone.has(word) && !GENERIC.has(word.toLowerCase()))) return true;
  const subject = subjectOf(test.file.oldPath ?? test.file.path);
  if (subject.length > 2 && gone.has(subject)) return true;
  const title = spoken(test.name);
  return [...gone].some((name) => name.length > 3 && !GENERIC.has(name.toLowerCase()) && title.includes(spoken(name)));
}

const REBUILDS = /\b(?:merge|fold|consolidat|combin|collaps|dedup|duplicat|replace|rewrite|migrat|mov|split|reorgani[sz]|port|rework|overhaul|simplif)\w*/i;

/** The task asks for the removal, in words that name the test or what it looks at; to rebuild the product asks for no test to go. */
export function isAskedFor(test: TestCase, { task, asks }: Evidence): boolean {
  const isRemoval = asks.has('removal');
  if (!isRemoval && !REBUILDS.test(task)) return false;
  const said = ` ${spoken(task.slice(0, 20_000)).trim().split(' ').map(stem).join(' ')} `;
  if (/\b(?:tests?|specs?|suites?)\b/.test(said)) return true;
  const own = spoken(`${test.name} ${subjectOf(test.file.path)}`).trim().split(' ').map(stem).filter((word) => word.length > 3 && !GENERIC.has(word));
  return isRemoval && own.some((word) => said.includes(` ${word} `));
}

/** What a test file is about, by its name: `duration` of `src/duration.test.ts`. */
export function subjectOf(path: string): string {
  return nameOf(path).replace(/^(?:test_|spec_|test-)|(?:[._-](?:test|tests|spec|specs|e2e|it))+$|(?<=[a-z0-9])(?:Tests?|Spec|TestCase|IT)$/g, '');
}

export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1).replace(/\.[A-Za-z0-9]{1,8}$/, '');
}

/** Names that a test calls and that the change still shows outside of it. */
export function livingSubject(test: TestCase, evidence: Evidence): string | null {
  const { there } = productOf(evidence.diff);
  const own = [...test.words].filter((word) => !GENERIC.has(word.toLowerCase()) && word.length > 3);
  const inProduct = own.find((word) => there.has(word));
  if (inProduct !== undefined) return inProduct;
  const subject = subjectOf(test.file.path).toLowerCase();
  const module = evidence.diff.files.find(({ path, role, change }) => role === 'source' && change !== 'deleted' && nameOf(path).toLowerCase() === subject);
  if (module !== undefined) return nameOf(module.path);
  const others = evidence.tests.kept.map(({ now }) => now).concat(evidence.tests.added).filter(({ isGroup }) => !isGroup);
  return own.find((word) => /[a-z][A-Z]|_/.test(word) && others.some(({ words }) => words.has(word))) ?? null;
}

/** `a and b`, `a, b and 3 more`, as code, without what a message must not hold. */
export function named(tests: readonly { readonly name: string }[]): string {
  const shown = tests.slice(0, 3).map(({ name }) => `\`${clean(name)}\``);
  return tests.length > 3 ? `${shown.join(', ')} and ${tests.length - 3} more` : shown.join(', ');
}

/** One line of foreign text for a message. */
export function clean(text: string, most = 90): string {
  const line = text.replace(/[\s;`]+/g, ' ').trim();
  return line.length > most ? `${line.slice(0, most)}…` : line;
}

export const count = (amount: number, one: string, many = `${one}s`): string => `${amount} ${amount === 1 ? one : many}`;
