import type { DiffFile, Rule } from '../../model/index.js';
import { clean } from './explain.js';
import { found } from './finding.js';
import { addedIn, type At, counterparts, fileName, isAskedBy, isComment, isMoved, removedIn, sideText } from './lines.js';

const FILES = /(?:^|\/)(?:CODEOWNERS|OWNERS|\.github\/(?:settings\.ya?ml|rulesets?\/\S+|branch-protection\S*|dependabot\.ya?ml|pull_request_template\.md|PULL_REQUEST_TEMPLATE(?:\.md|\/\S+)|mergify\.ya?ml)|\.mergify(?:\/config)?\.ya?ml|\.gitlab\/merge_request_templates\/\S+|\.pullapprove\.ya?ml|pull_request_template\.md|renovate\.json5?|\.renovaterc\S*|branch-protection\S*\.(?:json|ya?ml|tf)|dangerfile(?:\.\w+)?|bors\.toml|\.kodiak\.toml|prow\S*\.ya?ml)$/i;
const RULES = /required_(?:approving_review_count|pull_request_reviews|status_checks|signatures|reviews)|enforce_admins|require_code_owner_reviews|dismiss_stale_reviews|contexts|strict|allow_force_pushes|approvals?_required|#approved-reviews-by|check-success|status-success|review_required|required_approvals/i;

export const rule: Rule = {
  id: 'integrity/review-removed',
  docs: {
    title: 'A rule about who must review was removed',
    why: 'The change that takes the reviewer away is the one that he should have seen.',
    fix: 'Restore the rule, or let its owners remove it in a change of their own.',
    since: '0.1.0',
  },
  *check(evidence) {
    for (const file of evidence.diff.files) {
      if (!FILES.test(file.path) && !FILES.test(file.oldPath ?? '')) continue;
      const hit = hitIn(file);
      if (hit === null || isMoved(hit.at, evidence.diff)) continue;
      const isAsked = isAskedBy(evidence, /\b(?:codeowners?|owners?|reviewers?|review rules?|branch protection|dependabot|renovate|template|mergify|maintainers?)\b/i);
      yield found(isAsked || hit.isSoft ? 'warn' : 'block', `A review rule (code owner, approval, protection) was removed from ${file.path}:${hit.at.line.at}: \`${clean(hit.at.line.text, 80)}\`. Restore it, or let its owners remove it in a change of their own`, [{ file, line: hit.at.line }]);
    }
  },
};

function hitIn(file: DiffFile): { at: At; isSoft: boolean } | null {
  const name = fileName(file.path).toLowerCase();
  const removed = removedIn(file).filter(({ line }) => !isComment(line) && line.text.trim() !== '');
  if (file.change === 'renamed' && !FILES.test(file.path)) return { at: { file, hunk: 0, index: 0, line: { at: 0, side: 'removed', text: file.oldPath ?? '', code: '' } }, isSoft: false };
  if (/^(?:code)?owners$/.test(name)) {
    const lost = removed.find((at) => {
      const path = at.line.text.trim().split(/\s+/)[0] ?? '';
      const now = addedIn(file).find(({ line }) => line.text.trim().split(/\s+/)[0] === path);
      return now === undefined || now.line.text.trim().split(/\s+/).length < at.line.text.trim().split(/\s+/).length;
    });
    const wide = addedIn(file).find(({ line }) => /^\s*[\w/*.]*(?:test|spec|\.github|workflows|ci|hooks|verifier|src|\*)[\w/*.]*\s*$/.test(line.text) && !line.text.trim().startsWith('#') && line.text.trim() !== '');
    return lost === undefined ? (wide === undefined ? null : { at: wide, isSoft: false }) : { at: lost, isSoft: false };
  }
  if (/template/.test(file.path.toLowerCase())) {
    const box = removed.find((at) => /^\s*[-*]\s*\[[ x]?\]/.test(at.line.text) && !counterparts(at).some(({ text }) => /^\s*[-*]\s*\[/.test(text)));
    return box === undefined ? null : { at: box, isSoft: true };
  }
  if (/dependabot|renovate/.test(name)) return file.change === 'deleted' || removed.some(({ line }) => /package-ecosystem|"extends"|"enabled"\s*:\s*true/.test(line.text)) && addedIn(file).every(({ line }) => !/package-ecosystem|extends/.test(line.text)) && removed[0] !== undefined ? (removed[0] === undefined ? null : { at: removed[0], isSoft: true }) : null;
  const lost = removed.find((at) => RULES.test(at.line.text) && !sideText(file, 'now').includes(at.line.text.trim()) && isWeaker(at));
  return lost === undefined ? null : { at: lost, isSoft: false };
}

/** Removed, switched off, or a smaller number. */
function isWeaker(at: At): boolean {
  const key = /[\w#-]+/.exec(at.line.text.trim())?.[0] ?? '';
  const now = counterparts(at).find(({ text }) => text.includes(key));
  if (now === undefined) return true;
  const [a, b] = [/(\d+)/.exec(at.line.text)?.[1], /(\d+)/.exec(now.text)?.[1]];
  if (a !== undefined && b !== undefined) return Number(b) < Number(a);
  return /true/i.test(at.line.text) ? /false|null/i.test(now.text) : /force/i.test(key) && /true/i.test(now.text) || /null|\[\s*\]/.test(now.text);
}
