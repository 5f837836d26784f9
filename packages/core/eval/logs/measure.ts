import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { EFFECTS, type Effect, type Finding, type Syntax } from '../../src/model/index.js';
import { parseDiff } from '../../src/evidence/diff/index.js';
import { readEvidence } from '../../src/evidence/index.js';
import { openTranscript } from '../../src/evidence/logs/index.js';
import { UNKNOWN } from '../../src/evidence/logs/unknown.js';
import { pointOf } from '../../src/rules/verification/points.js';
import { rules } from '../../src/rules/index.js';
import { withoutAnsi } from '../../src/text/ansi.js';
import { CARRIERS } from './carriers.js';
import { edited } from './edits.js';
import { RED_LINES } from './red-lines.js';
import { RED_TOTALS } from './red-totals.js';

const FIXTURES = path.resolve(import.meta.dirname, '../../../../fixtures/logs');

export interface Captured {
  readonly id: string;
  readonly tool: string;
  readonly text: string;
}

export interface Measured {
  readonly tried: number;
  /** What did not come out as it must: the log and what was done to it. */
  readonly wrong: readonly string[];
}

/** The logs of real tools in the fixtures, whose file name begins so. */
export function capturedLogs(prefix = ''): Captured[] {
  const folders = readdirSync(FIXTURES, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return folders.flatMap(({ name: tool }) =>
    readdirSync(path.join(FIXTURES, tool))
      .filter((file) => file.endsWith('.log') && file.startsWith(prefix))
      .map((file) => ({ id: `${tool}/${file}`, tool, text: readFileSync(path.join(FIXTURES, tool, file), 'utf8') })),
  );
}

/** A log whose totals were edited to red blocks, with and without exit code 0. */
export function measureRedTotals(logs: readonly Captured[]): Measured {
  return measure(logs, ({ text }) => edited(withoutAnsi(text), RED_TOTALS, 'last'), ['block']);
}

/** A log in which one test failed and the totals say nothing of it is at least a warning. */
export function measureRedLines(logs: readonly Captured[]): Measured {
  return measure(logs, ({ text, tool }) => edited(withoutAnsi(text), RED_LINES[tool] ?? [], 'first'), ['block', 'ask', 'warn']);
}

// Under a carrier `$ command` begins no run, and the marks of a fence are text: such logs are another text then.
const isPlain = ({ text }: Captured): boolean => text.trim() !== '' && !/^\$ /m.test(text);

/** Whatever carries a log, it points the same way, and the same rules speak as strongly. */
export function measureCarriers(all: readonly Captured[]): Record<string, Measured> {
  const logs = all.filter(isPlain);
  const bare = logs.map(({ text }) => sayingOf(text));
  return Object.fromEntries(
    Object.entries(CARRIERS).map(([name, carry]) => {
      const wrong = logs.flatMap(({ id, text }, index) => {
        const carried = sayingOf(carry(text));
        if (carried === bare[index] || (QUOTES.has(name) && carried.startsWith('unknown ') && isLoose(text))) return [];
        return [`${id}: ${bare[index] ?? ''} → ${carried}`];
      });
      return [name, { tried: logs.length, wrong }];
    }),
  );
}

function measure(logs: readonly Captured[], mutant: (log: Captured) => string | null, wanted: readonly Effect[]): Measured {
  let tried = 0;
  const wrong: string[] = [];
  for (const log of logs) {
    const text = mutant(log);
    if (text === null) continue;
    for (const status of ['', '\nexit code 0\n']) {
      tried += 1;
      const framed = status === '' ? text : `$ npm run check\n${text.trimEnd()}${status}`;
      const effect = strongestOf(framed);
      if (effect === null || !wanted.includes(effect)) wrong.push(`${log.id}${status === '' ? '' : ' with exit code 0'}: ${effect ?? 'nothing'}`);
    }
  }
  return { tried, wrong };
}

function sayingOf(text: string): string {
  const point = runsOf(text).map(pointOf).join('+');
  return `${point} ${[...new Set(findingsOf(text).filter(({ effect }) => effect !== 'note').map(({ rule, effect }) => `${effect} ${rule}`))].join(', ')}`;
}

const strongestOf = (text: string): Effect | null => EFFECTS.find((effect) => findingsOf(text).some((finding) => finding.effect === effect)) ?? null;

// A loose word that somebody quotes is no proof: only a tool that is recognized is read in a quotation as it is outside of one.
const QUOTES: ReadonlySet<string> = new Set(['markdown quote', 'markdown indent']);
const isLoose = (text: string): boolean => runsOf(text).every(({ facts }) => facts.every((fact) => fact.tool === UNKNOWN || (fact.kind !== 'closed' && fact.kind !== 'totals')));

const NO_DIFF = parseDiff('');
const NO_SYNTAX: Syntax = { read: () => 'no-grammar' };

function findingsOf(text: string): Finding[] {
  const evidence = readEvidence({ task: 'x', diff: NO_DIFF, report: 'x', runs: runsOf(text), syntax: NO_SYNTAX, workspace: false, findings: [], now: '2026-01-01T00:00:00.000Z' }, () => false);
  return rules.filter(({ id }) => id.startsWith('verification/')).flatMap(({ id, check }) => [...check(evidence)].map((finding) => ({ ...finding, rule: id })));
}

function runsOf(text: string) {
  const transcript = openTranscript();
  transcript.write(text);
  return transcript.close();
}
