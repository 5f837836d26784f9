import type { DiffFile, Evidence, Rule, TestPair } from '../../model/index.js';
import { needsName, runnerOf } from './discovery.js';
import { clean, count, named } from './explain.js';
import { found } from './finding.js';

export const rule: Rule = {
  id: 'integrity/test-undiscovered',
  docs: {
    title: 'Tests were renamed so that no runner finds them',
    why: 'A test that the runner does not look for is not run, and nothing says so.',
    fix: 'Give the file or the test back a name, or the annotation, that the runner looks for.',
    since: '0.1.0',
  },
  *check(evidence) {
    for (const file of evidence.diff.files) {
      const runner = hiddenFrom(file, evidence);
      if (runner !== null) yield found('block', `The test file ${file.oldPath ?? ''} was renamed to ${file.path}, which ${runner} does not discover, so its tests no longer run. Give it back a name that is discovered`, [{ file }]);
    }
    const lost = evidence.tests.becameHelpers.filter(({ now }) => isNeverCalled(now.name, evidence));
    const [first] = lost;
    if (first === undefined) return;
    yield found(
      'block',
      `${count(lost.length, 'test')} will not be discovered any more: ${says(first)}${lost.length > 1 ? `, and ${named(lost.slice(1).map(({ old }) => old))}` : ''} in ${first.now.file.path}:${first.now.line.at}. The runner never runs a function that does not look like a test, so give back its name or its annotation`,
      lost.flatMap(({ old, now }) => [{ file: old.file, line: old.line }, { file: now.file, line: now.line }]),
    );
  },
};

const says = ({ old, now }: TestPair): string => (old.name === now.name ? `\`${clean(now.name)}\` lost what makes it a test` : `\`${clean(old.name)}\` became \`${clean(now.name)}\``);

/** What ran it before. Null: it did not, or it still is run. */
function hiddenFrom({ path, oldPath, change, hunks }: DiffFile, { diff }: Evidence): string | null {
  if (change !== 'renamed' || oldPath === null) return null;
  const runner = runnerOf(oldPath);
  if (runner === null || runnerOf(path) !== null) return null;
  if (!needsName(path) && /\.(?:txt|bak|old|disabled|off|orig|md|skip|ignore)$/.test(path)) return runner;
  if (!needsName(path)) return null;
  // A helper that was taken for a test by its name: then others import it.
  const stem = path.slice(path.lastIndexOf('/') + 1).replace(/\.\w+$/, '');
  const isImported = diff.files.some((file) => file.path !== path && file.hunks.some(({ lines }) => lines.some(({ side, text }) => side === 'added' && text.includes(stem))));
  const isTest = hunks.length === 0 || hunks.some(({ lines }) => lines.some(({ text }) => /\b(?:test|it|describe|assert|expect|Test|should)\w*/.test(text)));
  return isImported || !isTest ? null : runner;
}

function isNeverCalled(name: string, { diff }: Evidence): boolean {
  const call = `${name}(`;
  const uses = diff.files.reduce((sum, { hunks }) => sum + hunks.reduce((all, { lines }) => all + lines.filter(({ side, code }) => side !== 'removed' && code.includes(call)).length, 0), 0);
  return uses <= 1;
}
