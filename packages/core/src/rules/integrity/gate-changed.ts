import type { DiffFile, Evidence, Rule } from '../../model/index.js';
import { worthOfCommand } from './worth.js';
import { runsCheck } from './checks.js';
import { clean } from './explain.js';
import { found } from './finding.js';
import { addedIn, type At, counterparts, fileName, isAskedBy, isComment, isMoved, removedIn, sideText } from './lines.js';

const GATES = /(?:^|\/)(?:verifier\.config\.json|cordis(?:\.\w+)?\.ya?ml|\.claude\/settings(?:\.local)?\.json|\.claude\/hooks\/\S+|\.codex\/\S+|\.cursor\/(?:BUGBOT\.md|hooks\.json|rules\/\S+)|\.gemini\/settings\.json|\.opencode\/\S+|opencode\.jsonc?|\.coderabbit\.ya?ml|greptile\.json|sonar-project\.properties|\.?codecov\.ya?ml|\.kaizen\/\S+|\.aider\.conf\.yml|\.mcp\.json|\.github\/copilot-\S+|\.pr_agent\.toml|ellipsis\.ya?ml|\.sourcery\.yaml|\.deepsource\.toml|\.codeclimate\.yml|qodana\.yaml|sweep\.yaml)$/i;
const OFF = /"disableAllHooks"\s*:\s*true|^\s*disabled\s*:\s*true|\bonUndetected\s*:\s*["']?allow|\bgateTurnEnd["']?\s*:\s*false|\bmaxTurnEndRetries["']?\s*:\s*0\b|"(?:bypassPermissions|dangerouslySkipPermissions)"|"defaultMode"\s*:\s*"bypassPermissions"|"skipDangerousModePermissionPrompt"\s*:\s*true|\brequire_ci_to_pass["']?\s*:\s*(?:no|false)|\binformational\s*:\s*true|\brequest_changes_workflow\s*:\s*false|\bauto_review["']?\s*:\s*(?:false|\{\s*["']?enabled["']?\s*:\s*false)|^\s*enabled\s*:\s*false|"(?:enabled|strict|blocking)"\s*:\s*false|\bqualitygate\.wait\s*=\s*false|\breviews?\s*:\s*(?:false|off)|"failOn"\s*:\s*"(?:never|none)"/i;
const WIDE = /"(?:Bash\(\s*\*?\s*(?::\*)?\)|Bash|\*|Edit\(\*\*?\)|Write\(\*\*?\)|Bash\((?:rm|git push|sudo|chmod|curl)[^"]*)"/;
const FAIL_ON = ['mergeable', 'conditional', 'inconclusive', 'not_mergeable'];

export const rule: Rule = {
  id: 'integrity/gate-changed',
  docs: {
    title: 'The gate that judges this change was made weaker by it',
    why: 'A change that configures its own judge is judged by nobody.',
    fix: 'Restore the configuration, and change the gate in a change of its own.',
    since: '0.1.0',
  },
  *check(evidence) {
    for (const file of evidence.diff.files) {
      if (!GATES.test(file.path) && !GATES.test(file.oldPath ?? '')) continue;
      const hit = hitIn(file, evidence);
      if (hit === null) {
        if (file.change === 'modified' && /verifier\.config|cordis|settings/.test(file.path)) yield found('note', `The configuration of the gate ${file.path} is changed by this change. What runs is what the base says`, [{ file, line: addedIn(file)[0]?.line ?? null }]);
        continue;
      }
      const isAsked = isAskedBy(evidence, /\b(?:hooks?|settings\.json|verifier|coderabbit|codecov|sonar|gate|permissions?|cordis|greptile|bugbot)\b/i) && !hit.isHard;
      yield found(isAsked ? 'warn' : 'block', `The configuration of a gate (verifier, hook or reviewer settings) was weakened in ${file.path}:${hit.at.line.at}: ${hit.says} (\`${clean(hit.at.line.text, 80)}\`). Restore it, and change the gate in a change of its own`, [...counterparts(hit.at).slice(0, 2).map((line) => ({ file, line })), { file, line: hit.at.line }]);
    }
  },
};

interface Hit {
  readonly at: At;
  readonly says: string;
  readonly isHard: boolean;
}

