import type { DiffFile, Rule } from '../../model/index.js';
import { clean } from './explain.js';
import { found } from './finding.js';
import { addedIn, isComment, isMoved } from './lines.js';

const CLOCK = /\btime\.(?:time|perf_counter|monotonic|process_time|perf_counter_ns|time_ns|sleep)\s*=(?!=)|\b(?:Date\.now|performance\.now|process\.hrtime(?:\.bigint)?)\s*=(?!=)|\bglobal(?:This)?\.(?:Date|performance)\s*=(?!=)|\bsetattr\s*\(\s*time\s*,\s*["'](?:time|perf_counter|monotonic)|\bTime\.(?:define_singleton_method|singleton_class)|\bdef\s+(?:Time|Process)\.(?:now|clock_gettime)|\bProcess\.define_singleton_method|\bDate\.prototype\.getTime\s*=|\bdatetime\.datetime\s*=(?!=)|\bObject\.defineProperty\s*\(\s*(?:performance|Date|globalThis\s*,\s*["']performance)/;

export const rule: Rule = {
  id: 'integrity/clock-patched',
  docs: {
    title: 'The clock was replaced',
    why: 'What is measured with it is no measurement: a slow program takes no time.',
    fix: 'Leave the clock alone. Tests have fake timers, and code can take a clock as an argument.',
    since: '0.1.0',
  },
  *check({ diff }) {
    for (const file of diff.files) {
      if (!isMeasured(file)) continue;
      const at = addedIn(file).find((one) => CLOCK.test(one.line.code) && !isComment(one.line) && !isMoved(one, diff));
      if (at !== undefined) yield found('block', `The clock is patched in ${file.path}:${at.line.at}: \`${clean(at.line.text, 80)}\`, so measured time lies (time, timer, perf_counter). Leave the clock alone`, [{ file, line: at.line }]);
    }
  },
};

/** Product code, and benchmarks: a test may freeze time. */
const isMeasured = ({ role, path }: DiffFile): boolean => role === 'source' || (role === 'test' && /bench|perf|conftest/i.test(path)) || /bench/i.test(path) && role !== 'docs';
