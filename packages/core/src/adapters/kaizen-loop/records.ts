import { fencedAt } from './blocks.js';

/** One verification command as kaizen-loop ran it. */
export interface CommandRecord {
  readonly command: string;
  readonly passed: boolean;
  readonly output: string;
  /** The loop kept only the head of the output: how the command closed is not to be seen. */
  readonly cut: boolean;
}

const NO_OUTPUT = '(no output)';
/** The loop cuts an output here, so a shorter one that ends with its mark has written the mark itself. */
const OUTPUT_LIMIT = 8000;
const CUT = /\n\n\[truncated after (\d{1,9}) characters\]$/;
const MARK_LENGTH = 60;

/** The records of a log block, numbered from 1 without a gap; null when anything in it is no record. */
export function readRecords(content: string): CommandRecord[] | null {
  const records: CommandRecord[] = [];
  let at = 0;
  while (at < content.length) {
    const lead = `${records.length === 0 ? '' : '\n\n'}## Command ${records.length + 1}\n\nStatus: `;
    if (!content.startsWith(lead, at)) return null;
    at += lead.length;
    const status = ['passed', 'failed'].find((word) => content.startsWith(`${word}\n\nCommand:\n`, at));
    if (status === undefined) return null;
    const command = fencedAt(content, at + `${status}\n\nCommand:\n`.length, 'sh');
    if (command === null || !content.startsWith('\n\nOutput:\n', command.end)) return null;
    const output = fencedAt(content, command.end + '\n\nOutput:\n'.length, 'text');
    if (output === null) return null;
    records.push({ command: command.content, passed: status === 'passed', ...textOf(output.content) });
    at = output.end;
  }
  return records.length === 0 ? null : records;
}

function textOf(output: string): Pick<CommandRecord, 'output' | 'cut'> {
  if (output === NO_OUTPUT) return { output: '', cut: false };
  const mark = CUT.exec(output.slice(-MARK_LENGTH));
  const length = output.length - (mark?.[0].length ?? 0);
  const cut = mark !== null && length >= OUTPUT_LIMIT && length === Number(mark[1]);
  return { output, cut };
}

/** The checklist that kaizen-loop writes for these records. */
export const checklistOf = (records: readonly CommandRecord[]): string => records.map(({ command, passed }) => `- [${passed ? 'x' : ' '}] ${command}`).join('\n');
