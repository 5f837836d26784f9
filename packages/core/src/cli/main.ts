#!/usr/bin/env node
import { writeSync } from 'node:fs';
import { VERSION } from '../version.js';
import { listenForInterrupt } from './listen.js';
import { load } from './load.js';
import { loadProgram } from './load-program.js';

const args = process.argv.slice(2);
// A call that hands its texts over runs nothing that would have to be ended.
const RUNS = args[0] === 'check' && !args.some((arg) => arg.startsWith('--diff') || arg.startsWith('--verify-logs'));
if (args.length === 1 && (args[0] === '--version' || args[0] === '-v')) {
  sayVersion(); // before anything is loaded
} else {
  // Heard from the first moment: what comes while the program loads counts as well.
  const interrupt = RUNS ? listenForInterrupt() : undefined;
  // Everything is written by then; waiting for what the engine has left to tidy up costs as much as a small check's rules.
  void loadProgram().then(({ runProgram }) => runProgram(args, interrupt, load), broken).then((code) => process.exit(code));
}

function broken(error: unknown): number {
  const [line = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
  process.stderr.write(`verifier: ${line.startsWith('the installation') ? line : `the installation is not whole, install it again: ${line}`}\n`);
  return 2;
}

// `process.stdout` would set up a whole stream; a reader that went away is no error.
function sayVersion(): void {
  try {
    writeSync(1, `verifier ${VERSION}\n`);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : error;
    if (code === 'EPIPE') return;
    process.stderr.write(`verifier: cannot write to stdout: ${String(code)}\n`);
    process.exitCode = 2;
  }
}
