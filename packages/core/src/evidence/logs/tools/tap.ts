import type { Out, Recognizer, Reducer } from '../../../model/index.js';
import { holdFailures } from '../grammar/held-failures.js';
import { isNodeCrash } from '../grammar/node-crash.js';
import { isOuterFailure } from '../grammar/outer.js';
import { readTapPlace, readTapPoint, readTapSummary, readTapTrailer, type TapPoint } from '../grammar/tap-line.js';
import { sayRedGate as sayGate, sayTally } from '../grammar/totals.js';

// TAP 12–14 as printed by node --test-reporter=tap (20, 22), tape 5, node-tap 18, vitest 2–4 tap and tap-flat, mocha 10–11 tap,
// ava --tap, qunit, bats and eslint -f tap. Free text stands only behind the number of a point, in YAML blocks and in comments.
const VERSION = /^TAP version 1\d$/;
const PLAN = /^1\.\.(\d{1,9})(?: |$)/;
// node 22: # Error: 83.33% line coverage does not meet threshold of 99%.
const THRESHOLD = /^# Error: [\d.]{1,8}% \w{1,12} coverage does not meet threshold/;
const FILE = /^\S{1,400}\.[cm]?[jt]sx?$/;
const SKIPS = ['cancelled', 'skip', 'skipped', 'todo'];
const LINE = 2000;
const NONE = { points: 0, passed: 0, failed: 0, skip: 0, todo: 0, files: 0 };

export const recognizer: Recognizer = {
  tool: 'tap',
  kind: 'tests',
  docs: {
    title: 'TAP',
    why: 'Reads points, plan, bail-outs and the producer\'s trailer, so that a `not ok` is a failure and a word in a test name is not.',
    fix: 'Let the producer print its plan (`1..N`) and keep its output unfiltered.',
    since: '0.1.0',
  },
  marks: ['TAP version 1', 'not ok', 'ok 1 ', '1..', '# pass ', '# fail ', 'Bail out!'],
  open: openTap,
};

