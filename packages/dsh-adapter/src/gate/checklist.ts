/** One box of a checklist in Markdown. */
export interface Item {
  /** 1-based. */
  readonly line: number;
  readonly text: string;
  readonly isDone: boolean;
  /** A command in backticks that settles it. */
  readonly command: string | null;
  /** It names something of the code, so that a change can be looked for. */
  readonly hasNames: boolean;
}

const BOX = /^\s*(?:[-*+]|\d{1,9}[.)])[ \t]+\[([ xX])\][ \t]+(\S.*)$/;
const FENCE = /^\s{0,3}(`{3,}|~{3,})/;
const CODE = /`([^`\n]{1,400})`/g;
/** Longer lines are no items. */
const LONGEST = 2000;
/** Programs that check something; `rm` is none. A word in backticks that is none of these is a name of the code. */
const PROGRAMS: ReadonlySet<string> = new Set(
  ('npm npx pnpm yarn bun bunx node deno tsc tsx vitest jest mocha eslint python python3 pytest tox nox ruff mypy uv poetry go cargo make just task mvn ./mvnw gradle ./gradlew dotnet swift mix rake rspec bundle composer phpunit '
    + 'dart flutter sbt stack cabal zig ctest cmake bats sh bash test diff grep curl git cat ls').split(' '),
);
/** Programs that say something also without a word behind them. */
const ALONE: ReadonlySet<string> = new Set('pytest tox nox make vitest jest mocha rspec phpunit tsc ./gradlew rake ctest'.split(' '));

/** The boxes of a text, those in code blocks left out. */
export function itemsOf(text: string): Item[] {
  const items: Item[] = [];
  let fence: string | null = null;
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    const mark = FENCE.exec(line)?.[1];
    if (mark !== undefined && (fence === null || (mark.startsWith(fence[0] ?? '') && mark.length >= fence.length))) fence = fence === null ? mark : null;
    const box = fence === null && line.length <= LONGEST ? BOX.exec(line) : null;
    if (box === null) continue;
    const said = (box[2] ?? '').trim();
    const codes = [...said.matchAll(CODE)].map(([, code = '']) => code.trim());
    const command = codes.find(isCommand) ?? null;
    items.push({ line: index + 1, text: said, isDone: box[1] !== ' ', command, hasNames: codes.some((code) => code !== command) });
  }
  return items;
}

/** The same item, whatever became of its box and of the blanks in it. */
export const nameOf = ({ text }: Item): string => text.toLowerCase().replace(/[\s`*_~.]+/g, ' ').trim();

function isCommand(code: string): boolean {
  const [program = '', ...more] = code.split(/\s+/);
  if (program.startsWith('./') && program.length > 2) return true;
  return PROGRAMS.has(program) && (more.length > 0 || ALONE.has(program));
}
