#!/usr/bin/env node
// The last line of .ci/run. Reads <name>.step (`passed` or `failed`) and <name>.json (vitest's own counts) in a folder.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const folder = process.argv[2] ?? '.';
const sum = { passed: 0, failed: 0, skipped: 0 };

for (const file of readdirSync(folder).filter((name) => name.endsWith('.step')).sort()) {
  const ended = readFileSync(path.join(folder, file), 'utf8').trim();
  const counts = vitestCounts(path.join(folder, file.replace(/\.step$/, '.json'))) ?? { passed: 0, failed: 0, skipped: 0 };
  const ran = counts.passed + counts.failed > 0;
  sum.passed += counts.passed + (!ran && ended === 'passed' ? 1 : 0);
  // A step that ended badly without a failed test to show for it (a build, a suite that does not load) counts as one.
  sum.failed += counts.failed + (ended !== 'passed' && counts.failed === 0 ? 1 : 0);
  sum.skipped += counts.skipped;
}
console.log(`${sum.passed} passed, ${sum.failed} failed${sum.skipped > 0 ? `, ${sum.skipped} skipped` : ''}`);
process.exitCode = sum.failed === 0 && sum.passed > 0 ? 0 : 1;

/** null when the step wrote no report, or only half of one. */
function vitestCounts(file) {
  if (!existsSync(file)) return null;
  const report = parsed(readFileSync(file, 'utf8'));
  return report === null ? null : { passed: report.numPassedTests, failed: report.numFailedTests, skipped: report.numPendingTests + (report.numTodoTests ?? 0) };
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
