import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { type Gate, type Mode, semanticReport } from './report.js';

const USAGE = 'pnpm eval:semantic -- --mode smoke|full [--gate-mode on|off] [--output FILE]';

/** Replays the recordings and prints the figures. 0: all bars are reached; 1: not; 2: it cannot be done. */
export async function semanticMain(argv: readonly string[]): Promise<number> {
  const asked = optionsOf(argv[0] === '--' ? argv.slice(1) : argv);
  if (typeof asked === 'string') {
    console.error(`${asked}. ${USAGE}`);
    return 2;
  }
  const report = await semanticReport(asked.mode, asked.gate);
  const text = `${JSON.stringify(report, null, 2)}\n`;
  if (asked.output !== undefined) writeFileSync(asked.output, text);
  for (const gate of ['off', 'on'] as const) {
    const { recall, fpRate, falsePositiveRate, verdictAgreement } = report.metrics[gate];
    console.log(`refutation ${gate.padEnd(3)}  recall ${recall}  fpRate ${fpRate}  falsePositiveRate ${falsePositiveRate}  verdictAgreement ${verdictAgreement}`);
  }
  console.log(`cases: ${report.cases}, recorded by hand`);
  for (const [name, ids] of Object.entries({ 'clean, and need refutation': report.cleanCasesRequiringRefutation, 'seen by reading only': report.seenByReading, 'not measured by pnpm eval yet': report.unmeasured })) {
    if (ids.length > 0) console.log(`${name}: ${ids.join(', ')}`);
  }
  for (const failure of report.refutationOffThresholdFailures) console.log(`without refutation: ${failure}`);
  for (const failure of report.thresholdFailures) console.log(`not reached: ${failure}`);
  return report.passed ? 0 : 1;
}

function optionsOf(args: readonly string[]): { mode: Mode; gate: Gate; output?: string } | string {
  try {
    const { values } = parseArgs({ args: [...args], options: { mode: { type: 'string' }, 'gate-mode': { type: 'string', default: 'on' }, output: { type: 'string' } }, strict: true });
    const { mode, 'gate-mode': gate, output } = values;
    if (mode !== 'smoke' && mode !== 'full') return '--mode is smoke or full';
    if (gate !== 'on' && gate !== 'off') return '--gate-mode is on or off';
    return { mode, gate, ...(output === undefined ? {} : { output }) };
  } catch (error) {
    return error instanceof Error ? error.message.split('\n')[0] ?? 'the options are wrong' : 'the options are wrong';
  }
}
