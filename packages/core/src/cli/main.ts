#!/usr/bin/env node
import { writeSync } from 'node:fs';
import { VERSION } from '../version.js';
import { loadProgram } from './load-program.js';

const args = process.argv.slice(2);
if (args.length === 1 && (args[0] === '--version' || args[0] === '-v')) {
  sayVersion(); // before anything is loaded
} else {
  // Everything is written by then; waiting for what the engine has left to tidy up costs as much as a small check's rules.
  void loadProgram().then(({ runProgram }) => runProgram(args), broken).then((code) => process.exit(code));
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
