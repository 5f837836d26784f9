// Notices that a process was ended or that the wrapper above it gave up. Inside captured output they may be anybody's words;
// a runner that never reaches its summary after one of them was ended by it.
const DEATH = /^(?:npm (?:ERR!|error) |\s?ELIFECYCLE\s|error Command failed|g?make(?:\[\d{1,3}\])?: \*\*\* |(?:.{0,200}: )?(?:Killed|Terminated|Aborted|Segmentation fault)\b|FATAL ERROR: .{0,200}heap out of memory|Node\.js v\d)/;

export function isDeath(line: string): boolean {
  return line.length < 2000 && DEATH.test(line);
}
