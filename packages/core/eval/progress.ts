/** How far it is, on one line of a terminal; nothing where nobody watches. */
export function progressOn(screen: { readonly isTTY?: boolean; write(text: string): unknown }, env: NodeJS.ProcessEnv, total: number): { at(done: number): void; end(): void } {
  if (screen.isTTY !== true || (env['CI'] ?? '') !== '' || env['TERM'] === 'dumb') return { at: () => undefined, end: () => undefined };
  return { at: (done) => { screen.write(`\r\u001B[2K${done} of ${total} cases`); }, end: () => { screen.write('\r\u001B[2K'); } };
}
