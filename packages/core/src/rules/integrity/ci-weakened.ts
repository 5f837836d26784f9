import type { DiffFile, Evidence, Rule } from '../../model/index.js';
import { checkIn, commandOf, runsCheck } from './checks.js';
import { clean } from './explain.js';
import { found, type Place } from './finding.js';
import { addedIn, type At, counterparts, isAskedBy, isComment, isMoved, removedIn, sideText } from './lines.js';

// GitHub, GitLab, CircleCI, Azure, Jenkins, Travis.
const OPTIONAL = /^\s*(?:-\s+)?(?:continue-on-error\s*:\s*(?!["']?(?:false|\$\{\{\s*matrix))\S|allow_failure\s*:\s*(?!false)\S|continueOnError\s*:\s*true|soft_fail\s*:\s*true|failure\s*:\s*ignore)/;
const NEVER = /^\s*(?:-\s+)?if\s*:\s*["']?(?:\$\{\{\s*)?(?:false|!\s*always\(\)|github\.actor\s*==\s*['"]nobody|0\b|['"]{2})|^\s*(?:-\s+)?when\s*:\s*["']?(?:never|manual)\b|^\s*enabled\s*:\s*["']?false|^\s*condition\s*:\s*["']?false/;
const CATCH = /\bcatchError\s*\(|\bwarnError\s*\(|\bunstable\s*\(/;

export const rule: Rule = {
  id: 'integrity/ci-weakened',
  docs: {
    title: 'The pipeline checks less, or its failure does not count',
    why: 'A check that is optional, removed or never started cannot stop a bad change.',
    fix: 'Restore the step, and let its failure fail the job.',
    since: '0.1.0',
  },
  *check(evidence) {
    for (const file of evidence.diff.files) {
      if (file.role !== 'ci' || file.change === 'added') continue;
      yield* optionalIn(file, evidence);
      const lost = lostIn(file, evidence);
      const [first] = lost;
      if (first !== undefined) yield found(isCovered(file, evidence) ? 'warn' : 'block', `The CI workflow ${file.path} ${file.change === 'deleted' ? 'was deleted with' : 'no longer runs'} the check \`${clean(commandOf(first), 70)}\` (line ${first.line.at})${lost.length > 1 ? ` and ${lost.length - 1} more` : ''}: the step or job was removed. Restore it`, lost.map(placeOf));
      const needs = removedIn(file).find((at) => /^\s*needs\s*:/.test(at.line.text) && !counterparts(at).some(({ text }) => /^\s*needs\s*:/.test(text)) && !isMoved(at, evidence.diff) && !isJobRemoved(at));
      if (needs !== undefined) yield found('block', `A job in the CI workflow ${file.path}:${needs.line.at} does not wait for the checks any more (\`${clean(needs.line.text)}\` was removed), so their failure stops nothing. Restore it`, [placeOf(needs)]);
    }
  },
};

const placeOf = ({ file, line }: At): Place => ({ file, line });

function* optionalIn(file: DiffFile, evidence: Evidence): Generator<ReturnType<typeof found>> {
  for (const at of addedIn(file)) {
    if (isComment(at.line) || isMoved(at, evidence.diff)) continue;
    const isOff = NEVER.test(at.line.text);
    if (!isOff && !OPTIONAL.test(at.line.text) && !CATCH.test(at.line.text)) continue;
    if (isInNewBlock(at) || counterparts(at).some(({ text }) => OPTIONAL.test(text) || NEVER.test(text))) continue;
    const block = blockOf(at);
    const isCheck = block.some((text) => runsCheck(text)) || /test|lint|check|type|verify|audit|scan|cover/i.test(`${block.join('\n')} ${file.path}`);
    yield found(isCheck ? 'block' : 'warn', `A step or job of the CI workflow ${file.path}:${at.line.at} ${isOff ? 'is never run any more' : 'was made optional, so that its failure does not count'} (\`${clean(at.line.text)}\`). Take that away, so that the check can fail the pipeline`, [placeOf(at)]);
    return;
  }
}

/** The step or the job that holds it is new itself. */
function isInNewBlock({ file, hunk, index, line }: At): boolean {
  const lines = file.hunks[hunk]?.lines ?? [];
  const indent = indentOf(line.text) + (/^\s*-\s/.test(line.text) ? 0 : 0);
  if (/^\s*-\s/.test(line.text)) return true;
  for (let at = index - 1; at >= 0; at -= 1) {
    const one = lines[at];
    if (one === undefined || one.side === 'removed' || one.text.trim() === '') continue;
    if (indentOf(one.text) < indent) return one.side === 'added';
  }
  return false;
}

/** The lines of that step or job. */
function blockOf({ file, hunk, index, line }: At): string[] {
  const lines = file.hunks[hunk]?.lines ?? [];
  const indent = indentOf(line.text);
  const texts: string[] = [line.text];
  for (let at = index - 1; at >= 0; at -= 1) {
    const one = lines[at];
    if (one === undefined || one.side === 'removed') continue;
    texts.push(one.text);
    if (one.text.trim() !== '' && indentOf(one.text) < indent) break;
  }
  for (let at = index + 1; at < lines.length; at += 1) {
    const one = lines[at];
    if (one === undefined || one.side === 'removed') continue;
    if (one.text.trim() !== '' && indentOf(one.text) < indent) break;
    texts.push(one.text);
  }
  return texts;
}

/** Checks that stand nowhere in the change any more. */
function lostIn(file: DiffFile, { diff }: Evidence): At[] {
  const now = diff.files.filter(({ role, path, language }) => role === 'ci' || role === 'config' || language === 'bash' || /makefile$/i.test(path)).map((other) => sideText(other, 'now')).join('\n');
  return removedIn(file).filter((at) => {
    const command = commandOf(at);
    if (isComment(at.line) || !runsCheck(command) || /^\s*(?:-\s+)?(?:name|uses|key|path|paths|restore-keys|image|description|label)\s*:/.test(at.line.text) || isMoved(at, diff)) return false;
    const tool = checkIn(command);
    return tool !== null && !holdsCheck(now, tool) && !counterparts(at).some(({ text }) => runsCheck(text) || /\.sh\b|\bmake \w|\brun \w|uses:\s*\.\/|\b(?:just|task|tox|nox|hatch|poe|mage|earthly|bazel|nx|turbo) /.test(text));
  });
}

function holdsCheck(text: string, tool: string): boolean {
  return text.split('\n').some((line) => !/^\s*(?:#|(?:-\s+)?(?:name|uses|key)\s*:)/.test(line) && checkIn(line) === tool);
}

/** Other pipelines came in its place, or the task speaks of it. */
function isCovered(file: DiffFile, evidence: Evidence): boolean {
  const added = evidence.diff.files.some((other) => other !== file && other.role === 'ci' && addedIn(other).some((at) => runsCheck(at.line.text) || /uses\s*:\s*\S+\.ya?ml/.test(at.line.text)));
  const asked = isAskedBy(evidence, /\b(?:remov|delet|drop|replac|migrat|mov|retir|disabl)\w*\b.{0,60}\b(?:ci|workflow|pipeline|job|step|travis|circleci|actions|jenkins|gitlab|appveyor|check)\b/i);
  return added || asked || addedIn(file).some((at) => /^\s*(?:-\s+)?uses\s*:\s*(?:\.\/|\S+\.ya?ml)/.test(at.line.text));
}

/** The job that waited is gone as well. */
function isJobRemoved({ file, hunk, index, line }: At): boolean {
  const lines = file.hunks[hunk]?.lines ?? [];
  for (let at = index - 1; at >= 0; at -= 1) {
    const one = lines[at];
    if (one !== undefined && one.side !== 'added' && one.text.trim() !== '' && indentOf(one.text) < indentOf(line.text)) return one.side === 'removed';
  }
  return file.change === 'deleted';
}

const indentOf = (text: string): number => text.length - text.trimStart().length;
