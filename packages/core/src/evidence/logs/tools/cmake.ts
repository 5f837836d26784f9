import type { Recognizer } from '../../../model/index.js';
import { openTable, placeOf, sayClosed } from '../grammar/line-table.js';

// Printed by CMake 3.25 (configure) and its Makefile generator.
export const recognizer: Recognizer = {
  tool: 'cmake',
  kind: 'build',
  docs: { title: 'CMake', why: 'Reads errors and warnings of the configuration; probes that were not found are not failures', fix: 'Fix the named file and configure again', since: '0.1.0' },
  marks: ['%] Building ', 'CMake Error', 'CMake Warning', 'CMake Deprecation Warning', '-- Configuring ', '-- Build files have been written', '] Built target', '-- Generating done', '-- The ', '-- Detecting ', '-- Check for working '],
  open: () =>
    openTable({
      isOpenRegion: true,
      unfinished: 'a CMake build began and did not reach its last target',
      rows: [
        { when: /^CMake Error(?: \(dev\))?(?: at (?<file>[^\s:]{1,300}):(?<line>\d{1,7}))?(?: \(.{1,200}\))?:/, say: (groups, out) => { out.say({ kind: 'diagnostic', level: 'error', ...placeOf(groups) }); } },
        { when: /^CMake Warning(?: \(dev\))?(?: at [^\s:]{1,300}:\d{1,7})?/, say: (_groups, out) => { out.say({ kind: 'soft', what: 'warning', amount: 1 }); } },
        { when: /^CMake Deprecation Warning/, say: (_groups, out) => { out.say({ kind: 'soft', what: 'deprecated', amount: 1 }); } },
        { when: /^-- Configuring incomplete, errors occurred!$/, say: sayClosed(false) },
        { when: /^-- Build files have been written to: /, say: sayClosed(true) },
        { when: /^\[100%\] Built target /, closes: true },
        { when: /^\[ {0,2}\d{1,2}%\] Built target / },
        { when: /^\[ {0,2}\d{1,3}%\] (?:Building|Linking|Generating|Completed|No |Performing|Creating|Running) /, opens: true },
        { when: /^-- (?:The \w{1,12} compiler identification|Detecting|Check|Found|Could NOT find|Configuring done|Generating done|Looking for|Performing Test)/ },
      ],
    }),
};
