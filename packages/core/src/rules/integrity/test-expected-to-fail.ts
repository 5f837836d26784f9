import type { Rule, Switch, TestPair } from '../../model/index.js';
import { clean } from './explain.js';
import { found } from './finding.js';

const TICKET = /(?:#\d+|\b[A-Z][A-Z0-9]{1,9}-\d+\b|https?:\/\/)/;

export const rule: Rule = {
  id: 'integrity/test-expected-to-fail',
  docs: {
    title: 'A test that was there is now expected to fail',
    why: 'With `xfail`, `it.fails` or `should_panic` a red test counts as a green one.',
    fix: 'Take the marker away and make the test pass.',
    since: '0.1.0',
  },
  *check({ tests }) {
    for (const pair of tests.kept) {
      const marker = markerOf(pair);
      if (marker === null) continue;
      const isTracked = /strict\s*=\s*True/.test(marker.text) && TICKET.test(marker.text);
      yield found(isTracked ? 'warn' : 'block', `\`${clean(pair.now.name)}\` in ${pair.now.file.path}:${marker.line.at} is now expected to fail (\`${clean(marker.text, 60)}\`, an xfail marker), so its failure counts as a pass. Take the marker away and make it pass`, [{ file: pair.now.file, line: marker.line }]);
    }
    for (const { old, now } of tests.outside) {
      const isMark = (code: string) => /^\s*@(?:pytest\.mark\.)?xfail\b|^\s*#\[\s*should_panic|^pytestmark\s*=.*\bxfail\b|^\s*@(?:unittest\.)?expectedFailure\b/.test(code.slice(0, 300));
      if (now.name !== '' || now.file.change === 'added') continue;
      const lines = now.file.hunks[now.hunk]?.lines ?? [];
      const line = lines.find(({ side, code }) => side === 'added' && isMark(code));
      const isNew = tests.added.some((test) => test.file === now.file && test.switches.some((mark) => mark.line === line)) || tests.kept.some((pair) => pair.now.switches.some((mark) => mark.line === line));
      if (line !== undefined && !isNew && !lines.some(({ side, code }) => side === 'removed' && isMark(code)) && old.file === now.file) yield found('block', `${now.file.path}:${line.at} marks tests as expected to fail (\`${clean(line.text, 60)}\`, an xfail marker), so a failure counts as a pass. Take the marker away`, [{ file: now.file, line }]);
    }
  },
};

function markerOf({ old, now }: TestPair): Switch | null {
  const marker = now.switches.find(({ kind, line }) => kind === 'expected-failure' && line.side === 'added');
  if (marker === undefined || old.switches.some(({ kind }) => kind === 'expected-failure')) return null;
  // The framework's older way to say that something is raised, where the body said it before.
  const isPort = /expected\s*=|expectedException|ExpectedException|should_panic\s*\(\s*expected/.test(marker.text) && old.assertions.some(({ matcher }) => /raise|throw|panic/i.test(matcher));
  return isPort ? null : marker;
}
