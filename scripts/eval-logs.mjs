#!/usr/bin/env node
// pnpm eval:logs [--wrong]: what captured logs say when their totals or one line are edited to red, and when something
// carries them. `--wrong` lists the logs that come out otherwise.
import { register } from 'tsx/esm/api';

register();
const { capturedLogs, measureCarriers, measureRedLines, measureRedTotals } = await import('../packages/core/eval/logs/measure.ts');
const passed = capturedLogs('passed.');
const rows = {
  'totals edited to red block': measureRedTotals(passed),
  'one red line is at least a warning': measureRedLines(passed),
  ...Object.fromEntries(Object.entries(measureCarriers(capturedLogs())).map(([name, measured]) => [`the same behind: ${name}`, measured])),
};
for (const [name, { tried, wrong }] of Object.entries(rows)) {
  console.log(`${String(tried - wrong.length).padStart(5)} of ${String(tried).padEnd(5)} ${((100 * (tried - wrong.length)) / tried).toFixed(2).padStart(6)} %  ${name}`);
  if (process.argv.includes('--wrong')) for (const one of wrong) console.log(`      ${one}`);
}
