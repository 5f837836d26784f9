import type { DiffFile, Evidence, Rule } from '../../model/index.js';
import { checkIn, commandOf, holdsCommands, runsCheck, runsTests, scriptName } from './checks.js';
import { clean } from './explain.js';
import { found } from './finding.js';
import { addedIn, type At, isComment, removedIn, sideText } from './lines.js';

const NOTHING = /^\s*(?:@?echo\b.*|true|:|exit 0|printf\b.*|node -e\b.*|sleep\b.*|)\s*$/;
const ELSEWHERE = /(?:^|[\s"'])(?:\.\/\S+|(?:npm|pnpm|yarn|bun) run \S+|make \S+|just \S+|(?:ba)?sh \S+\.sh|\S+\.sh|turbo (?:run )?\S+|nx \S+|node \S+|python3? \S+|npx? \S+|task \S+|moon \S+|wireit|lerna run \S+|mage \S+|\$\(\w+\)|\S+\.py)/;

export const rule: Rule = {
  id: 'integrity/command-replaced',
  docs: {
    title: 'The command that ran the tests runs none any more',
    why: 'The name is the same, so everything that calls it is green, and nothing is tested.',
    fix: 'Let the command run the tests again.',
    since: '0.1.0',
  },
  *check(evidence) {
    for (const file of evidence.diff.files) {
      if (!holdsCommands(file) || file.role === 'ci') continue;
      const hit = isRecipe(file) ? recipeOf(file) : scriptOf(file, evidence);
      if (hit === null) continue;
      yield found('block', `${hit.name} in ${file.path}:${hit.now?.line.at ?? hit.old.line.at} no longer runs its tests: \`${clean(commandOf(hit.old), 70)}\` ${hit.now === null ? 'was removed' : `was replaced by \`${clean(commandOf(hit.now), 70)}\``}. Let it run the check again`, [{ file, line: hit.old.line }, ...(hit.now === null ? [] : [{ file, line: hit.now.line }])]);
    }
  },
};

interface Hit {
  readonly name: string;
  readonly old: At;
  readonly now: At | null;
}

const isRecipe = ({ language, path }: DiffFile): boolean => language === 'makefile' || /(?:^|\/)(?:rakefile|justfile)$/i.test(path);

/** A script of package.json or composer.json. */
function scriptOf(file: DiffFile, { diff }: Evidence): Hit | null {
  if (!/\.jsonc?$/.test(file.path)) return null;
  for (const old of removedIn(file)) {
    const name = scriptName(old.line.text);
    if (name === null || !runsCheck(commandOf(old)) || !/test|lint|check|verify|ci\b|type|coverage/.test(name)) continue;
    const now = addedIn(file).find(({ line }) => scriptName(line.text) === name) ?? null;
    if (now === null) {
      const isElsewhere = addedIn(file).some((at) => runsTests(commandOf(at)) || commandOf(at).includes(checkIn(commandOf(old)) ?? '\0')) || diff.files.some((other) => other !== file && addedIn(other).some((at) => runsTests(at.line.text)));
      if (/^test$/.test(name) && runsTests(commandOf(old)) && !isElsewhere && file.change === 'modified' && !/\bscripts\b/.test(sideText(file, 'now').slice(0, 0))) return { name: 'The script `test`', old, now: null };
      continue;
    }
    const command = commandOf(now);
    const isLost = NOTHING.test(command) || (runsTests(commandOf(old)) && leadsNowhere(command, file)) || (runsTests(commandOf(old)) && !runsTests(command) && !ELSEWHERE.test(command)) || (!runsCheck(command) && !ELSEWHERE.test(command));
    if (isLost) return { name: `The script \`${name}\``, old, now };
  }
  return null;
}

/** It calls another script alone, which the file shows and which runs no test. */
function leadsNowhere(command: string, file: DiffFile): boolean {
  const called = /^\s*(?:npm|pnpm|yarn|bun)(?: run)? ([\w:-]{1,60})\s*$/.exec(command)?.[1];
  const line = called === undefined ? undefined : sideText(file, 'now').split('\n').find((text) => scriptName(text) === called);
  return line !== undefined && !runsTests(line) && !ELSEWHERE.test(line.slice(line.indexOf(':') + 1));
}

/** A target whose checks are all gone. */
function recipeOf(file: DiffFile): Hit | null {
  for (const old of removedIn(file)) {
    if (isComment(old.line) || !/^\s/.test(old.line.text) || !runsCheck(commandOf(old))) continue;
    const target = targetOf(old);
    const added = addedIn(file).filter((at) => at.hunk === old.hunk && /^\s/.test(at.line.text) && !isComment(at.line));
    if (target === null || !/test|check|lint|ci|verify|all|type|cov/.test(target)) continue;
    const left = (file.hunks[old.hunk]?.lines ?? []).filter(({ side, text }) => side !== 'removed' && /^\s/.test(text) && (runsCheck(text) || ELSEWHERE.test(text)));
    const isOther = left.some(({ text }) => runsTests(text) === runsTests(old.line.text) || ELSEWHERE.test(text));
    const here = added.filter((at) => targetOf(at) === target);
    if (!here.some((at) => runsCheck(commandOf(at)) || ELSEWHERE.test(commandOf(at))) && !(isOther && here.length === 0)) return { name: `The target \`${clean(target, 40)}\``, old, now: here[0] ?? null };
  }
  return null;
}

/** The target whose recipe the line belongs to; the hunk's section where it does not show it. */
function targetOf({ file, hunk, index, line }: At): string | null {
  const lines = file.hunks[hunk]?.lines ?? [];
  const other = line.side === 'added' ? 'removed' : 'added';
  for (let at = index - 1; at >= 0; at -= 1) {
    const one = lines[at];
    if (one === undefined || one.side === other) continue;
    const name = /^([\w.%/-]{1,80})\s*:(?!=)/.exec(one.text)?.[1] ?? /^\s*task\s+:?["']?(\w+)/.exec(one.text)?.[1];
    if (name !== undefined && name !== '.PHONY') return name;
  }
  return /^([\w.%/-]{1,80})\s*:/.exec(file.hunks[hunk]?.section ?? '')?.[1] ?? null;
}
