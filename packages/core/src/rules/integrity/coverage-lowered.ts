import type { DiffFile, Evidence, Rule } from '../../model/index.js';
import { clean } from './explain.js';
import { found, type Place } from './finding.js';
import { addedIn, counterparts, isComment, isMoved, removedIn, sideText, groupOf } from './lines.js';
import { changedItems, changedSettings, type Moved } from './settings.js';

// vitest, jest, nyc, c8; coverage.py; JaCoCo, Kover; Codecov; SimpleCov; PHPUnit; coverlet.
const OWN_KEY = /^(?:fail_under|fail-under|cov-fail-under|minimum_coverage(?:_by_file)?|coverageThreshold|check-coverage|minCoverage|min_coverage|minBound|CoverletThreshold|coverage_threshold|minimumCoverage|maximum_coverage_drop|refuse_coverage_drop)$/;
const PART_KEY = /^(?:lines|branches|functions|statements|line|branch|global|perFile|100|minimum|target|threshold|Threshold|min|bound|value)$/;
const CONTEXT = /coverage|threshold|jacoco|kover|nyc|c8|codecov|violationRules|simplecov|coverlet/i;
const FLAG = /--cov-fail-under[= ](\d+(?:\.\d+)?)|--(?:lines|branches|functions|statements)[= ](\d+(?:\.\d+)?)|--fail-under(?:-lines|-functions|-regions)?[= ](\d+(?:\.\d+)?)|-covermode.*-threshold[= ](\d+)|\/p:Threshold=(\d+)|--min(?:imum)?-coverage[= ](\d+)|\bminimum_coverage\s*(?:line:\s*)?(\d+)|--coverage-threshold[= ](\d+)|--check-coverage\b/;
const BLOCK = /\bjacocoTestCoverageVerification\b|\bviolationRules\b|\bcoverageThreshold\b|\bcheck-coverage\b|\bfail_under\b|\bminimum_coverage\b|\bthresholds\b|<rule>.*COVEREDRATIO|\bkoverVerify\b|SimpleCov\.minimum_coverage/;

export const rule: Rule = {
  id: 'integrity/coverage-lowered',
  docs: {
    title: 'A coverage threshold was lowered',
    why: 'Code without tests stays green, from now on and for everybody.',
    fix: 'Restore the threshold, and test the new code.',
    since: '0.1.0',
  },
  *check(evidence) {
    for (const file of evidence.diff.files) {
      if (!isLookedAt(file)) continue;
      const hit = loweredIn(file) ?? flagIn(file) ?? removedBlock(file, evidence) ?? excludedIn(file, evidence);
      if (hit === null) continue;
      const isAsked = /\bcoverage\b|\bthreshold\b/i.test(evidence.task) && hit.isSmall;
      yield found(hit.isSoft || isAsked ? 'warn' : 'block', `The coverage threshold in ${file.path}:${hit.places[0]?.line?.at ?? 0} ${hit.says}. Restore it, and test the new code`, hit.places);
    }
  },
};

interface Hit {
  readonly says: string;
  readonly places: readonly Place[];
  readonly isSmall: boolean;
  readonly isSoft?: boolean;
}

const isLookedAt = ({ role, path, language }: DiffFile): boolean => role === 'config' || role === 'ci' || /config|\.rb$|codecov|gradle|makefile|\.sh$/i.test(path) && role !== 'docs' && role !== 'test' && role !== 'lockfile' || (language === 'ruby' && /spec_helper|test_helper|\.simplecov/.test(path)) || /(?:spec|test)_helper\.rb$/.test(path);

function loweredIn(file: DiffFile): Hit | null {
  const lower: { moved: Moved; by: number }[] = [];
  const gone: Moved[] = [];
  for (const moved of changedSettings(file)) {
    if (!isThreshold(moved, file)) continue;
    const [old, now] = [numberIn(moved.old?.value), numberIn(moved.now?.value)];
    if (/^(?:threshold|maximum_coverage_drop)$/.test(moved.key) && /codecov|maximum/.test(`${file.path} ${moved.key}`)) {
      if (old !== null && now !== null && now > old) lower.push({ moved, by: now - old }); // codecov's threshold is how far it may fall
      continue;
    }
    if (moved.old !== null && /^true$/i.test(moved.old.value) && (moved.now === null || /^false$/i.test(moved.now.value))) gone.push(moved);
    else if (old !== null && moved.now === null) gone.push(moved);
    else if (old !== null && now !== null && now < old) lower.push({ moved, by: old <= 1 ? (old - now) * 100 : old - now });
  }
  const [first] = lower;
  if (first !== undefined) {
    const { moved } = first;
    return {
      says: `was lowered: ${lower.slice(0, 3).map(({ moved: one }) => `\`${clean(one.key)}\` from ${clean(one.old?.value ?? '', 20)} to ${clean(one.now?.value ?? '', 20)}`).join(', ')}`,
      places: [{ file, line: moved.now?.line ?? null }, ...(moved.old === null ? [] : [{ file, line: moved.old.line }])], isSmall: lower.every(({ by }) => by < 2),
    };
  }
  const [lost] = gone.filter(({ old }) => old?.line.side === 'removed');
  return lost?.old === undefined || lost.old === null ? null : { says: `was removed: \`${clean(lost.old.line.text)}\``, places: [{ file, line: lost.old.line }], isSmall: false };
}

