import type { DiffFile } from '../../model/index.js';

const SWITCH = /skip|only|xit|xdescribe|xtest|fit|fdescribe|todo|ignore|disabled|pending|xfail|expectedfailure|fixme/i;

/** Whether a changed line of a test file holds a word that may switch a test off. */
export const mayTouchTests = (file: DiffFile): boolean =>
  file.role === 'test' && file.hunks.some(({ lines }) => lines.some(({ side, text }) => side === 'added' && SWITCH.test(text)));
