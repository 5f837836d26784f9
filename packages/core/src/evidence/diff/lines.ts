/** Cuts pushed chunks into lines, without their break (\n or \r\n). A line may span any number of chunks. */
export function openLines(take: (line: string) => void): { write(chunk: string): void; close(): void } {
  let tail = '';
  let first = true;
  const give = (line: string): void => {
    let text = line.endsWith('\r') ? line.slice(0, -1) : line;
    if (first && text.startsWith('\uFEFF')) text = text.slice(1);
    first = false;
    // git --color starts every line that is not context with an escape; content never stands there.
    take(text.startsWith('\u001B[') ? text.replace(COLOUR, '') : text);
  };
  return {
    write(chunk) {
      let from = 0;
      for (let end = chunk.indexOf('\n'); end >= 0; end = chunk.indexOf('\n', from)) {
        give(tail === '' ? chunk.slice(from, end) : tail + chunk.slice(from, end));
        tail = '';
        from = end + 1;
      }
      if (from < chunk.length) tail += chunk.slice(from);
    },
    close() {
      if (tail !== '') give(tail);
      tail = '';
    },
  };
}

// eslint's no-control-regex is about accidents; these are the SGR sequences of git 2.x.
const COLOUR = new RegExp('\u001B\\[[0-9;]{0,32}[mK]', 'g');
