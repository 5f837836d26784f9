import type { DiffFile } from '../model/index.js';
import { readsCode } from './integrity/anchors.js';
import { isAnchored } from './risk/telling.js';

/** Whether some rule has to tell code from comments and strings in this file. Decides which grammars are loaded at all. */
export const needsCode = (file: DiffFile): boolean => isAnchored(file) || readsCode(file);
