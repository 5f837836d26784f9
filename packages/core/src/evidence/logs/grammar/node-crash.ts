// Node 17 and later print their version as the last line when an uncaught error ends the process.
const VERSION = /^Node\.js v\d{1,3}\.\d{1,3}\.\d{1,3}$/;

/** The last line of a Node process that was ended by an uncaught error. */
export function isNodeCrash(line: string): boolean {
  return line.length < 30 && line.startsWith('Node.js v') && VERSION.test(line);
}
