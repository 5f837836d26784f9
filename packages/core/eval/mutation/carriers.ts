import { CARRIERS as LOG_CARRIERS } from '../logs/carriers.js';
import type { TextInput } from '../model.js';

/** What carries a case without changing it: the verdict stays the same. null: it does not fit. */
export type Carrier = (input: TextInput) => TextInput | null;

/** A command and its status are read only where their lines are whole. */
const KEEPS_COMMANDS: ReadonlySet<string> = new Set(['crlf', 'no last line end']);
/** In a quotation a loose word is no proof, by policy: only the log of a tool that is recognized stays the same. */
const QUOTES: ReadonlySet<string> = new Set(['markdown quote', 'markdown indent', 'markdown fence']);

export const CARRIED: Readonly<Record<string, Carrier>> = {
  ...Object.fromEntries(Object.entries(LOG_CARRIERS).filter(([name]) => !QUOTES.has(name)).map(([name, carry]): [string, Carrier] => [`log: ${name}`, carrierOf(name, carry)])),
  'diff: crlf': ofDiff((diff) => diff.replace(/\n/g, '\r\n')),
  'diff: no index lines': ofDiff((diff) => diff.replace(/^index [0-9a-f]+\.\.[0-9a-f]+.*\n/gm, '')),
  'diff: longer hashes': ofDiff((diff) => diff.replace(/^index ([0-9a-f]+)\.\.([0-9a-f]+)/gm, (_, a: string, b: string) => `index ${a.padEnd(40, '0')}..${b.padEnd(40, '0')}`)),
  'diff: files the other way round': ofDiff((diff) => diff.split(/^(?=diff --git )/m).reverse().map((part) => part.replace(/\n*$/, '\n')).join('')),
  'diff: coloured': ofDiff((diff) => diff.replace(/^(\+.*)$/gm, '\u001b[32m$1\u001b[m').replace(/^(-.*)$/gm, '\u001b[31m$1\u001b[m').replace(/^(@@ .*? @@)/gm, '\u001b[36m$1\u001b[m')),
  'diff: as a mail': ofDiff((diff) => `From 0000000000000000000000000000000000000000 Mon Sep 17 00:00:00 2001\nFrom: A <a@example.org>\nDate: Mon, 5 Jan 2026 10:00:00 +0000\nSubject: [PATCH] A change\n\n---\n${diff}-- \n2.39.5\n`),
  'task: blanks around it': (input) => ({ ...input, task: input.task === '' ? '' : `\n  ${input.task}  \n` }),
  'report: crlf': (input) => ({ ...input, builderReport: input.builderReport.replace(/\n/g, '\r\n') }),
};

function carrierOf(name: string, carry: (text: string) => string): Carrier {
  return (input) => {
    if (input.verifyLogs.trim() === '') return null;
    if (/^\$ /m.test(input.verifyLogs) && !KEEPS_COMMANDS.has(name)) return null;
    return { ...input, verifyLogs: carry(input.verifyLogs) };
  };
}

function ofDiff(carry: (diff: string) => string): Carrier {
  return (input) => (/^@@ /m.test(input.diff) ? { ...input, diff: carry(input.diff) } : null);
}
