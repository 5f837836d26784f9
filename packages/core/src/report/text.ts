import type { Decision, Effect, Finding, Judgement, Reporter } from '../model/index.js';
import { shown } from '../text/shown.js';
import { factsOf, WORDS } from './words.js';

const RESET = '\u001B[0m';
const COLOURS = { red: '\u001B[31m', green: '\u001B[32m', yellow: '\u001B[33m', dim: '\u001B[2m', bold: '\u001B[1m' } as const;
type Colour = keyof typeof COLOURS;

const HEAD = { open_pr: 'green', open_pr_with_warning: 'yellow', block_pr: 'red', needs_context: 'yellow' } as const satisfies Record<Decision, Colour>;
const MARKS = {
  block: ['✗', 'red'],
  blind: ['?', 'yellow'],
  ask: ['?', 'yellow'],
  warn: ['!', 'yellow'],
  note: ['·', 'dim'],
} as const satisfies Record<Effect, readonly [mark: string, colour: Colour]>;
const SHOWN_LINES = 4;
const WIDTH = 160;

export const reporter: Reporter = {
  id: 'text',
  docs: { title: 'Text', why: 'The short answer for a person at a terminal.', fix: '`NO_COLOR` takes the colours off.', since: '0.1.0' },
  render: (judgement) => renderText(judgement, false),
};

/** The verdict as a person reads it: what is decided, each finding with its first quoted lines, and what to do next. */
export function renderText(judgement: Judgement, color: boolean): string {
  const paint = (colour: Colour, text: string) => (color ? `${COLOURS[colour]}${text}${RESET}` : text);
  const { verdict, findings } = judgement;
  const { title, next } = WORDS[verdict.verdict];
  const lines = [
    `${paint(HEAD[verdict.verdict], paint('bold', title))}  ${paint('dim', factsOf(judgement))}`,
    ...(verdict.run?.verify_commands ?? []).map((command) => {
      const isGreen = command.exit_code === 0 && !command.timed_out;
      return `  ${paint(isGreen ? 'green' : 'red', isGreen ? '✓' : '✗')} ${oneLineOf(command.command)} ${paint('dim', statusOf(command))}`;
    }),
    ...findings.filter(({ effect }) => effect !== 'note').flatMap((finding) => findingLines(finding, paint)),
    ...(verdict.verdict === 'open_pr' ? [] : ['', next]),
    ...(verdict.run ? [paint('dim', `Evidence: ${verdict.run.artifacts_dir}`)] : []),
  ];
  return `${lines.join('\n')}\n`;
}

function findingLines(finding: Finding, paint: (colour: Colour, text: string) => string): string[] {
  const [mark, colour] = MARKS[finding.effect];
  const quoted = (finding.evidence ?? '').split('\n').filter((line) => line.trim() !== '').slice(0, SHOWN_LINES);
  return ['', `  ${paint(colour, mark)} ${shown(finding.message)} ${paint('dim', `[${finding.rule}]`)}`, ...quoted.map((line) => paint('dim', `      ${oneLineOf(line)}`))];
}

const statusOf = ({ exit_code, signal, timed_out, duration_ms }: { exit_code: number | null; signal: string | null; timed_out?: boolean | undefined; duration_ms: number }): string =>
  `${timed_out ? 'timed out' : signal === null ? `exit ${exit_code ?? '?'}` : signal}, ${(duration_ms / 1000).toFixed(1)} s`;

const oneLineOf = (text: string): string => {
  const clean = shown(text);
  return clean.length > WIDTH ? `${clean.slice(0, WIDTH - 1)}…` : clean;
};
