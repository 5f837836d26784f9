import type { Recognizer } from '../../../model/index.js';
import { openTable, sayWarning } from '../grammar/line-table.js';

// Printed by the sanitizers of gcc 12 and clang 14.
export const recognizer: Recognizer = {
  tool: 'sanitizers',
  kind: 'tests',
  docs: {
    title: 'AddressSanitizer and its kin',
    why: 'A sanitizer report is red whatever was printed before',
    fix: 'Fix the access that it names',
    since: '0.1.0',
  },
  marks: ['ERROR: AddressSanitizer', 'ERROR: LeakSanitizer', 'WARNING: ThreadSanitizer', 'WARNING: MemorySanitizer', ': runtime error: ', 'SUMMARY: AddressSanitizer', 'SUMMARY: UndefinedBehaviorSanitizer', 'SUMMARY: ThreadSanitizer'],
  open: () =>
    openTable({
      rows: [
        { when: /^==\d{1,9}==ERROR: (?<what>(?:Address|Leak|Memory|HWAddress)Sanitizer: .{1,200})/, opens: true, say: ({ what = '' }, out) => { out.say({ kind: 'gate', name: what }); } },
        { when: /^WARNING: (?<what>(?:Thread|Memory)Sanitizer: .{1,200})/, opens: true, say: ({ what = '' }, out) => { out.say({ kind: 'gate', name: what }); } },
        { when: /^(?<file>[^\s:]{1,300}):(?<line>\d{1,7}):\d{1,6}: runtime error: \S/, say: sayWarning },
        { when: /^==\d{1,9}==ABORTING$/, closes: true },
        { when: /^SUMMARY: \w{1,40}Sanitizer: / },
      ],
    }),
};
