import type { Out } from '../../../model/index.js';

/** Failed tests as the runner marks them while it runs. Told only when its summary counts no failure: else it names them better. */
export interface Crosses {
  /** Returns true, as the reducer that claims the line does. */
  hold(name: string, at: number, text: string, file?: string | null): true;
  /** The summary came, with so many failures. */
  close(out: Out, failed: number): void;
}

const LIMIT = 20;
const TEXT = 600;

export function holdCrosses(): Crosses {
  let held: { name: string; file: string | null; at: number; text: string }[] = [];
  return {
    hold(name, at, text, file = null) {
      if (held.length < LIMIT) held.push({ name: name.slice(0, TEXT), file, at, text: text.slice(0, TEXT) });
      return true;
    },
    close(out, failed) {
      if (failed === 0) for (const { name, file, at, text } of held) out.say({ kind: 'failure', name, file, line: null, from: at, text });
      held = [];
    },
  };
}

/** Says a row of progress marks that stood above a green summary and holds a failure. `red`: the marks of one, `row`: a whole row. */
export function sayRedRow(out: Out, before: readonly string[], row: RegExp, red: RegExp): void {
  const text = before.find((line) => row.test(line.trimEnd()) && red.test(line));
  if (text !== undefined) out.say({ kind: 'failure', name: `a mark of failure in \`${text.trim().slice(0, 80)}\``, file: null, line: null, text });
}
