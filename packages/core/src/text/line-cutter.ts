/** The longest line that is kept whole, in UTF-16 units; of a longer one the first and the last half. */
export const LINE_LIMIT = 4 << 20;

/** What a line may hold, a bit each: escapes, carriage returns, control sequences of one character (U+009B). */
export const ESCAPED = 1;
export const RETURNED = 2;
export const CONTROLLED = 4;

/** `line` stands in `within` at `from`: what is said of the whole text once need not be asked line by line. */
export type OnLine = (line: string, dirt: number, within: string, from: number) => void;

/**
 * Cuts pushed text into lines at `\n`; a line that spans chunks is handed over once. `dirt` says
 * what the line may hold (told once per chunk: looking line by line costs more than the rest of the cut).
 * Memory is bounded by LINE_LIMIT.
 */
export function cutLines(onLine: OnLine): { write(chunk: string): void; end(): void } {
  let rest = '';
  let restDirt = 0;
  const keep = (text: string, dirt: number) => {
    rest = text.length <= LINE_LIMIT ? text : `${text.slice(0, LINE_LIMIT / 2)}${text.slice(-LINE_LIMIT / 2)}`;
    restDirt = dirt;
  };
  return {
    write(chunk) {
      const dirt = (chunk.includes('\u001B') ? ESCAPED : 0) | (chunk.includes('\u009B') ? CONTROLLED : 0) | (chunk.includes('\r') ? RETURNED : 0);
      let from = 0;
      let to = chunk.indexOf('\n');
      if (to < 0) {
        keep(rest + chunk, dirt | restDirt);
        return;
      }
      if (rest !== '') {
        const line = rest + chunk.slice(0, to);
        rest = '';
        onLine(line, dirt | restDirt, line, 0);
        from = to + 1;
        to = chunk.indexOf('\n', from);
      }
      while (to >= 0) {
        onLine(chunk.slice(from, to), dirt, chunk, from);
        from = to + 1;
        to = chunk.indexOf('\n', from);
      }
      if (from < chunk.length) keep(chunk.slice(from), dirt);
      else restDirt = 0;
    },
    end() {
      const line = rest;
      rest = '';
      if (line !== '') onLine(line, restDirt, line, 0);
    },
  };
}
