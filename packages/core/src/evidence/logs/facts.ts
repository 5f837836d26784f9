import type { LogFact, LogKind } from '../../model/index.js';

const HEAD = 200;
const TAIL = 20;
/** Names of passed checks that are kept, in UTF-16 units. */
const NAMES = 4 << 20;
/** A quoted line is kept up to this length, in UTF-16 units. */
const TEXT = 600;

/** Keeps of each kind of fact the first 200 and the last 20, folds neighbours, and counts the rest. */
export class FactStore {
  readonly #kept = new Map<LogKind, { head: LogFact[]; tail: LogFact[]; count: number }>();
  readonly #names: string[] = [];
  #nameLength = 0;
  #cut = false;
  #passed = 0;
  #open: { tool: string; kind: 'passed' | 'noise'; from: number; to: number; count: number; text: string } | null = null;

  /** A line that passed or says nothing; neighbours of one tool become one fact. */
  fold(tool: string, kind: 'passed' | 'noise', at: number, text: string): void {
    const open = this.#open;
    if (open && open.kind === kind && open.tool === tool && at <= open.to + 1) {
      open.to = at;
      open.count += 1;
      return;
    }
    this.flush();
    this.#open = { tool, kind, from: at, to: at, count: 1, text };
  }

  /** The name of a check that passed, for the rules that look for cover. */
  name(name: string): void {
    this.#passed += 1;
    if (this.#nameLength + name.length > NAMES) {
      this.#cut = true;
      return;
    }
    this.#nameLength += name.length;
    // A slice keeps its whole chunk alive; a copy does not.
    this.#names.push(copyOf(name));
  }

  hasPassed(): boolean {
    return this.#passed > 0;
  }

  add(fact: LogFact): void {
    this.flush();
    let slot = this.#kept.get(fact.kind);
    if (!slot) this.#kept.set(fact.kind, (slot = { head: [], tail: [], count: 0 }));
    slot.count += 1;
    const kept = { ...fact, text: copyOf(fact.text.slice(0, TEXT)) };
    if (slot.head.length < HEAD) slot.head.push(kept);
    else slot.tail[(slot.count - HEAD - 1) % TAIL] = kept;
  }

  flush(): void {
    const open = this.#open;
    if (!open) return;
    this.#open = null;
    this.add({ tool: open.tool, kind: open.kind, span: [open.from, open.to], count: open.count, text: open.text.trim() });
  }

  /** Everything in line order. Facts of one line keep the order in which they were said. */
  close(): { facts: LogFact[]; omitted: Partial<Record<LogKind, number>>; passed: { names: string[]; count: number; cut: boolean } } {
    this.flush();
    const facts: LogFact[] = [];
    const omitted: Partial<Record<LogKind, number>> = {};
    for (const [kind, { head, tail, count }] of this.#kept) {
      facts.push(...head, ...tail);
      const lost = count - head.length - tail.length;
      if (lost > 0) omitted[kind] = lost;
    }
    facts.sort((a, b) => a.span[0] - b.span[0] || a.span[1] - b.span[1]);
    return { facts, omitted, passed: { names: this.#names, count: this.#passed, cut: this.#cut } };
  }
}

const copyOf = (text: string): string => (text.length < 13 ? text : ` ${text}`.slice(1));
