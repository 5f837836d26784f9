// Last words of programs that run a tool and outlive it: they are never part of the output that a tool fences.
const OUTER = /^(?:rake aborted!$|make(?:\[\d{1,3}\])?: \*\*\* |npm (?:ERR!|error) |error Command failed with |ERROR: {1,3}\S{1,60}: commands failed|Error: Process completed with exit code |The command ".{1,300}" exited with )/;

/** A line by which a wrapper (make, rake, npm, yarn, tox, a CI runner) says that what it ran failed. */
export function isOuterFailure(line: string): boolean {
  switch (line.charCodeAt(0)) {
    case 0x72: // rake
    case 0x6d: // make
    case 0x6e: // npm
    case 0x65: // error
    case 0x45: // Error, ERROR
    case 0x54: // The command
      return OUTER.test(line);
    default:
      return false;
  }
}
