import type { Grammar, Syntax } from '../model/index.js';

const NONE: Syntax = { read: () => 'no-grammar' };

/** Reads these languages by their grammars. Without any nothing is loaded. `isBrief`: little text is to be looked at; null: V8's flags are somebody else's. */
export async function loadSyntax(languages: Iterable<Grammar>, { isBrief = false }: { readonly isBrief?: boolean | null } = {}): Promise<Syntax> {
  const wanted = new Set(languages);
  if (wanted.size === 0) return NONE;
  const { openSyntax } = await import('./syntax/engine.js');
  return openSyntax(wanted, isBrief);
}
