import type { Out } from '../../../model/index.js';

// `FAILED test_calc.py::test_bad - assert 2 == 3`, `ERROR test_boom.py`, pytest 9: `SUBFAILED(i=1) test_calc.py::test_sub - …`.
const SUMMARY_LINE = /^(?<kind>FAILED|ERROR|SUBFAIL(?:ED)?(?:[([].{0,200}?[)\]])?) (?<id>[^\s:]{1,300}(?:\.\w{1,8}(?:::.{1,600}?)?|::.{1,600}?))(?: - (?<why>.*))?$/;
const LINE_LIMIT = 4000;
const LOCATION = /^(?<file>[^\s:]{1,300}):(?<line>\d{1,7}): ?\S/;
const INSTALLED = /(?:site|dist)-packages|\/lib\/python\d|^<frozen /;
const KEPT = 200;

/** What pytest says about single failures: headings and locations in its FAILURES section, names in its short summary. */
export function openPytestFailures() {
  const places = new Map<string, { file: string; line: number }>();
  const pending = new Map<string, number>();
  let named = 0;
  let heading = '';

  return {
    /** `____ test_bad ____`, `____ ERROR at setup of test_db ____`. */
    heading(title: string, at: number): void {
      heading = title.replace(/^ERROR at (?:setup|teardown) of |^ERROR collecting |^\[doctest\] /, '');
      if (title !== '' && pending.size < KEPT && ![...pending.keys()].some((name) => keyOf(name) === heading)) pending.set(heading, at);
    },

    /** `test_calc.py:15: AssertionError`; the first one under a heading is where the test itself stopped, later ones are deeper. */
    location(line: string): void {
      if (heading === '' || line.length > LINE_LIMIT || places.size > KEPT || line.charCodeAt(0) <= 32) return;
      const { file, line: number } = LOCATION.exec(line)?.groups ?? {};
      if (file !== undefined && number !== undefined && !places.has(heading) && !INSTALLED.test(file)) places.set(heading, { file, line: Number(number) });
    },

    /** `test_calc.py::test_bad FAILED` of -v: named only if no summary follows. */
    pending(name: string, at: number): void {
      if (pending.size < KEPT) pending.set(name, at);
    },

    /** Reads a line of the short summary; false when it is none. */
    summaryLine(line: string, out: Out): boolean {
      const first = line.charCodeAt(0);
      if ((first !== 0x46 && first !== 0x45 && first !== 0x53) || line.length > LINE_LIMIT) return false;
      const { kind, id } = SUMMARY_LINE.exec(line)?.groups ?? {};
      if (kind === undefined || id === undefined) return false;
      const place = places.get(keyOf(id));
      named += 1;
      out.say({ kind: 'failure', name: id, file: place?.file ?? id.split('::')[0] ?? null, line: place?.line ?? null });
      return true;
    },

    /** In a body that quotes captured output a closing line is not the session's. */
    isInside(isOutput: boolean): boolean {
      return isOutput && heading !== '';
    },

    /** The session is over: failures that no summary named are named now. */
    close(out: Out, isRed: boolean): void {
      if (isRed && named === 0) {
        for (const [name, at] of pending) out.say({ kind: 'failure', name, ...placeOf(places.get(keyOf(name)), name), text: name, from: at });
      }
      places.clear();
      pending.clear();
      named = 0;
      heading = '';
    },
  };
}

function placeOf(place: { file: string; line: number } | undefined, name: string): { file: string | null; line: number | null } {
  return place ?? { file: name.includes('::') ? (name.split('::')[0] ?? null) : null, line: null };
}

/** `tests/test_a.py::TestMore::test_a` is headed `TestMore.test_a`; a module that cannot be collected by its path. */
const keyOf = (id: string): string => {
  const parts = id.split('::');
  return parts.length > 1 ? parts.slice(1).join('.') : id;
};
