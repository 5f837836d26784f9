import type { Out, Recognizer, Reducer, Said } from '../../model/index.js';
import type { FactStore } from './facts.js';
import { readTick } from './ticks.js';

interface Active {
  readonly recognizer: Recognizer;
  readonly reducer: Reducer;
  readonly out: Out;
  /** Lines that it has refused since it opened, as long as it claimed none. */
  refused: number;
}

const IDLE = 20_000;
const CLAIMED = -1;

/** One stream of lines inside a log: the log itself, or what one package of a monorepo printed behind its prefix. */
export interface Lane {
  /** Offers the line to the tools that are open here; false when nobody owns it. */
  offer(text: string, at: number): boolean;
  /** Opens the tools whose mark stands in the line, and offers it to them. */
  open(recognizers: readonly Recognizer[], text: string, at: number): boolean;
  /** Takes a loose `✔ name` or `✖ name` line. */
  tick(text: string, at: number): boolean;
  end(): void;
}

/** `ticks` is the name under which loose ticks are stored until a tool adopts them; `adopt` says who did. */
export function openLane(store: FactStore, ticks: string, adopt: (tool: string) => void, before: () => readonly string[]): Lane {
  const active: Active[] = [];
  let owner = 0;
  let line = '';
  let lineAt = 0;
  let spoken = 0; // facts that were said

  const outFor = (tool: string): Out => ({
    passed(name) {
      spoken += 1;
      store.name(name);
      store.fold(tool, 'passed', lineAt, line);
    },
    say(fact) {
      spoken += 1;
      store.add(signed(fact, tool, line, lineAt));
    },
  });

  const offerTo = (one: Active): boolean => {
    const { recognizer, reducer, out } = one;
    const silent = spoken;
    if (!reducer.read(line, lineAt, out)) {
      if (one.refused >= 0) one.refused += 1;
      return false;
    }
    one.refused = CLAIMED;
    // A mark inside a test name opens a tool; only one that claims a line is really there.
    if (recognizer.adoptsTicks) adopt(recognizer.tool);
    if (spoken === silent) store.fold(recognizer.tool, 'noise', lineAt, line);
    return true;
  };

  // Opened by a mark in somebody else's line; its next mark opens it anew.
  const closeIdle = () => {
    const idle = active.findIndex(({ refused }) => refused > IDLE);
    if (idle < 0) return;
    active.splice(idle, 1);
    owner = 0;
  };

  return {
    offer(text, at) {
      if (active.length === 0) return false;
      line = text;
      lineAt = at;
      const last = active[owner];
      if (last && offerTo(last)) return true;
      for (let index = 0; index < active.length; index += 1) {
        const candidate = active[index];
        if (index === owner || !candidate || !offerTo(candidate)) continue;
        owner = index;
        return true;
      }
      closeIdle();
      return false;
    },
    open(recognizers, text, at) {
      line = text;
      lineAt = at;
      let claimed = false;
      for (const recognizer of recognizers) {
        if (active.some((one) => one.recognizer === recognizer)) continue;
        const opened = { recognizer, reducer: recognizer.open(before), out: outFor(recognizer.tool), refused: 0 };
        active.push(opened);
        if (claimed || !offerTo(opened)) continue;
        claimed = true;
        owner = active.length - 1;
      }
      return claimed;
    },
    tick(text, at) {
      const tick = readTick(text);
      if (!tick) return false;
      if (tick.passed) {
        store.name(tick.name);
        store.fold(ticks, 'passed', at, text);
      } else {
        store.add(signed({ kind: 'failure', name: tick.name, file: null, line: null }, ticks, text, at));
      }
      return true;
    },
    end() {
      line = '';
      for (const { reducer, out } of active) reducer.end(out);
    },
  };
}

const signed = ({ text, from, ...said }: Said, tool: string, line: string, at: number) =>
  ({ ...said, tool, span: [from ?? at, at] as const, count: 1, text: (text ?? line).trim() });
