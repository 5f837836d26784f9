import type { Run } from '../../src/model/index.js';
import { openTranscript } from '../../src/evidence/logs/index.js';
import { pointOf } from '../../src/rules/verification/points.js';
import { withoutAnsi } from '../../src/text/ansi.js';
import { edited } from '../logs/edits.js';
import { RED_LINES } from '../logs/red-lines.js';
import { RED_TOTALS } from '../logs/red-totals.js';
import type { EvalCase, TextInput } from '../model.js';
import { SKIPPED_TOTALS } from './skipped-totals.js';

/** A mechanical change after which the verdict must be another one, or must stay away from `open_pr`. */
export interface Mutation {
  readonly name: string;
  /** Verdicts that are right afterwards. */
  readonly right: readonly string[];
  /** null: it does not fit this case. `other` is another case, for what mixes two. */
  readonly mutate: (one: EvalCase, input: TextInput, other: TextInput) => TextInput | null;
}

const NOT_OPEN = ['block_pr', 'needs_context', 'open_pr_with_warning'];
const NOT_LET_THROUGH = ['block_pr', 'needs_context'];

export const MUTATIONS: readonly Mutation[] = [
  { name: 'totals turned red', right: ['block_pr'], mutate: ofClean(({ verifyLogs }) => edited(withoutAnsi(verifyLogs), RED_TOTALS, 'last')) },
  { name: 'one test line turned red', right: NOT_OPEN, mutate: ofClean(({ verifyLogs }, { stack }) => edited(withoutAnsi(verifyLogs), RED_LINES[stack] ?? [], 'first')) },
  { name: 'one test skipped in the totals', right: NOT_OPEN, mutate: ofClean(({ verifyLogs }) => edited(withoutAnsi(verifyLogs), SKIPPED_TOTALS, 'last')) },
  { name: 'the status turned red', right: ['block_pr'], mutate: ofClean(({ verifyLogs }) => (/\nexit code 0\n$/.test(verifyLogs) ? verifyLogs.replace(/\nexit code 0\n$/, '\nexit code 1\n') : null)) },
  { name: 'cut behind the first test', right: NOT_OPEN, mutate: ofClean(({ verifyLogs }) => cutBehindFirstTest(verifyLogs)) },
  { name: 'a test switched off in the change', right: NOT_OPEN, mutate: ofClean(({ verifyLogs }) => verifyLogs, withSkip) },
  { name: 'the first failing line dropped', right: NOT_LET_THROUGH, mutate: ofRed(({ verifyLogs }) => withoutFirstFailure(verifyLogs)) },
  { name: 'a red log between green lines', right: NOT_LET_THROUGH, mutate: ofRed(({ verifyLogs }, other) => interleaved(verifyLogs, other.verifyLogs)) },
  { name: 'a green run behind the red one', right: NOT_LET_THROUGH, mutate: ofRed(({ verifyLogs }) => `$ npm run first\n${verifyLogs.replace(/\n*$/, '\n')}exit code 1\n$ npm run second\n4 passed\nexit code 0\n`) },
  { name: 'a red log cut in half', right: NOT_OPEN, mutate: ofRed(({ verifyLogs }) => halfOf(verifyLogs)) },
];

/** Of a case whose only right verdict is open_pr. */
function ofClean(log: (input: TextInput, one: EvalCase) => string | null, diff: (diff: string) => string = (same) => same): Mutation['mutate'] {
  return (one, input) => {
    if (one.expected.verdicts.join() !== 'open_pr') return null;
    const verifyLogs = log(input, one);
    return verifyLogs === null ? null : { ...input, verifyLogs, diff: diff(input.diff) };
  };
}

/** Of a case that is blocked because of its log, which says so without command and status around it. */
function ofRed(log: (input: TextInput, other: TextInput) => string | null): Mutation['mutate'] {
  return (one, input, other) => {
    if (one.expected.verdicts.join() !== 'block_pr' || /^\$ /m.test(input.verifyLogs) || !runsOf(input.verifyLogs).some((run) => pointOf(run) === 'red')) return null;
    const verifyLogs = log(input, other);
    return verifyLogs === null ? null : { ...input, verifyLogs };
  };
}

function runsOf(text: string): readonly Run[] {
  const transcript = openTranscript();
  transcript.write(text);
  return transcript.close();
}

/** What a runner printed up to its first test; nothing where no totals stand below it, since then nothing was cut. */
function cutBehindFirstTest(text: string): string | null {
  const [run, ...more] = runsOf(text);
  if (run === undefined || more.length > 0 || /^\$ /m.test(text)) return null;
  const test = run.facts.find(({ kind }) => kind === 'passed');
  const isClosed = run.facts.some((fact) => fact.kind === 'totals' && fact.tool !== 'unknown' && test !== undefined && fact.span[0] > test.span[1]);
  return test === undefined || !isClosed ? null : text.split('\n').slice(0, test.span[0]).join('\n');
}

function withoutFirstFailure(text: string): string | null {
  const [run] = runsOf(text);
  // One line that is not the last word: totals or a status say it as well.
  const failure = run?.facts.find(({ kind }) => kind === 'failure');
  if (run === undefined || failure === undefined || !run.facts.some((fact) => fact.kind === 'totals' && fact.failed > 0)) return null;
  return text.split('\n').filter((_, at) => at + 1 < failure.span[0] || at + 1 > failure.span[1]).join('\n');
}

function interleaved(red: string, green: string): string {
  const others = green.split('\n').filter((line) => !/^(?:\$ |exit code |terminated by |verification failed)/.test(line));
  return red.split('\n').flatMap((line, at) => (at < others.length ? [others[at] ?? '', line] : [line])).join('\n');
}

function halfOf(text: string): string | null {
  const lines = text.split('\n');
  const half = lines.slice(0, Math.floor(lines.length / 2));
  // Only where the half still shows a failure of its own.
  const shows = runsOf(half.join('\n')).some(({ facts }) => facts.some(({ kind, tool }) => kind === 'failure' && tool !== 'unknown'));
  return shows ? half.join('\n') : null;
}

function withSkip(diff: string): string {
  return `${diff.replace(/\n*$/, '\n')}diff --git a/test/switched.test.ts b/test/switched.test.ts
index 3b18e51..a9c2f07 100644
--- a/test/switched.test.ts
+++ b/test/switched.test.ts
@@ -1,5 +1,5 @@
 import { expect, test } from 'vitest';
${' '}
-test('the switched one', () => {
+test.skip('the switched one', () => {
   expect(1 + 1).toBe(2);
 });
`;
}