function isThreshold({ key, under, old, now }: Moved, file: DiffFile): boolean {
  if (OWN_KEY.test(key)) return true;
  if (!PART_KEY.test(key)) return false;
  if (CONTEXT.test(under.join(' ')) || /codecov|\.nycrc|\.c8rc|jacoco/i.test(file.path)) return true;
  const line = old?.line ?? now?.line;
  return CONTEXT.test(line?.text ?? '') || (/^(?:lines|branches|functions|statements|minimum)$/.test(key) && CONTEXT.test(`${sideText(file, 'old')} ${file.hunks.map(({ section }) => section).join(' ')}`));
}

function numberIn(value: string | undefined): number | null {
  const match = /^["']?(\d+(?:\.\d+)?)\s*%?/.exec(value ?? '');
  return match === null ? null : Number(match[1]);
}

function flagIn(file: DiffFile): Hit | null {
  for (const old of removedIn(file)) {
    const before = FLAG.exec(old.line.text);
    if (before === null || isComment(old.line)) continue;
    const now = addedIn(file).find((at) => counterparts(old).includes(at.line));
    const after = FLAG.exec(now?.line.text ?? '');
    const [a, b] = [before, after].map((match) => Number(groupOf(match) ?? NaN));
    if (now !== undefined && after === null) return { says: `was removed from the command: \`${clean(before[0])}\``, places: [{ file, line: now.line }, { file, line: old.line }], isSmall: false };
    if (now !== undefined && a !== undefined && b !== undefined && b < a) return { says: `was lowered from ${a} to ${b}`, places: [{ file, line: now.line }, { file, line: old.line }], isSmall: a - b < 2 };
  }
  return null;
}

/** The whole rule is gone. */
function removedBlock(file: DiffFile, { diff }: Evidence): Hit | null {
  const old = removedIn(file).find((at) => BLOCK.test(at.line.text) && !isComment(at.line) && !isMoved(at, diff));
  if (old === undefined || file.change === 'deleted') return null;
  const name = BLOCK.exec(old.line.text)?.[0] ?? '';
  const isElsewhere = diff.files.some((other) => sideText(other, 'now').includes(name));
  return isElsewhere ? null : { says: `was removed: \`${clean(old.line.text)}\``, places: [{ file, line: old.line }], isSmall: false };
}

/** Product files that count no more. */
function excludedIn(file: DiffFile, { diff }: Evidence): Hit | null {
  const paths = diff.files.filter(({ role }) => role === 'source').map(({ path }) => path);
  const item = changedItems(file).added.find(({ key, item: text, under }) => /^(?:exclude|omit|coveragePathIgnorePatterns|excludes|ignore|exclusions)$/.test(key) && (/coverage|nyc|run|report|jacoco|codecov/i.test(`${under.join(' ')} ${file.path}`) || /^(?:omit|coveragePathIgnorePatterns)$/.test(key)) && isProduct(text, paths));
  return item === undefined ? null : { says: `leaves product code out: \`${clean(item.item, 60)}\` was added to what coverage excludes`, places: [{ file, line: item.line }], isSmall: false, isSoft: !paths.some((path) => covers(item.item, path)) };
}

function isProduct(item: string, paths: readonly string[]): boolean {
  if (/test|spec|node_modules|dist|build|generated|\.d\.ts|__|mock|fixture|config|migrations|vendor|docs|examples?|stories|coverage|scripts/i.test(item)) return false;
  return paths.some((path) => covers(item, path)) || /\.\w{1,4}$|\/\*/.test(item);
}

const covers = (glob: string, path: string): boolean => {
  const fixed = glob.replace(/\\/g, '').replace(/^(?:<rootDir>|\.)?\/|^\*\*\//, '').replace(/\*.*$/, '').replace(/\$$/, '');
  return fixed.length > 3 && path.includes(fixed);
};
