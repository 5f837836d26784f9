/** Text is held back to the last line break, and at most this many characters of one line. */
const HELD = 1 << 20;

/** Redacts a text that arrives in pieces and hands on whole lines. */
export function lineStream(sink: (text: string) => void, redactText: (text: string) => string): { write(chunk: string): void; end(): void } {
  let held = '';
  const hand = (upTo: number): void => {
    if (upTo > 0) sink(redactText(held.slice(0, upTo)));
    held = held.slice(upTo);
  };
  return {
    write(chunk) {
      held += chunk;
      if (held.length >= HELD) hand(held.lastIndexOf('\n') + 1 || held.length);
    },
    end() {
      hand(held.length);
    },
  };
}
