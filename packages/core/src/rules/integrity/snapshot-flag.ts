import type { DiffFile, Rule } from '../../model/index.js';
import { holdsCommands, runsTests, scriptName } from './checks.js';
import { clean } from './explain.js';
import { found } from './finding.js';
import { addedIn, type At, isComment, isMoved, near, removedIn } from './lines.js';

const FLAG = /(?:^|\s)(?:-u|--update|--updateSnapshots?|--update-snapshots?|--snapshot-update|--ci=false|-update|--update-golden|--force-regen|--record-mode[= ](?:all|rewrite|new_episodes)|--inline-snapshot[= ]\S*(?:fix|update|create)|--update-fixtures|--accept|--bless)(?=[\s"',=]|$)/;
const VARIABLE = /\b(?:UPDATE_(?:GOLDEN|GOLDENS|EXPECT|SNAPSHOTS?|FIXTURES?|BASELINES?)|INSTA_UPDATE|INSTA_FORCE_PASS|SNAPSHOT_UPDATE|GOLDEN_UPDATE|REGENERATE_\w+|CYPRESS_updateSnapshots|TRYBUILD|VCR_MODE|RECORD_MODE|BLESS|UPDATE_TESTS|APPROVE|INSTA_FORCE_UPDATE\w*)["']?\s*[:=]\s*["']?(?!no\b|false\b|0\b|none\b)(\w+)/;
const SETTING = /\b(?:updateSnapshot|update-snapshots?|updateSnapshots)["']?\s*[:=]\s*["']?(?:all|true|new|missing|changed)\b|^\s*update\s*:\s*true\b|\bDiffEngine_Disabled\b.*true|snapshot\.update\s*=\s*true/;

export const rule: Rule = {
  id: 'integrity/snapshot-flag',
  docs: {
    title: 'The test command updates what it compares with',
    why: 'With the flag every run writes the stored output anew and then finds it right.',
    fix: 'Take the flag away. A script of its own may update snapshots.',
    since: '0.1.0',
  },
  *check({ diff }) {
    for (const file of diff.files) {
      const at = addedIn(file).find((one) => isFlag(one, file) && !isComment(one.line) && !isMoved(one, diff));
      if (at === undefined || removedIn(file).some(({ line }) => (FLAG.test(line.text) && runsTests(line.text)) || VARIABLE.test(line.text) || SETTING.test(line.text))) continue;
      yield found('block', `Snapshots are updated by the test run itself (an update flag such as -u or INSTA_UPDATE) in ${file.path}:${at.line.at}: \`${clean(at.line.text, 80)}\`, so any output is accepted. Take the flag away`, [{ file, line: at.line }]);
    }
  },
};

function isFlag(at: At, file: DiffFile): boolean {
  const { text } = at.line;
  const isPlace = holdsCommands(file) || file.role === 'ci';
  const name = scriptName(text) ?? targetOf(at);
  if (name !== null && /update|golden|snap|record|bless|regen|accept|approve|fix|:u$/i.test(name)) return false;
  if (isPlace && FLAG.test(text) && (runsTests(text) || /^\s*["']?(?:addopts|PYTEST_ADDOPTS)\b/.test(text))) return !/playwright install|apt|npm (?:update|install)|--update-env/.test(text);
  if (isPlace && VARIABLE.test(text)) return true;
  if (/(?:^|\/)(?:vite(?:st)?|jest|playwright)\S*\.config\.\w+$|(?:^|\/)package\.json$/.test(file.path) && SETTING.test(text)) return true;
  return (file.role === 'test' || /setup|conftest/.test(file.path)) && /\b(?:process\.env\.|os\.environ\[["']|env::set_var\(\s*["']|os\.Setenv\(\s*["']|ENV\[["'])(?:UPDATE_\w+|INSTA_\w+|SNAPSHOT_UPDATE)\b/.test(text) && /=|set_var|Setenv/.test(text) && !/===?|get\(/.test(text);
}

/** The make target or the step that the line belongs to. */
function targetOf(at: At): string | null {
  for (const { text } of near(at, 4, 0).reverse()) {
    const name = /^([\w.-]{1,60})\s*:(?!=)/.exec(text)?.[1];
    if (name !== undefined) return name;
  }
  return null;
}
