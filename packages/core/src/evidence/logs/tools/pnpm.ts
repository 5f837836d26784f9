import { bySentences, sayGate, sayNothingRan } from '../grammar/by-sentences.js';

export const recognizer = bySentences({
  tool: 'pnpm',
  kind: 'wrapper',
  docs: { title: 'pnpm', why: 'ELIFECYCLE, an ERR_PNPM code and `Failed` behind a package are red whatever the script printed.', fix: 'Correct the script, the package or the filter.', since: '0.1.0' },
  marks: ['ELIFECYCLE', 'ERR_PNPM_', 'None of the selected packages has a ', 'No projects matched the filters', ' workspace projects', ': Failed', 'Exit status '],
  // pnpm 9–10: ` ELIFECYCLE  Test failed. See above for more details.`, `packages/b test: Failed`
  sentences: [
    { when: /^[\u2009 ]{0,2}\[?ELIFECYCLE\]?[\u2009 ]{1,3}(Command failed.{0,80}|Test failed.{0,80})/, says: sayGate },
    { when: /^[\u2009 ]{0,2}\[?ERR_PNPM_RECURSIVE_RUN_NO_SCRIPT\]?[\u2009 ]{1,3}None of the (?:selected )?packages has/, says: sayNothingRan },
    { when: /^[\u2009 ]{0,2}\[?(ERR_PNPM_\w{2,60}.{0,300})/, says: sayGate },
    { when: /^None of the (?:selected )?packages has a /, says: sayNothingRan },
    { when: /^No projects matched the filters/, says: sayNothingRan },
    { when: /^Scope: (?:all )?\d{1,6}(?: of \d{1,6})? workspace projects?$/, then: 'open' },
    { when: /^(\S{1,120} [\w:.-]{1,60}: Failed)$/, says: sayGate },
    { when: /^\S{1,120} [\w:.-]{1,60}: Done$/, inside: true },
    { when: /^Exit status [1-9]\d{0,2}$/, says: sayGate },
    { when: /^[\u2009 ]{1,2}WARN[\u2009 ]{1,2}/ },
  ],
});
