import type { DiffFile, Rule } from '../../model/index.js';
import { clean } from './explain.js';
import { found, type Place } from './finding.js';
import { addedIn, counterparts, isAskedBy, isComment, isMoved, removedIn, sideText } from './lines.js';
import { changedSettings, type Moved } from './settings.js';

// tsc; mypy, pyright; javac, kotlinc, MSBuild; rustc.
const STRICT = /^(?:strict|strict[A-Z]\w*|noImplicit\w+|noUnchecked\w+|noUnused\w+|noFallthrough\w+|exactOptionalPropertyTypes|useUnknownInCatchVariables|noPropertyAccessFromIndexSignature|alwaysStrict|noEmitOnError|checkJs|disallow_\w+|warn_(?:return_any|unused_ignores|unreachable|redundant_casts|unused_configs|no_return)|no_implicit_optional|strict_\w+|check_untyped_defs|extra_checks|no_implicit_reexport|report\w+|strict-\w+|allWarningsAsErrors|TreatWarningsAsErrors|MSBuildTreatWarningsAsErrors|EnforceCodeStyleInBuild|RunAnalyzers\w*|explicitApi|Werror|warningsAsErrors|forbidden|werror|failOnWarning)$/;
const LAX = /^(?:skipLibCheck|skipDefaultLibCheck|allowUnreachableCode|allowUnusedLabels|suppress\w+|ignore_errors|ignore_missing_imports|follow_imports|allow_untyped_\w+|allow_redefinition|implicit_optional|noCheck|suppressImplicitAnyIndexErrors|keyofStringsOnly|disable_error_code)$/;
const OFF = /^(?:false|0|"?off"?|none|basic|no|disable|disabled|ignore)$/i;
const ON = /^(?:true|1|on|yes|strict|standard|error|enable)$/i;
// Lines that are one switch each.
const SWITCHES = /#!\[\s*(?:deny|forbid)\s*\(|(?:^|[\s"',=[])-Werror\b|\b-Xlint:all\b|<(?:TreatWarningsAsErrors|Nullable)>\s*(?:true|enable)|\ballWarningsAsErrors(?:\s*=\s*|\.set\()true|(?:RUSTFLAGS|rustflags)\S*.*-D\s*warnings|\bdeclare\(strict_types=1\)|^\s*"?--strict"?\b|\btsc\b.*--strict\b|\bmypy\b.*--strict\b|\buse strict\b(?=.*;)|#nullable enable/;

export const rule: Rule = {
  id: 'integrity/strictness-lowered',
  docs: {
    title: 'The compiler or the type checker is less strict',
    why: 'Errors that it found are there still, and nobody is told of them.',
    fix: 'Restore the strict setting, and repair what it finds.',
    since: '0.1.0',
  },
  *check(evidence) {
    for (const file of evidence.diff.files) {
      if (!isLookedAt(file) || file.change === 'added' || file.change === 'deleted') continue;
      const hit = settingIn(file) ?? switchIn(file, evidence.diff);
      if (hit === null) continue;
      const isAsked = isAskedBy(evidence, /\b(?:strict|skipLibCheck|mypy|type[- ]check\w*|Werror|nullable|warnings as errors)\b.{0,60}\b(?:off|disable|relax|drop|remove|turn)\b|\b(?:disable|relax|drop|turn off|loosen)\b.{0,60}\b(?:strict|skipLibCheck|mypy|Werror|nullable|checks?)\b/i);
      yield found(hit.isSoft || isAsked ? 'warn' : 'block', `The compiler or type checker was made less strict in ${file.path}:${hit.places[0]?.line?.at ?? 0}: ${hit.says}. Restore the strict setting, and repair what it finds`, hit.places);
    }
  },
};

const isLookedAt = ({ role, path }: DiffFile): boolean => role === 'config' || role === 'ci' || /\.(?:rs|php|cs)$|tsconfig|mypy|pyright|gradle|makefile|\.csproj$/i.test(path);

