import type { Recognizer } from '../../../model/index.js';
import { openTable } from '../grammar/line-table.js';

// Printed by GNU Make 4.3; the words behind the bracket are localized, `***` is not.
const FAILED = /^g?make(?:\[\d{1,3}\])?: \*\*\* (?<what>.{1,400})$/;
const SYNTAX = /^[^\s:]{1,200}:\d{1,7}: \*\*\* (?<what>.{1,400})\. {1,2}(?:Stop|中止)\.$/;
const IGNORED = /^g?make(?:\[\d{1,3}\])?: \[[^\]]{1,300}\] .{1,80} \(.{1,40}\)$/;
const NOTHING = /^g?make(?:\[\d{1,3}\])?: (?:Nothing to be done for |'[^']{1,300}' is up to date\.|`[^']{1,300}' is up to date\.)/;
const AMBIENT = /^g?make(?:\[\d{1,3}\])?: (?:Entering|Leaving) directory |^g?make(?:\[\d{1,3}\])?: Target .{1,300} not remade because of errors\.$/;

export const recognizer: Recognizer = {
  tool: 'make',
  kind: 'wrapper',
  docs: {
    title: 'GNU make',
    why: 'Its `***` line says that a command failed, whatever that command printed before',
    fix: 'Run the named target alone and fix what it prints',
    since: '0.1.0',
  },
  marks: ['make: *** ', ']: *** ', ': *** ', 'make: [', 'make: Nothing to be done', ' is up to date.'],
  open: () =>
    openTable({
      rows: [
        { when: FAILED, say: ({ what = '' }, out) => { if (!what.startsWith('Waiting for unfinished jobs')) out.say({ kind: 'gate', name: what }); } },
        { when: SYNTAX, say: ({ what = '' }, out) => { out.say({ kind: 'gate', name: what }); } },
        { when: IGNORED, say: (_groups, out) => { out.say({ kind: 'soft', what: 'warning', amount: 1 }); } },
        { when: NOTHING, say: (_groups, out) => { out.say({ kind: 'no-tests' }); } },
        { when: AMBIENT },
      ],
    }),
};
