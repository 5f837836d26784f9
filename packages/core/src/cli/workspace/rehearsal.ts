import { check } from '../../check.js';
import { grammarsOf } from '../../evidence/diff/index.js';
import { loadSyntax } from '../../gather/syntax.js';
import type { Inputs } from '../../model/index.js';
import { needsCode } from '../../rules/needs-code.js';
import { isBrief } from '../syntax-for.js';

/** One judgement without logs, whose result nobody needs. */
export interface Rehearsal {
  /** To be called when a command runs; only the first call counts. */
  begin(): void;
  /** What is not begun by now is left out. */
  end(): void;
}

/**
 * While the first command runs there is nothing to do. A change that is small is judged then, as if there were no logs: what
 * the judgement needs (grammars, rules, their patterns) is loaded by the time the logs are there, which spares 100 ms at the
 * end. The heart is pure, so nothing else comes of it. A large change would keep the process from reading output for seconds.
 */
export function openRehearsal(inputs: Omit<Inputs, 'runs' | 'syntax'>): Rehearsal {
  let isOpen = isBrief(inputs.diff);
  let later: NodeJS.Immediate | undefined;
  return {
    begin() {
      if (!isOpen) return;
      isOpen = false;
      later = setImmediate(() => { void rehearse(inputs); });
    },
    end() {
      isOpen = false;
      clearImmediate(later);
    },
  };
}

async function rehearse(inputs: Omit<Inputs, 'runs' | 'syntax'>): Promise<void> {
  try {
    const syntax = await loadSyntax(grammarsOf(inputs.diff, needsCode));
    check({ ...inputs, runs: [], syntax });
  } catch {
    // The judgement that counts will say it.
  }
}