interface Hit {
  readonly says: string;
  readonly places: readonly Place[];
  readonly isSoft: boolean;
}

function settingIn(file: DiffFile): Hit | null {
  if (!/tsconfig|jsconfig|mypy|pyright|pyproject|setup\.cfg|tox\.ini|gradle|\.csproj|\.props|\.targets|pom\.xml|deno\.json|bunfig|cargo|meson|cmake/i.test(file.path)) return null;
  const weaker = changedSettings(file).filter((moved) => isWeaker(moved, file));
  const hard = weaker.filter(({ key, now }) => !(/^(?:skipLibCheck|ignore_missing_imports|warn_\w+|noUnused\w+)$/.test(key) && now !== null) && !/^(?:noUnused\w+|report\w+)$/.test(key));
  const [first] = hard.length > 0 ? hard : weaker;
  if (first === undefined) return null;
  const line = first.now?.line ?? first.old?.line ?? null;
  return { says: weaker.slice(0, 3).map(({ key, old, now }) => `\`${clean(key)}\` ${now === null ? 'was removed' : old === null ? `is \`${clean(now.value, 30)}\` now` : `went from \`${clean(old.value, 30)}\` to \`${clean(now.value, 30)}\``}`).join(', '), places: [{ file, line }], isSoft: hard.length === 0 };
}

function isWeaker({ key, old, now, under }: Moved, file: DiffFile): boolean {
  if (STRICT.test(key)) {
    if (/^report/.test(key) && !/pyright|pyproject/.test(file.path)) return false;
    if (now === null) return old !== null && ON.test(old.value) && old.line.side === 'removed' && !coveredBy(key, file);
    if (old === null) return OFF.test(now.value) && (!/^report/.test(key) || now.line.side === 'added');
    return (ON.test(old.value) && OFF.test(now.value)) || (/error|warning/.test(old.value) && /^(?:"?none"?|"?information"?|false)$/.test(now.value));
  }
  if (LAX.test(key) && now !== null && now.line.side === 'added') {
    if (key === 'follow_imports') return /skip|silent/.test(now.value) && !/skip|silent/.test(old?.value ?? '');
    if (key === 'disable_error_code') return true;
    // A section for one foreign package is how mypy is told of missing stubs.
    if (key === 'ignore_missing_imports' && under.some((part) => /^mypy-|overrides/.test(part))) return false;
    return ON.test(now.value) && !ON.test(old?.value ?? '');
  }
  return key === 'typeCheckingMode' && old !== null && now !== null && ['off', 'basic', 'standard', 'strict'].indexOf(now.value) < ['off', 'basic', 'standard', 'strict'].indexOf(old.value);
}

/** `strict: true` says the same. */
const coveredBy = (key: string, file: DiffFile): boolean => /^(?:strict[A-Z]|noImplicit(?:Any|This)|alwaysStrict|useUnknown|disallow_|check_untyped|no_implicit)/.test(key) && /"?strict"?\s*[:=]\s*true/i.test(sideText(file, 'now'));

function switchIn(file: DiffFile, diff: Parameters<typeof isMoved>[1]): Hit | null {
  for (const old of removedIn(file)) {
    const match = SWITCHES.exec(old.line.text);
    if (match === null || isComment(old.line) || isMoved(old, diff)) continue;
    const flag = match[0].trim();
    if (addedIn(file).some(({ line }) => SWITCHES.exec(line.text)?.[0].trim() === flag)) continue;
    return { says: `\`${clean(old.line.text, 70)}\` was ${counterparts(old).length > 0 ? 'replaced' : 'removed'}`, places: [{ file, line: old.line }], isSoft: false };
  }
  const nullable = addedIn(file).find(({ line }) => /<Nullable>\s*disable|<TreatWarningsAsErrors>\s*false|#nullable disable/.test(line.text));
  return nullable === undefined ? null : { says: `\`${clean(nullable.line.text)}\` was added`, places: [{ file, line: nullable.line }], isSoft: false };
}
