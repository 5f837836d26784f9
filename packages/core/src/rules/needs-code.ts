import type { DiffFile } from '../model/index.js';
import { mayTouchTests } from './integrity/anchors.js';
import { isAnchored } from './risk/anchors.js';

/** Whether some rule has to tell code from comments and strings in this file. Decides which grammars are loaded at all. */
export const needsCode = (file: DiffFile): boolean => isAnchored(file) || mayTouchTests(file);
