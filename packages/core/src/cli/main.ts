#!/usr/bin/env node
import { VERSION } from '../version.js';
import { loadProgram } from './load-program.js';

// `--version` is answered before anything is loaded.
const args = process.argv.slice(2);
if (args.length === 1 && (args[0] === '--version' || args[0] === '-v')) {
  process.stdout.write(`verifier ${VERSION}\n`);
} else {
  void loadProgram()
    .then(({ runProgram }) => runProgram(args))
    .then((code) => {
      process.exitCode = code;
    });
}
