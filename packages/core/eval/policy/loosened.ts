import { z } from 'zod';

const MINIMA = ['confidenceMin', 'mustFixMin', 'shouldFixMin'] as const;
const MAXIMA = ['confidenceMax', 'mustFixMax', 'shouldFixMax', 'maxFalsePositives'] as const;

// Loose on purpose: a case of an older base may say less, or more, than the format of today.
const ViewSchema = z.object({
  id: z.string(),
  input: z.unknown(),
  intent: z.unknown(),
  setup: z.unknown(),
  golden: z.unknown(),
  builderReport: z.unknown(),
  debt: z.unknown(),
  expected: z.object({ verdict: z.string().optional(), verdictAnyOf: z.array(z.string()).optional(), risk: z.string().optional(), findings: z.array(z.unknown()).optional(), knownGap: z.boolean().optional() }).catchall(z.unknown()),
});

/** What the policies look at in a case. */
export interface CaseView {
  readonly id: string;
  readonly verdicts: readonly string[];
  readonly isOwed: boolean;
  readonly isOpen: boolean;
  /** What is judged, as one text. */
  readonly asked: string;
  readonly expected: Readonly<Record<string, unknown>>;
  readonly findings: readonly string[];
}

const OPENS: ReadonlySet<string> = new Set(['open_pr', 'mergeable']);

/** null: it is no case. */
export function viewOf(text: string): CaseView | null {
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch {
    return null;
  }
  const { success, data: found } = ViewSchema.safeParse(data);
  if (!success) return null;
  const { id, input, intent, setup, golden, builderReport, debt, expected } = found;
  const verdicts = expected.verdictAnyOf ?? [expected.verdict ?? ''];
  return {
    id, verdicts, expected,
    isOwed: debt !== undefined || expected.knownGap === true,
    isOpen: verdicts.some((verdict) => OPENS.has(verdict)),
    asked: JSON.stringify([input, intent, setup, golden, builderReport]),
    findings: (expected.findings ?? []).map((one) => JSON.stringify(one)),
  };
}

/** In which ways the case asks for less than it did. */
export function loosenedIn(old: CaseView, now: CaseView): string[] {
  const ways: string[] = [];
  const more = now.verdicts.filter((verdict) => !old.verdicts.includes(verdict));
  if (more.length > 0) ways.push(`accepts ${more.join(' and ')}`);
  const oldRisk = old.expected['risk'];
  if (oldRisk !== undefined && now.expected['risk'] !== oldRisk) ways.push('does not ask for the same risk');
  for (const key of MINIMA) if (isLess(old.expected[key], now.expected[key], (a, b) => b < a)) ways.push(`${key} is lower or gone`);
  for (const key of MAXIMA) if (isLess(old.expected[key], now.expected[key], (a, b) => b > a)) ways.push(`${key} is higher or gone`);
  if (old.findings.some((finding) => !now.findings.includes(finding))) ways.push('does not ask for the same findings');
  if (old.asked !== now.asked) ways.push('judges something else');
  if (!old.isOwed && now.isOwed) ways.push('declares a debt that it had not');
  return ways;
}

const isLess = (old: unknown, now: unknown, worse: (old: number, now: number) => boolean): boolean => typeof old === 'number' && (typeof now !== 'number' || worse(old, now));

const AT_LEAST: ReadonlySet<string> = new Set(['verdictAgreement', 'recall']);

/** In which ways thresholds ask for less; both are the parsed file. */
export function loosenedBars(old: unknown, now: unknown, at = ''): string[] {
  if (typeof old === 'number') {
    const key = at.slice(at.lastIndexOf('.') + 1);
    if (typeof now !== 'number') return [`${at} is gone`];
    return (AT_LEAST.has(key) ? now < old : now > old) ? [`${at} was ${old} and is ${now}`] : [];
  }
  if (!isRecord(old)) return [];
  return Object.entries(old).flatMap(([key, value]) => loosenedBars(value, isRecord(now) ? now[key] : undefined, at === '' ? key : `${at}.${key}`));
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null && !Array.isArray(value);
