import { type Confusion, NO_VERDICT, WORDS } from './breakdown.js';

/** The confusion matrix as a Mermaid block diagram: a row for what was expected, a column for what was said; what is right is green. */
export function matrixOf({ corpus, counts }: Confusion): string[] {
  const words = WORDS[corpus];
  const said = [...words, ...(words.some((word) => (counts[word]?.[NO_VERDICT] ?? 0) > 0) ? [NO_VERDICT] : [])];
  const cells = words.flatMap((word, row) => said.map((column, at) => ({ id: `m${row}x${at}`, count: counts[word]?.[column] ?? 0, isRight: word === column })));
  return [
    '```mermaid',
    'block-beta',
    `  columns ${said.length + 1}`,
    `  head["expected, then said"] ${said.map((word, at) => `said${at}["${word}"]`).join(' ')}`,
    ...words.map((word, row) => `  expected${row}["${word}"] ${said.map((_, at) => `m${row}x${at}["${cells[row * said.length + at]?.count ?? 0}"]`).join(' ')}`),
    '  classDef right fill:#1a7f37,color:#ffffff',
    '  classDef wrong fill:#cf222e,color:#ffffff',
    '  classDef zero fill:#eeeeee,color:#666666',
    ...(['right', 'wrong', 'zero'] as const).flatMap((name) => {
      const mine = cells.filter(({ count, isRight }) => (count === 0 ? 'zero' : isRight ? 'right' : 'wrong') === name).map(({ id }) => id);
      return mine.length === 0 ? [] : [`  class ${mine.join(',')} ${name}`];
    }),
    '```',
  ];
}
