// `test_calc.py ..F                  [ 75%]`; a long row of marks is wrapped, and `-q` prints no file.
const FILE_PROGRESS = /^(?<file>[^\s:]{1,300}\.\w{1,8}) (?<marks>[.FEsxXRuP,-]+)(?: +\[ *(?<percent>\d{1,3})%\])?$/;
const PROGRESS = /^(?<marks>[.FEsxXRuP,-]+)(?: +\[ *(?<percent>\d{1,3})%\])?$/;
// -v: `test_calc.py::test_add PASSED    [ 33%]`; under xdist: `[gw1] [ 33%] PASSED test_calc.py::test_add`.
const CASE = /^(?:\[gw\d{1,4}\] \[ *\d{1,3}%\] [A-Z]+ )?[^\s:]{1,300}\.\w{1,8}::\S/;
const OUTCOME = / (?<outcome>PASSED|SKIPPED|XFAIL|XPASS|FAILED|ERROR|RERUN)(?: \(.{0,300}\))? *(?:\[ *\d{1,3}%\])?$/;
const XDIST = /^\[gw\d{1,4}\] \[ *\d{1,3}%\] (?<outcome>[A-Z]+) (?<name>\S.*)$/;

export interface PytestProgress {
  readonly file: string | null;
  readonly passed: number;
  readonly failed: number;
  readonly percent: number | null;
}

/** A line of progress marks; null for any other line. */
export function pytestProgress(line: string): PytestProgress | null {
  const groups = (FILE_PROGRESS.exec(line) ?? PROGRESS.exec(line))?.groups;
  if (!groups) return null;
  const { file = null, marks = '', percent } = groups;
  return { file, passed: count(marks, '.'), failed: count(marks, 'F') + count(marks, 'E'), percent: percent === undefined ? null : Number(percent) };
}

/** A test of `-v`: its id, and its outcome if the line says it; null for any other line. */
export function pytestCase(line: string): { readonly name: string; readonly outcome: string | null } | null {
  if (!CASE.test(line)) return null;
  const xdist = XDIST.exec(line)?.groups;
  if (xdist) return { name: (xdist['name'] ?? '').trim(), outcome: xdist['outcome'] ?? null };
  const outcome = OUTCOME.exec(line)?.groups?.['outcome'] ?? null;
  return { name: (outcome === null ? line : line.slice(0, line.lastIndexOf(` ${outcome}`))).trim(), outcome };
}

function count(marks: string, mark: string): number {
  let sum = 0;
  for (const one of marks) if (one === mark) sum += 1;
  return sum;
}
