import type { Recognizer, Reducer } from '../../../model/index.js';
import { isBelowThreshold, isCoverageTable } from '../grammar/coverage.js';

export const recognizer: Recognizer = {
  tool: 'c8',
  kind: 'wrapper',
  docs: { title: 'c8 and nyc', why: 'Coverage below a threshold fails a run whose tests were green; the table itself is no evidence.', fix: 'Cover what is missing, or lower the threshold in a change of its own.', since: '0.1.0' },
  marks: ['ERROR: Coverage for ', 'ERROR: Uncovered ', '| % Stmts |', 'Coverage summary ='],
  open: (): Reducer => ({
    read(line, _at, out) {
      if (line === '') return false;
      if (!isBelowThreshold(line)) return isCoverageTable(line);
      out.say({ kind: 'gate', name: line });
      return true;
    },
    end() { /* each line speaks for itself */ },
  }),
};
