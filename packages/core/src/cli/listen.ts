const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const;

/** Listens for the signals that ask verifier to end. The first raises `signal`; a second one ends at once. */
export interface Interrupt {
  readonly signal: AbortSignal;
  /** The signal that came, or null. */
  came(): NodeJS.Signals | null;
  release(): void;
}

export function listenForInterrupt(): Interrupt {
  const controller = new AbortController();
  let first: NodeJS.Signals | null = null;
  const hear = (signal: NodeJS.Signals) => {
    if (first !== null) process.exit(2); // what runs is killed on the way out
    first = signal;
    controller.abort();
  };
  for (const signal of SIGNALS) process.on(signal, hear);
  return {
    signal: controller.signal,
    came: () => first,
    release: () => { for (const signal of SIGNALS) process.off(signal, hear); },
  };
}
