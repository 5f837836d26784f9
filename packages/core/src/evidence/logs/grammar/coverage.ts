// Istanbul's text reporters, printed by vitest --coverage (v8, istanbul), jest --coverage, c8, nyc and node-tap.
const RULE = /^-{4,}\|-{3,}\|/;
const HEAD = /^File +\| +% Stmts \| /;
const ROW = /^.{1,300}? \| +[\d.]{1,6} \| +[\d.]{1,6} \| +[\d.]{1,6} \| +[\d.]{1,6} \|/;
const SUMMARY = /^(?:=+ Coverage summary =+|(?:Statements|Branches|Functions|Lines) +: [\d.]{1,6}%.{0,40}|={40,})$/;
// vitest 2–4: ERROR: Coverage for lines (66.66%) does not meet global threshold (90%)
// c8, nyc: ERROR: Coverage for lines (50%) does not meet global threshold (90%)
// jest 30: Jest: Coverage for branches (25%) does not meet "global" threshold (90%)
// jest 29: Jest: "global" coverage threshold for branches (90%) not met: 25%; Jest: Uncovered count for lines (3) exceeds "global" threshold (1)
const BELOW = /^(?:(?:ERROR|Jest): Coverage for .{1,300} does not meet |Jest: ".{1,300}" coverage threshold for .{1,40} not met|(?:Jest|ERROR): Uncovered (?:count for )?.{1,300} exceeds? |Jest: Coverage data for .{1,300} was not found)/;

/** A line of a coverage table or summary. It is no evidence that a test passed. */
export function isCoverageTable(line: string): boolean {
  if (line.length > 2000) return false;
  const first = line.charCodeAt(0);
  if (first === 45) return RULE.test(line);
  if (first === 61) return SUMMARY.test(line);
  return line.includes(' | ') ? HEAD.test(line) || ROW.test(line) : line.includes('%') && SUMMARY.test(line);
}

/** Coverage is below a threshold; the tool then exits with a failure whatever its tests said. */
export function isBelowThreshold(line: string): boolean {
  return line.length < 2000 && BELOW.test(line);
}
