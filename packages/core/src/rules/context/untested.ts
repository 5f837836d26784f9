import type { DiffFile, Rule } from '../../model/index.js';

/** Rust keeps its tests beside the code, Python its doctests, D and Zig as well. */
const TEST_INSIDE = /#\[(?:\w+::)?test\]|#\[cfg\(test\)\]|^\s*>>> |^\s*unittest\b|^\s*test "/;
const NAMED = 3;

export const rule: Rule = {
  id: 'context/untested',
  docs: {
    title: 'Source changed, and no test with it',
    why: 'Checks that passed before the change pass after it for the same reason: nothing new was asked of them.',
    fix: 'Add or change a test that fails without the change. Where the configuration raises this rule to `warn`, the change waits for that.',
    since: '0.1.0',
  },
  *check({ diff, workspace }) {
    // Notes are kept in the run's folder; texts that are handed over have none.
    if (!workspace || !diff.complete || diff.files.some(isTest)) return;
    const source = diff.files.filter(isChangedCode);
    const [first] = source;
    if (first === undefined) return;
    const names = source.slice(0, NAMED).map(({ path }) => path).join(', ');
    yield {
      effect: 'note', source: 'diff', at: { file: first.path, line: 0 },
      message: `${source.length} source file${source.length === 1 ? '' : 's'} changed and no test: ${names}${source.length > NAMED ? ', …' : ''}. Add a test that fails without the change.`,
    };
  },
};

const isTest = ({ role, hunks }: DiffFile): boolean => role === 'test' || hunks.some(({ lines }) => lines.some(({ side, text }) => side !== 'removed' && TEST_INSIDE.test(text)));

/** A file that is only renamed, or of which only comments or blanks changed, asks for no test. */
const isChangedCode = ({ role, language, hunks }: DiffFile): boolean =>
  role === 'source' && language !== null && language !== 'css' && language !== 'markdown' && hunks.some(({ lines }) => lines.some(({ side, code }) => side !== 'context' && code.trim() !== '' && !/^\s*(?:\/\/|#|\*|\/\*|--|;)/.test(code)));
