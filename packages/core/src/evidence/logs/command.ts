import type { Worth } from '../../model/index.js';
import { commandSays } from './shell/says.js';
import type { Says } from './shell/simple.js';

const WORTH: Record<Says, Worth> = { check: 'check', masked: 'masked', chore: 'check', empty: 'permissive', shows: 'permissive', true: 'trivial', fails: 'trivial', same: 'trivial' };
/** Of a longer command nobody reads more. */
const LIMIT = 100_000;

/** What exit 0 of this command says. */
export const worthOf = (command: string | null): Worth => (command === null ? 'check' : WORTH[commandSays(command.slice(0, LIMIT))]);
