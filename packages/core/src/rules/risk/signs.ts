import type { DiffLine, DiffModel } from '../../model/index.js';
import { isMoved } from '../moved.js';
import type { Hit } from './define-risk.js';
import { isMatch } from './needles.js';
import { isWholeRemoval } from './symbols.js';
import { type Changed, type View, withStrings } from './view.js';

/** What one changed line can show by itself. */
export interface Sign {
  /** What the change does, in the third person: `switches certificate checks off`. */
  readonly says: string;
  /** An added line that matches does it, unless as many removed lines of the file match too: it was there before. */
  readonly added?: RegExp;
  /** A removed line that matches does it, unless an added line of the file still matches `kept`, or this itself. */
  readonly removed?: RegExp;
  readonly kept?: RegExp;
  /** The same line must not match this. */
  readonly unless?: RegExp;
  /** Which files, by path. */
  readonly files?: RegExp;
  /** `code`: without strings. Default: without comments, strings kept. */
  readonly on?: 'code' | 'strings';
  readonly effect?: 'warn';
  readonly uncoverable?: boolean;
}

/** Every sign on every changed line; a line that only moved shows nothing. */
export function* hitsOfSigns(signs: readonly Sign[], anchored: readonly Changed[], view: View, diff: DiffModel): Iterable<Hit> {
  for (const sign of signs) {
    if (sign.files && !sign.files.test(view.file.path)) continue;
    yield* hitsOf(sign, anchored, view, diff);
  }
}

function* hitsOf(sign: Sign, anchored: readonly Changed[], view: View, diff: DiffModel): Iterable<Hit> {
  const side = sign.added ? 'added' : 'removed';
  const pattern = sign.added ?? sign.removed;
  if (!pattern) return;
  const matches = (line: DiffLine, by: RegExp) => {
    const text = sign.on === 'code' ? line.code : withStrings(line, view.file);
    return isMatch(by, text) && !sign.unless?.test(text);
  };
  const here = anchored.filter(({ line }) => line.side === side && matches(line, pattern));
  if (here.length === 0) return;
  const opposite = sign.kept ?? pattern;
  let known = view.changed.filter(({ line }) => line.side !== side && matches(line, opposite)).length;
  for (const change of here) {
    if (known > 0) {
      known -= 1;
      continue;
    }
    if (isMoved(change.line, diff) || (side === 'removed' && isWholeRemoval(change, view.file))) continue;
    yield { change, says: sign.says, ...(sign.effect ? { effect: sign.effect } : {}), ...(sign.uncoverable ? { uncoverable: true } : {}) };
  }
}
