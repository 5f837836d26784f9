import { type Block, blockAt, blockBefore } from './blocks.js';
import { type Box, EMPTY, NOT_CONFIGURED, type Prompt, readBoxes, readDiff, readFiles, taskOf } from './prompt.js';
import { checklistOf, type CommandRecord, readRecords } from './records.js';

export const TAGS = { body: 'untrusted_issue_content', comments: 'untrusted_issue_comments', logs: 'verification_logs_data', diff: 'workspace_diff_data' } as const;

const NO_COMMANDS = '(no verification commands configured)';
const NO_COMMENTS = '(none)';
const TITLE = /^# Issue(?: #\d{1,18})?(?::[ \t]*(.*))?$/m;
/** What begins a part of the prompt, and has no place behind its end. */
const SECTION = new RegExp(`^(?:<(?:${Object.values(TAGS).join('|')})>$|# (?:Issue|Builder result|Mechanical verification|Verification logs|Changed files|Diff|Decision rules)(?: |:|$))`, 'm');
/** The loop's last words are the answer that it wants, in a fence. */
const CLOSED = /\n`{3,}\s*$/;
const CLOSED_LENGTH = 100;
const BUILDER = '\n\n# Builder result\n\n';

/**
 * Reads a prompt with tagged blocks. The issue stands in front, where nobody has written yet, and is read forwards; the
 * evidence stands behind everything that others wrote, and is read backwards from the end. What lies between is the
 * builder's, whatever it looks like. A heading in a block, in the builder's text or in a log is never looked at.
 */
export function readTagged(text: string): Prompt {
  const faults: string[] = [];
  const evidence = evidenceIn(text, faults);
  const issue = issueIn(text, faults);
  const from = issue.end + BUILDER.length;
  const hasReport = text.startsWith(BUILDER, issue.end) && from <= evidence.start;
  if (!hasReport) faults.push('the builder result does not follow the issue');
  const { start: _start, ...rest } = evidence;
  return { ...EMPTY, layout: 'tagged', task: issue.task, comments: issue.comments, report: hasReport ? text.slice(from, evidence.start).trim() : '', ...rest, faults };
}

/** Title, body and comments, and where they end. */
function issueIn(text: string, faults: string[]): { task: string; comments: string; end: number } {
  const heading = TITLE.exec(text);
  const bodyAt = text.indexOf(`\n## Issue body\n<${TAGS.body}>\n`);
  const body = bodyAt < 0 ? null : blockAt(text, bodyAt + '\n## Issue body\n'.length, TAGS.body, 'text');
  if (heading === null || body === null || heading.index > bodyAt) {
    faults.push('the issue is not where it belongs');
    return { task: '', comments: '', end: 0 };
  }
  const task = taskOf(heading[1] ?? '', body.content);
  const lead = '\n\n## Existing comments\n\n';
  const comments = text.startsWith(lead, body.end) ? blockAt(text, body.end + lead.length, TAGS.comments, 'text') : null;
  if (comments === null) {
    faults.push('the comments do not follow the issue');
    return { task, comments: '', end: body.end };
  }
  return { task, comments: comments.content === NO_COMMENTS ? '' : comments.content, end: comments.end };
}

/** Everything from the checklist on; `start` is where that begins. */
function evidenceIn(text: string, faults: string[]): Pick<Prompt, 'diff' | 'truncated' | 'files' | 'records' | 'boxes' | 'log'> & { start: number } {
  const end = endOf(text, faults);
  const diff = blockUnder(text, end, '# Diff', TAGS.diff, 'diff');
  if (diff === null) faults.push('the diff is not where it belongs');
  const list = listBefore(text, diff?.headingAt ?? end);
  if (list === null) faults.push('the list of changed files is not where it belongs');
  const listAt = list?.headingAt ?? diff?.headingAt ?? end;
  const logs = blockUnder(text, listAt, '# Verification logs', TAGS.logs, 'markdown');
  const records = logs === null ? null : logs.content === NO_COMMANDS ? [] : readRecords(logs.content);
  if (logs === null) faults.push('the verification logs are not where they belong');
  else if (records === null) faults.push('the verification logs are no well-formed records');
  const logsAt = logs?.headingAt ?? headingBefore(text, listAt, '# Verification logs') ?? listAt;
  const log = logs?.content === NO_COMMANDS ? NOT_CONFIGURED : '';
  return { ...readDiff(diff?.content ?? ''), files: list?.files ?? [], records: records ?? [], log, ...checklistBefore(text, logsAt, records, faults) };
}

/** Where the evidence ends: the loop's rules and its last words stand behind it, and nothing else. */
function endOf(text: string, faults: string[]): number {
  const last = headingBefore(text, text.length, '# Final response');
  const rules = headingBefore(text, last ?? text.length, '# Decision rules');
  if (last === null || rules === null || !CLOSED.test(text.slice(-CLOSED_LENGTH))) faults.push('its end is missing');
  else if (SECTION.test(text.slice(rules + '\n\n# Decision rules'.length))) faults.push('something stands behind its end');
  return rules ?? text.trimEnd().length;
}

/** The block that ends at `end`, directly under its heading. */
function blockUnder(text: string, end: number, heading: string, tag: string, info: string): (Block & { headingAt: number }) | null {
  const block = blockBefore(text, end, tag, info);
  const lead = `\n\n${heading}\n\n`;
  const headingAt = (block?.start ?? 0) - lead.length;
  return block !== null && headingAt >= 0 && text.startsWith(lead, headingAt) ? { ...block, headingAt } : null;
}

function listBefore(text: string, end: number): { files: string[]; headingAt: number } | null {
  const headingAt = headingBefore(text, end, '# Changed files');
  if (headingAt === null) return null;
  const lines = text.slice(headingAt + '\n\n# Changed files\n\n'.length, end);
  return lines.split('\n').every((line) => line.startsWith('- ')) ? { files: readFiles(lines), headingAt } : null;
}

/** The checklist says what the records say, or it is not believed to be the loop's. */
function checklistBefore(text: string, end: number, records: readonly CommandRecord[] | null, faults: string[]): { boxes: Box[]; start: number } {
  const lead = '\n\n# Mechanical verification\n\n';
  if (records !== null) {
    const expected = records.length === 0 ? `- ${NOT_CONFIGURED}` : checklistOf(records);
    const start = end - lead.length - expected.length;
    if (start >= 0 && text.startsWith(`${lead}${expected}`, start)) return { boxes: records.map(({ command, passed }) => ({ command, ticked: passed })), start };
  }
  const start = headingBefore(text, end, '# Mechanical verification');
  faults.push(start === null ? 'the checklist is missing' : 'the checklist does not say what the records say');
  return start === null ? { boxes: [], start: end } : { boxes: readBoxes(text.slice(start + lead.length, end)).boxes, start };
}

/** The nearest such heading before `end`, with the blank line in front of it. */
function headingBefore(text: string, end: number, heading: string): number | null {
  const at = text.lastIndexOf(`\n\n${heading}\n\n`, end - 1);
  return at < 0 ? null : at;
}
