import { type Draft, SUBMODULE } from './draft.js';
import { nameOf } from './paths.js';

/** Reads one line between a file's first line and its first hunk: git's extended headers (gitformat-patch, git 2.x). */
export function readsHeader(line: string, draft: Draft): 'yes' | 'no' | 'binary' {
  if (line.startsWith('GIT binary patch')) {
    draft.binary = true;
    return 'binary';
  }
  if (line.startsWith('Binary files ') && line.endsWith(' differ')) {
    draft.binary = true;
    return 'yes';
  }
  if (draft.newMode === SUBMODULE && /^ {2}[<>] /.test(line)) return 'yes'; // its commits, by diff.submodule=log
  for (const [start, read] of HEADERS) {
    if (!line.startsWith(start)) continue;
    read(draft, line.slice(start.length));
    return 'yes';
  }
  return 'no';
}

const HEADERS: readonly (readonly [start: string, read: (draft: Draft, rest: string) => void])[] = [
  ['index ', readIndex],
  ['old mode ', (draft, rest) => { draft.oldMode = rest.trim(); }],
  ['new mode ', (draft, rest) => { draft.newMode = rest.trim(); }],
  ['new file mode ', (draft, rest) => { draft.says = 'added'; draft.newMode = rest.trim(); }],
  ['deleted file mode ', (draft, rest) => { draft.says = 'deleted'; draft.oldMode = rest.trim(); }],
  ['similarity index ', (draft, rest) => { draft.similarity = Number.parseInt(rest, 10); }],
  ['dissimilarity index ', () => undefined],
  ['rename from ', (draft, rest) => { draft.says = 'renamed'; draft.from = nameOf(rest); }],
  ['rename to ', (draft, rest) => { draft.says = 'renamed'; draft.to = nameOf(rest); }],
  ['copy from ', (draft, rest) => { draft.says = 'copied'; draft.from = nameOf(rest); }],
  ['copy to ', (draft, rest) => { draft.says = 'copied'; draft.to = nameOf(rest); }],
];

// The blob of an empty file, in SHA-1 and SHA-256 repositories.
const EMPTY = /^(?:e69de29|473a0f4|0+$)/;

/** `index 83db48f..bf2a1c3 100644`: a mode here is one that did not change. */
function readIndex(draft: Draft, rest: string): void {
  const match = /^([0-9a-f]{4,64})\.\.([0-9a-f]{4,64})(?: (\d{6}))?$/.exec(rest.trim());
  if (match === null) return;
  draft.empty = EMPTY.test(match[1] ?? '') && EMPTY.test(match[2] ?? '');
  if (match[3] !== undefined) {
    draft.oldMode = match[3];
    draft.newMode = match[3];
  }
}
