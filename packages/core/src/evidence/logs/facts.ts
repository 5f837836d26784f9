import type { LogFact, LogKind } from '../../model/index.js';

const HEAD = 200;
const TAIL = 20;
/** Names of passed checks that are kept, in UTF-16 units. */
const NAMES = 4 << 20;
/** A quoted line is kept up to this length, in UTF-16 units. */
const TEXT = 600;

interface Slot {
  readonly kind: LogKind;
  readonly head: LogFact[];
  /** A ring of the last ones, not copied yet. */
  readonly tail: LogFact[];
  count: number;
}

/** Keeps of each kind of fact the first 200 and the last 20, folds neighbours, and counts the rest. Red and green are kinds of their own. */
export class FactStore {
  readonly #slots = new Map<string, Slot>();
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
    const key = keyOf(fact);
    let slot = this.#slots.get(key);
    if (!slot) this.#slots.set(key, (slot = { kind: fact.kind, head: [], tail: [], count: 0 }));
    slot.count += 1;
    if (slot.head.length < HEAD) slot.head.push(copied(fact));
    else {
      const place = (slot.count - HEAD - 1) % TAIL;
      slot.tail[place] = summed(fact, slot.tail[place]);
    }
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
    for (const { kind, head, tail, count } of this.#slots.values()) {
      facts.push(...head, ...tail.map(copied));
      const lost = count - head.length - tail.length;
      if (lost > 0) omitted[kind] = (omitted[kind] ?? 0) + lost;
    }
    facts.sort((a, b) => a.span[0] - b.span[0] || a.span[1] - b.span[1]);
    return { facts, omitted, passed: { names: this.#names, count: this.#passed, cut: this.#cut } };
  }
}

// What decides a verdict is never pushed out by what does not.
function keyOf(fact: LogFact): string {
  switch (fact.kind) {
    case 'totals':
      return `totals ${fact.failed > 0 ? 'red' : 'green'} ${fact.tool}`;
    case 'closed':
      return `closed ${fact.ok ? 'green' : 'red'}`;
    case 'diagnostic':
      return `diagnostic ${fact.level}`;
    case 'soft':
      return `soft ${fact.what} ${fact.tool}`;
    default:
      return fact.kind;
  }
}

// Numbers of facts that fall out of the ring go on in the one that takes their place.
function summed(fact: LogFact, before: LogFact | undefined): LogFact {
  if (before?.kind === 'soft' && fact.kind === 'soft') return { ...fact, amount: fact.amount + before.amount };
  if (before?.kind === 'totals' && fact.kind === 'totals') {
    return { ...fact, passed: fact.passed + before.passed, failed: fact.failed + before.failed, skipped: fact.skipped + before.skipped };
  }
  return fact;
}

const copied = (fact: LogFact): LogFact => ({ ...fact, text: copyOf(fact.text.slice(0, TEXT)) });

const copyOf = (text: string): string => (text.length < 13 ? text : ` ${text}`.slice(1));
