/** The longest line that is kept whole, in UTF-16 units; of a longer one the first and the last half. */
export const LINE_LIMIT = 4 << 20;

/**
 * Cuts pushed text into lines at `\n`; a line that spans chunks is handed over once. `dirty` says that the line may hold
 * escapes or carriage returns (told once per chunk: looking line by line costs more than the rest of the cut).
 * Memory is bounded by LINE_LIMIT.
 */
export function cutLines(onLine: (line: string, dirty: boolean) => void): { write(chunk: string): void; end(): void } {
  let rest = '';
  let restDirty = false;
  const keep = (text: string, dirty: boolean) => {
    rest = text.length <= LINE_LIMIT ? text : `${text.slice(0, LINE_LIMIT / 2)}${text.slice(-LINE_LIMIT / 2)}`;
    restDirty = dirty;
  };
  return {
    write(chunk) {
      const dirty = chunk.includes('\u001B') || chunk.includes('\r') || chunk.includes('\u009B');
      let from = 0;
      let to = chunk.indexOf('\n');
      if (to < 0) {
        keep(rest + chunk, dirty || restDirty);
        return;
      }
      if (rest !== '') {
        const line = rest + chunk.slice(0, to);
        rest = '';
        onLine(line, dirty || restDirty);
        from = to + 1;
        to = chunk.indexOf('\n', from);
      }
      while (to >= 0) {
        onLine(chunk.slice(from, to), dirty);
        from = to + 1;
        to = chunk.indexOf('\n', from);
      }
      if (from < chunk.length) keep(chunk.slice(from), dirty);
      else restDirty = false;
    },
    end() {
      const line = rest;
      rest = '';
      if (line !== '') onLine(line, restDirty);
    },
  };
}