function hitIn(file: DiffFile, { diff }: Evidence): Hit | null {
  const name = fileName(file.path);
  if (file.change === 'deleted' || (file.change === 'renamed' && !GATES.test(file.path))) {
    const [first] = removedIn(file);
    return { at: first ?? nothing(file), says: 'it was deleted', isHard: /verifier|claude|cordis/.test(file.path) };
  }
  const isNew = file.change === 'added';
  for (const at of addedIn(file)) {
    if (isComment(at.line) || isMoved(at, diff)) continue;
    const { text } = at.line;
    const old = counterparts(at);
    if (OFF.test(text) && !old.some((line) => OFF.test(line.text)) && !(isNew && !/disableAllHooks|bypass|onUndetected|gateTurnEnd/.test(text))) return { at, says: 'it is switched off or blocks no more', isHard: true };
    if (WIDE.test(text) && /allow|Bash|Write|Edit/.test(sideText(file, 'now')) && /settings/.test(name) && !old.some((line) => WIDE.test(line.text)) && !isDenied(at)) return { at, says: 'permissions are widened', isHard: false };
    if (name === 'verifier.config.json' && !isNew) {
      const says = configWeaker(text, old.map((line) => line.text));
      if (says !== null) return { at, says, isHard: true };
    }
    if (/\bcommands?["']?\s*:/.test(text) && worthOfCommand(text) !== null && !isNew) return { at, says: 'its command checks nothing', isHard: true };
    if (/maxTurnEndRetries|timeout/i.test(text) && /:\s*(?:0|1|[1-9]\d{7,})\b/.test(text) && old.some((line) => /maxTurnEndRetries|timeout/i.test(line.text)) && !isNew) return { at, says: 'a limit is extreme', isHard: true };
  }
  return removedGuard(file, diff);
}

/** Commands emptied or replaced, `failOn` looser, another base. */
function configWeaker(text: string, old: readonly string[]): string | null {
  const of = (key: string) => old.find((line) => line.includes(`"${key}"`));
  if (/"verifyCommands"/.test(text)) {
    const before = of('verifyCommands');
    const items = (line: string) => [...line.replace(/^[^[]*\[/, '').matchAll(/"([^"]*)"/g)].map((match) => match[1] ?? '');
    if (before !== undefined) {
      const [a, b] = [items(before), items(text)];
      if (a.some((command) => !b.includes(command)) && b.filter((command) => runsCheck(command)).length < a.filter((command) => runsCheck(command)).length) return 'its commands are removed or replaced by weaker ones';
      if (b.length < a.length || b.some((command) => !a.includes(command) && worthOfCommand(command) !== null)) return 'its commands are removed or replaced by weaker ones';
    }
  }
  if (/"failOn"/.test(text)) {
    const [a, b] = [FAIL_ON.findIndex((word) => of('failOn')?.includes(`"${word}"`)), FAIL_ON.findIndex((word) => text.includes(`"${word}"`))];
    if (of('failOn') !== undefined && (b < 0 || (a >= 0 && b > Math.max(a, 1)))) return 'it fails on less';
  }
  if (/"base"/.test(text) && of('base') !== undefined) return 'its base is another one';
  if (/"verifyTimeoutMs"/.test(text)) {
    const size = Number(/(\d+)/.exec(text)?.[1] ?? 0);
    if (size < 10_000 || size > 86_400_000) return 'its time limit is extreme';
  }
  return null;
}

/** Hooks, commands and rules that are gone. */
function removedGuard(file: DiffFile, diff: Evidence['diff']): Hit | null {
  const now = sideText(file, 'now');
  for (const at of removedIn(file)) {
    if (isComment(at.line) || isMoved(at, diff)) continue;
    const { text } = at.line;
    const quoted = /"command"\s*:\s*"([^"]*)"/.exec(text)?.[1] ?? /^\s*"([^"]{3,})"\s*,?\s*$/.exec(text)?.[1] ?? null;
    if (quoted !== null && !now.includes(quoted) && (/"command"/.test(text) || runsCheck(quoted)) && !counterparts(at).some((line) => /"command"/.test(line.text) && worthOfCommand(line.text) === null && !/"command"\s*:\s*"(?:true|echo|exit)/.test(line.text))) return { at, says: 'a hook or command that guards was removed', isHard: /"command"/.test(text) };
    if (/"(?:deny|ask)"\s*:|^\s*"(?:Bash|Edit|Write|Read)\([^"]*\)"/.test(text) && isDenied(at) && !now.includes(text.trim().replace(/,$/, ''))) return { at, says: 'a denied permission was removed', isHard: false };
    if (/"(?:PreToolUse|PostToolUse|Stop|SubagentStop|UserPromptSubmit)"/.test(text) && !/"(?:PreToolUse|PostToolUse|Stop|SubagentStop|UserPromptSubmit)"\s*:\s*\[\s*\]/.test(text) && !now.includes(/"\w+"/.exec(text)?.[0] ?? '\0')) return { at, says: 'a hook was removed', isHard: true };
    if (/onUndetected["']?\s*:\s*["']?deny|gateTurnEnd["']?\s*:\s*true|require_ci_to_pass\s*:\s*(?:yes|true)|qualitygate\.wait\s*=\s*true|request_changes_workflow\s*:\s*true|"failOn"|path_instructions|"verifyCommands"/.test(text) && !now.includes(/[\w.]{5,}/.exec(text)?.[0] ?? '\0')) return { at, says: 'a rule of it was removed', isHard: true };
    if (/BUGBOT\.md|rules\//.test(file.path) && /\b(?:must|never|always|do not|require|block)\b/i.test(text) && counterparts(at).length === 0) return { at, says: 'a rule of it was removed', isHard: false };
  }
  return null;
}

/** The line stands in the list of what is denied. */
function isDenied({ file, hunk, index, line }: At): boolean {
  if (/"deny"/.test(line.text)) return true;
  const lines = file.hunks[hunk]?.lines ?? [];
  for (let at = index - 1; at >= 0; at -= 1) {
    const key = /"(allow|deny|ask|hooks|permissions)"\s*:/.exec(lines[at]?.text ?? '')?.[1];
    if (key !== undefined) return key === 'deny' || key === 'ask';
  }
  return false;
}

const nothing = (file: DiffFile): At => ({ file, hunk: 0, index: 0, line: { at: 0, side: 'removed', text: file.oldPath ?? file.path, code: '' } });
