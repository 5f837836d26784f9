import type { Finding, Notice, Policy, Waiver } from '../model/index.js';
import { matchesPath, segmentsOf } from '../text/glob.js';

/**
 * The findings as the project's configuration weighs them. A rule that is off says nothing; one that is set to an effect has
 * that. A waived finding stays, as a note with the reason; a waiver whose last day is over is a finding of its own.
 */
export function weighed(findings: readonly Finding[], { rules, waivers }: Policy, now: string): Finding[] {
  const today = now.slice(0, 10);
  const open = waivers.filter(({ expires }) => today <= expires);
  const kept = findings.flatMap((finding): Finding[] => {
    const setting = Object.hasOwn(rules, finding.rule) ? rules[finding.rule] : undefined;
    if (setting === 'off') return [];
    const waiver = open.find((one) => covers(one, finding));
    if (waiver !== undefined) return [waived(finding, waiver)];
    return [setting === undefined ? finding : { ...finding, effect: setting === 'block' && OPINIONS.has(finding.rule) ? 'warn' : setting }];
  });
  return [...kept, ...waivers.filter((waiver) => !open.includes(waiver)).map(expired)];
}

/** What a model says, and what nobody looked at, may warn and no more, whatever is configured. */
const OPINIONS: ReadonlySet<string> = new Set(['stages/opinion', 'stages/claim']);

/** A finding that speaks of several files is waived only where all of them are. */
function covers({ rule, path }: Waiver, finding: Finding): boolean {
  if (rule !== finding.rule) return false;
  if (path === undefined) return true;
  const globs = segmentsOf(path, 'waivers');
  const files = finding.files ?? (finding.at === undefined ? [] : [finding.at.file]);
  return files.length > 0 && files.every((file) => matchesPath(globs, file));
}

const waived = (finding: Finding, { reason, expires, owner }: Waiver): Finding => ({
  ...finding,
  effect: 'note',
  message: `${finding.message} Waived by ${clean(owner)} until ${expires}: ${clean(reason)}`,
});

function expired({ rule, path, expires, owner }: Waiver): Notice {
  const where = path === undefined ? '' : ` for ${clean(path)}`;
  return { rule: 'integrity/waiver-expired', effect: 'warn', source: 'system', message: `The waiver of ${rule}${where} (${clean(owner)}) expired on ${expires}. Mend what it covered, or renew it with a reason` };
}

const clean = (text: string): string => text.replaceAll('; ', ', ');
