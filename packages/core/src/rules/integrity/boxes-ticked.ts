import type { Evidence, Rule } from '../../model/index.js';
import { clean, count } from './explain.js';
import { found } from './finding.js';
import { addedIn, type At, removedIn } from './lines.js';

const DONE = /^\s*[-*+]\s*\[[xX]\]\s+(.*)$/;
const OPEN = /^\s*[-*+]\s*\[ \]\s+(.*)$/;

export const rule: Rule = {
  id: 'integrity/boxes-ticked',
  docs: {
    title: 'Acceptance was ticked without a change that does it',
    why: 'A box says that something is done. What it names appears nowhere in the code or tests of the change.',
    fix: 'Do what the box says, or leave it open.',
    since: '0.1.0',
  },
  *check(evidence) {
    const ticked = evidence.diff.files.filter(({ language, role }) => language === 'markdown' || role === 'docs').flatMap((file) => addedIn(file).filter((at) => isTicked(at)));
    const empty = ticked.filter((at) => isUnfounded(at, evidence));
    const [first] = empty;
    if (first === undefined || (ticked.length === 1 && !hasNames(first))) return;
    yield found('warn', `${count(empty.length, 'acceptance box was', 'acceptance boxes were')} ticked (checked off) in ${first.file.path}:${first.line.at} without a change that does it: \`${clean(DONE.exec(first.line.text)?.[1] ?? '', 70)}\`. Do it, or leave the box open`, empty.map(({ file, line }) => ({ file, line })));
  },
};

/** The same box was open before. */
function isTicked({ file, line }: At): boolean {
  const text = DONE.exec(line.text)?.[1]?.trim();
  return text !== undefined && removedIn(file).some((old) => OPEN.exec(old.line.text)?.[1]?.trim() === text);
}

const namesIn = ({ line }: At): string[] => [...line.text.matchAll(/`([^`\n]{2,80})`/g)].map((match) => (match[1] ?? '').replace(/\(.*$/, '').replace(/^.*[.#:/\s](?=\w)/, ''));
const hasNames = (at: At): boolean => namesIn(at).length > 0;

/** What it names stands on no added line of code, and the change has no code at all where it names nothing. */
function isUnfounded(at: At, { diff }: Evidence): boolean {
  const code = diff.files.filter(({ role }) => role !== 'docs' && role !== 'lockfile');
  const names = namesIn(at).filter((name) => name.length > 1);
  if (names.length === 0) return code.every((file) => addedIn(file).length === 0);
  return names.every((name) => !code.some((file) => file.path.includes(name) || addedIn(file).some(({ line }) => line.text.includes(name)) || removedIn(file).some(({ line }) => line.text.includes(name)) || file.hunks.some(({ section, lines }) => section.includes(name) || (lines.some(({ text }) => text.includes(name)) && addedIn(file).length > 0))));
}
