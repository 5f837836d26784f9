import { check, type Finding, type LogFact, openLog, type Run, type Syntax } from '../core.js';
import type { Outcome } from './model.js';

/** One command, and what core reads in its output. */
export interface Reading {
  readonly command: string;
  readonly outcome: Outcome;
  readonly run: Run;
  readonly findings: readonly Finding[];
  /** Failures with a name or a place, as the tool tells them. */
  readonly failures: readonly Failure[];
}

export interface Failure {
  readonly name: string;
  readonly place: string | null;
}

const NO_SYNTAX: Syntax = { read: () => 'no-grammar' };

/** Places are told from the workspace, as people say them. */
export function readingOf(command: string, outcome: Outcome, workspace: string, now: string): Reading {
  const log = openLog(command);
  log.write(outcome.output);
  const run = log.close({ code: outcome.code, signal: outcome.signal, timedOut: outcome.timedOut, durationMs: outcome.timedOut ? outcome.timeoutMs : null }, true);
  const { findings } = check({ task: '', diff: { files: [], complete: true }, report: '', runs: [run], syntax: NO_SYNTAX, workspace: true, findings: [], now });
  return { command, outcome, run, findings: findings.filter(({ rule }) => rule.startsWith('verification/')), failures: failuresIn(run.facts, `${workspace}/`) };
}

export const isRed = ({ outcome }: Reading): boolean => outcome.code !== 0 || outcome.signal !== null || outcome.timedOut;

/** It did not run, or the sandbox kept it from running: that is no word on the code. A test that failed by name is one. */
export function faultOf({ outcome, run, failures }: Reading): 'not-found' | 'not-executable' | 'sandbox' | null {
  if (outcome.timedOut) return null;
  if (outcome.code === 127) return 'not-found';
  if (outcome.code === 126) return 'not-executable';
  return outcome.denied && failures.length === 0 && !run.facts.some((fact) => fact.kind === 'totals' && fact.failed > 0) ? 'sandbox' : null;
}

function failuresIn(facts: readonly LogFact[], root: string): Failure[] {
  const found = facts.flatMap((fact): Failure[] => {
    if (fact.kind === 'failure') return [{ name: fact.name, place: placeOf(fact, root) }];
    return fact.kind === 'diagnostic' && fact.level === 'error' ? [{ name: fact.text.trim(), place: placeOf(fact, root) }] : [];
  });
  return found.filter(({ name, place }, index) => found.findIndex((other) => other.name === name && other.place === place) === index);
}

function placeOf({ file, line }: { readonly file: string | null; readonly line: number | null }, root: string): string | null {
  if (file === null) return null;
  const inner = file.replace(/^file:\/\//, '');
  const name = inner.startsWith(root) ? inner.slice(root.length) : file;
  return line === null ? name : `${name}:${line}`;
}