function openTap(): Reducer {
  let [isOpen, isTold, isRed] = [false, false, false];
  let [inYaml, inDetail] = [false, false]; // mocha's TAP 12 puts the error, indented, right behind the point
  let [quote, plan]: [string, number | null] = ['', null]; // the line of the trailer that says most
  let [planFirst, first]: [boolean, number | null] = [false, null];
  let seen = { ...NONE };
  let leaves: { passed: number; failed: number } | null = null; // counted when points are groups of points
  let trailer: Record<string, number> | null = null;
  let failedAt: number[] = []; // depths that hold a told failure whose parent has not come yet
  let inner = { ran: 0, aside: 0 }; // points below the outermost level since its last one
  let groups: { point: TapPoint; at: number; text: string; told: number }[] = [];
  const failures = holdFailures();

  const begin = () => {
    isOpen = true;
    isTold = inYaml = inDetail = planFirst = false;
    [quote, plan, first] = ['', null, null];
    seen = { ...NONE };
    leaves = trailer = null;
    [failedAt, groups, inner] = [[], [], { ran: 0, aside: 0 }];
    failures.reset();
    return true;
  };

  // Totals in the producer's own unit when it prints a trailer, else the points of the outermost level.
  const conclude = (out: Out): true => {
    failures.tell(out);
    if (isTold) return true;
    isTold = true;
    const { pass, fail = 0, cancelled, skip = seen.skip, skipped = skip, todo = seen.todo } = trailer ?? {};
    const points = leaves ?? seen;
    const failed = trailer ? fail + (cancelled ?? 0) : points.failed;
    // node counts a file without tests as one passed test.
    const passed = pass === undefined ? points.passed : cancelled === undefined ? pass : Math.max(0, pass - seen.files);
    isRed = failed + seen.failed > 0;
    sayTally(out, { passed, failed, skipped, todo, broken: seen.failed, ...(quote === '' ? {} : { text: quote }) });
    if (plan !== null && first === 1 && plan !== seen.points && failed === 0) out.say({ kind: 'gate', name: `planned ${plan}, ran ${seen.points}` });
    return true;
  };

  const readPoint = (point: TapPoint, line: string, at: number, out: Out): boolean => {
    failures.tell(out);
    // `prove --verbose` says so behind the last point of a file.
    if (line === 'ok' && (isTold || (plan !== null && seen.points >= plan))) return conclude(out);
    if (isTold) begin();
    isOpen = true;
    [inYaml, inDetail] = [false, !point.ok];
    const { indent, ok, directive, name, number } = point;
    const isParent = failedAt.length > 0 && failedAt.some((depth) => depth > indent);
    if (failedAt.length > 0) failedAt = failedAt.filter((depth) => depth <= indent);
    const isBad = !ok && directive === null;
    if (indent === 0) {
      first ??= number;
      seen.points += 1;
      if (directive) seen[directive] += 1;
      else if (ok) seen.passed += inner.ran === 0 && inner.aside > 0 ? 0 : 1; // a file whose tests were all skipped is ok to node-tap
      else seen.failed += 1;
      if (ok && !directive && FILE.test(name)) seen.files += 1;
      inner = { ran: 0, aside: 0 };
    } else inner[directive ? 'aside' : 'ran'] += 1;
    if (indent > 0 && directive) seen[directive] += 1;
    if (isBad && !failedAt.includes(indent)) failedAt.push(indent);
    if (point.opens) {
      leaves ??= { passed: seen.passed - (ok && directive === null ? 1 : 0), failed: seen.failed - (isBad ? 1 : 0) };
      if (isBad) groups.push({ point, at, text: line, told: failures.told + failures.waiting });
      failedAt = [];
    } else if (isBad && !isParent) failures.hold({ name, file: null, at, text: line }, out);
    else if (ok && directive === null) out.passed(name);
    if (leaves && !point.opens && directive === null) leaves[ok ? 'passed' : 'failed'] += 1;
    if (indent === 0 && planFirst && seen.points === plan && !point.opens && !inDetail) conclude(out);
    return true;
  };

  const readComment = (line: string, out: Out): boolean => {
    const summary = readTapSummary(line);
    const [word, amount] = readTapTrailer(line);
    if (THRESHOLD.test(line)) return sayGate(out, line.slice(2));
    // Told when the plan was met; the producer's own count may still disagree.
    if (isTold) return (word === 'fail' && Number(amount) > 0) || (summary?.['fail'] ?? 0) > 0 ? isRed || sayGate(out, line.slice(0, LINE)) : true;
    if (summary) {
      trailer = { pass: 0, ...summary };
      conclude(out);
    } else if (word !== undefined && (word === 'tests' || trailer || (word === 'pass' && (plan !== null || seen.points > 0)))) {
      trailer = { ...trailer, ...(amount === undefined ? {} : { [word]: Number(amount) }) };
      if (word === 'pass' || (Number(amount) > 0 && (word === 'fail' || (!quote.startsWith('# fail') && SKIPS.includes(word))))) quote = line;
      if (word === 'duration_ms' || word === 'ok') conclude(out);
    }
    return true;
  };

  const readPlan = (count: number, out: Out): boolean => {
    if (isTold && !trailer) begin();
    isOpen = true;
    plan = count;
    planFirst = seen.points === 0;
    if (trailer && !isTold) conclude(out);
    return true;
  };

  return {
    read(line, at, out) {
      if (line === '') {
        if (trailer && !isTold && plan !== null) conclude(out);
        return isOpen && !isTold;
      }
      const code = line.charCodeAt(0);
      if (inYaml) {
        const trimmed = line.length < 200 ? line.trim() : '';
        if (trimmed === '...') {
          failures.tell(out);
          inYaml = inDetail = false;
        } else if (isOuterFailure(line)) inYaml = false;
        else if (failures.waiting > 0) {
          const place = readTapPlace(line);
          if (place && !place.file.includes('node_modules/')) failures.tell(out, place);
        }
        if (inYaml || trimmed === '...') return true;
      }
      const point = code === 32 || code === 111 || code === 110 ? readTapPoint(line) : null;
      if (point && (point.indent === 0 || isOpen)) return readPoint(point, line, at, out);
      if (code === 49 || code === 84 || code === 66) {
        if (VERSION.test(line)) {
          if (isOpen) conclude(out);
          return begin();
        }
        const planned = line.length < LINE ? PLAN.exec(line) : null;
        if (planned) return readPlan(Number(planned[1]), out);
        if (line.startsWith('Bail out!')) {
          isOpen = isTold = true;
          return sayGate(out, line.slice(0, LINE));
        }
      }
      if (!isOpen) {
        if (code !== 35 || !/^# (?:pass|tests) +\d{1,9}$/.test(line)) return false;
        [isOpen, trailer] = [true, {}];
      }
      if (code === 35) return readComment(line, out);
      if (code === 78 && isNodeCrash(line)) return sayGate(out, 'the process crashed');
      if (code === 32 || code === 125) return readIndented(line, out);
      if (trailer && !isTold && plan !== null) conclude(out);
      return false;
    },
    end(out) {
      if (!isOpen || isTold) return;
      if (plan !== null || trailer) return void conclude(out);
      failures.tell(out);
      out.say({ kind: 'unfinished', text: 'TAP began and its plan is missing' });
    },
  };

  function readIndented(line: string, out: Out): boolean {
    const trimmed = line.length < LINE ? line.trim() : '';
    if (trimmed === '---') inYaml = true;
    else if (trimmed === '}') {
      failures.tell(out);
      const indent = line.indexOf('}');
      const group = groups.at(-1);
      if (group && group.point.indent === indent) {
        groups.pop();
        if (failures.told === group.told) out.say({ kind: 'failure', name: group.point.name, file: null, line: null, from: group.at, text: group.text });
      }
      failedAt = [];
    } else if (inDetail && failures.waiting > 0) {
      const place = readTapPlace(line);
      if (place && !place.file.includes('node_modules/') && !place.file.startsWith('node:')) failures.tell(out, place);
    }
    return inYaml || inDetail || trimmed === '}' || trimmed.startsWith('#') || PLAN.test(trimmed);
  }
}
