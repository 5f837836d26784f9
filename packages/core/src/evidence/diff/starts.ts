import { type Draft, newDraft, SUBMODULE } from './draft.js';
import { nameOf, namesOfGitLine } from './paths.js';

/** The file that a line begins; 'none': it ends the one before and names none itself; null: it begins nothing. */
export function startOf(line: string, roots: readonly [string, string]): Draft | 'none' | null {
  switch (line.charCodeAt(0)) {
    case 100: // d
      return line.startsWith('diff -') ? ofDiff(line) : null;
    case 66: // B
      return line.startsWith('Binary files ') ? ofBinary(line) : null;
    case 79: // O
      return line.startsWith('Only in ') ? ofOnly(line, roots) : null;
    case 83: // S
      return line.startsWith('Submodule ') ? ofSubmodule(line) : null;
    case 73: // I: svn diff
      return line.startsWith('Index: ') ? 'none' : null;
    case 42: // *: git diff during a merge
      return line.startsWith('* Unmerged path ') ? { ...newDraft([line.slice(16), line.slice(16)]), cut: true } : null;
    default:
      return null;
  }
}

function ofDiff(line: string): Draft | 'none' {
  if (line.startsWith('diff --git ')) return newDraft(namesOfGitLine(line.slice(11)));
  const combined = /^diff --(?:cc|combined) /.exec(line);
  if (combined === null) return 'none'; // `diff -ru old/x new/x`: `---` and `+++` follow
  const name = nameOf(line.slice(combined[0].length));
  return newDraft([name, name]);
}

/** GNU `diff -r` names binary files so, without any header. */
function ofBinary(line: string): Draft | null {
  if (!line.endsWith(' differ')) return null;
  const both = line.slice(13, -7);
  const middle = both.indexOf(' and ');
  if (middle < 0) return null;
  return { ...newDraft(null), minus: nameOf(both.slice(0, middle)), plus: nameOf(both.slice(middle + 5)), binary: true };
}

/** GNU `diff -r` without -N: the file is there on one side, its content is not shown. */
function ofOnly(line: string, roots: readonly [string, string]): Draft | null {
  const colon = line.indexOf(': ');
  if (colon < 0) return null;
  const folder = line.slice(8, colon);
  const [old, now] = roots.map((root) => folder === root || folder.startsWith(`${root}/`));
  const root = old === true ? roots[0] : now === true ? roots[1] : '';
  const name = nameOf(`${folder}/${line.slice(colon + 2)}`.slice(root === '' ? 0 : root.length + 1));
  return { ...newDraft([name, name]), says: old === true ? 'deleted' : 'added', cut: true };
}

/** git diff --submodule=log */
function ofSubmodule(line: string): Draft | null {
  const match = /^Submodule (\S+) (?:[0-9a-f]{7,64}\.{2,3}[0-9a-f]{7,64}|contains )/.exec(line);
  if (match === null) return null;
  return { ...newDraft([match[1] ?? '', match[1] ?? '']), oldMode: SUBMODULE, newMode: SUBMODULE };
}
