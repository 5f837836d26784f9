import type { Effect, Finding, Reporter } from '../model/index.js';
import { shown } from '../text/shown.js';
import { factsOf, WORDS } from './words.js';

const SECTIONS = {
  block: 'Must fix',
  blind: 'Missing',
  ask: 'Missing',
  warn: 'For the reviewer',
  note: 'Notes',
} as const satisfies Record<Effect, string>;

export const reporter: Reporter = {
  id: 'markdown',
  docs: { title: 'Markdown', why: 'The report for a pull request, and `report.md` of a run.', fix: '`--markdown` prints it.', since: '0.1.0' },
  render(judgement) {
    const { verdict, findings } = judgement;
    const parts = [`# ${WORDS[verdict.verdict].title}`, verdict.summary, `\`${factsOf(judgement)}\``];
    for (const section of new Set(Object.values(SECTIONS))) {
      const own = findings.filter(({ effect }) => SECTIONS[effect] === section);
      if (own.length > 0) parts.push(`## ${section}`, own.map(itemOf).join('\n\n'));
    }
    const { run } = verdict;
    if (run) {
      parts.push('## Checks', run.verify_commands.length === 0 ? 'No verification command was run.' : run.verify_commands.map((command) => `- ${inline(command.command)}: ${command.timed_out ? 'timed out' : command.signal ?? `exit code ${command.exit_code ?? 'unknown'}`}, ${command.duration_ms} ms`).join('\n'));
      parts.push('## Change', `${run.changed_files.length} changed ${run.changed_files.length === 1 ? 'file' : 'files'} against ${inline(run.base_ref)} at ${inline(run.head_ref)}.`);
      parts.push(run.changed_files.slice(0, 50).map((file) => `- ${inline(file)}`).concat(run.changed_files.length > 50 ? [`- and ${run.changed_files.length - 50} more`] : []).join('\n'));
      parts.push('## Evidence', (verdict.evidence ?? []).map(({ id, path, summary }) => `- ${id} ${inline(path)}: ${summary}`).join('\n'));
    }
    return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
  },
};

const itemOf = ({ message, rule, evidence }: Finding): string => `- ${escaped(shown(message))} \`[${rule}]\`${evidence === undefined || evidence.trim() === '' ? '' : `\n\n${fenced(evidence.trimEnd())}`}`;

/** A quoted text cannot end its own fence: the fence is longer than any run of backticks in it. */
const fenced = (text: string): string => {
  const fence = '`'.repeat(Math.max(3, longestRun(text) + 1));
  return [fence, ...text.split('\n').map(shown), fence].map((line) => `  ${line}`).join('\n');
};

const inline = (text: string): string => {
  const line = shown(text).replaceAll('\t', ' ');
  const fence = '`'.repeat(longestRun(line) + 1);
  return fence.length === 1 ? `\`${line}\`` : `${fence} ${line} ${fence}`;
};

const longestRun = (text: string): number => Math.max(0, ...(text.match(/`+/g) ?? []).slice(0, 10_000).map(({ length }) => length));

// Markup of a quoted name is shown, not obeyed; code spans, which messages use, stay as they are.
function escaped(text: string): string {
  const parts = text.split('`');
  if (parts.length % 2 === 0) return plain(text.replaceAll('`', "'"));
  return parts.map((part, index) => (index % 2 === 1 ? part : plain(part))).join('`');
}

const plain = (text: string): string => text.replaceAll('<', '&lt;').replaceAll('>', '&gt;').replace(/[*[\]]|(?<!\w)_/g, '\\$&');
