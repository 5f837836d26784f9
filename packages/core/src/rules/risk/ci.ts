import { isMoved } from '../moved.js';
import { ANCHORS } from './anchors.js';
import { defineRisk } from './define-risk.js';
import type { Sign } from './signs.js';
import { around, type Changed, type View } from './view.js';

const WORKFLOW = /(?:^|\/)(?:\.github\/(?:workflows|actions)|\.(?:gitea|forgejo)\/workflows|\.circleci|\.buildkite|\.gitlab)\/|(?:^|\/)(?:\.gitlab-ci|azure-pipelines|bitbucket-pipelines|\.travis|\.drone|action|cloudbuild|buildspec)[\w.-]{0,20}\.ya?ml$|jenkinsfile/i;
const WIDER = 'gives the workflow more permissions';
const LEAK = 'puts a secret of the pipeline where it can be read';

const SIGNS: readonly Sign[] = [
  { says: 'gives the workflow every permission', files: WORKFLOW, added: /^\s{0,40}permissions\s{0,3}:\s{0,3}["']?write-all/ },
  { says: 'runs a workflow with secrets on the code of strangers (pull_request_target)', files: WORKFLOW, added: /\bpull_request_target\b/ },
  { says: LEAK, files: WORKFLOW, added: /\becho\b[^\n]{0,200}\$\{\{\s{0,3}secrets\.|\btoJSON\(\s{0,3}secrets\s{0,3}\)|\b(?:curl|wget)\b[^\n]{0,300}[?&]\w{1,30}=\$\{\{\s{0,3}secrets\.|\bCI_DEBUG_TRACE\W{1,5}true|\bACTIONS_STEP_DEBUG\W{1,5}true|\bACTIONS_ALLOW_UNSECURE_COMMANDS\W{1,5}true|\bprintenv\s{0,3}$|\brun\s{0,3}:\s{0,3}env\s{0,3}$|::add-mask::.{0,10}off|\bpersist-credentials\s{0,3}:\s{0,3}["']?true/, unless: /base64|>\s{0,3}\S|--password-stdin|\|\s{0,3}(?:docker|gh|npm|gpg|vercel|base64|tee|openssl|ssh-add)/ },
  { says: LEAK, files: WORKFLOW, removed: /\bwithCredentials\(|\bmaskPasswords\b|::add-mask::/ },
  { says: LEAK, files: WORKFLOW, added: /^\s{0,40}secrets\s{0,3}:\s{0,3}inherit\b/, effect: 'warn' },
  { says: 'lets strangers run code on an own machine', files: WORKFLOW, added: /\bruns-on\s{0,3}:\s{0,3}\[?\s{0,3}["']?self-hosted/, effect: 'warn' },
  { says: 'takes an approval or a protection of the pipeline away', files: WORKFLOW, removed: /^\s{0,40}environment\s{0,3}:\s{0,3}\S|\bpersist-credentials\s{0,3}:\s{0,3}["']?false|\bprotected\s{0,3}:\s{0,3}true|\bif\s{0,3}:.{0,80}(?:\.fork\s{0,3}==\s{0,3}false|head\.repo\.full_name\s{0,3}==|author_association|github\.actor\s{0,3}==|github\.repository_owner|github\.repository\s{0,3}==|github\.ref\s{0,3}==)|\binput message\s{0,3}:|\bwhen\s{0,3}:\s{0,3}manual|\bwaitForApproval\b|\btype\s{0,3}:\s{0,3}approval\b|harden-runner/, kept: /^\s{0,40}environment\s{0,3}:|persist-credentials\s{0,3}:\s{0,3}["']?false|protected\s{0,3}:\s{0,3}true|\.fork|full_name|author_association|github\.actor|repository_owner|github\.repository|github\.ref\b|\binput\b|manual|approval|harden-runner/ },
];
// What a stranger can write: titles, bodies, branch names, messages.
const FOREIGN = /\$\{\{[^}]{0,80}\bgithub\.(?:event\.(?:issue|pull_request|comment|review|review_comment|discussion|head_commit|commits|pages|workflow_run|release|inputs)\b[\w.*[\]'"]{0,80}\.?(?:title|body|message|name|email|label|ref|head_branch|default_branch|description|page_name)\b|head_ref\b)/;
const SCOPE = /^\s{0,40}((?:contents|actions|packages|id-token|pull-requests|issues|deployments|security-events|checks|statuses|pages|attestations|discussions|repository-projects))\s{0,3}:\s{0,3}["']?(write|read|none)\b/;
const HEAD_REF = /\bref\s{0,3}:\s{0,3}["']?\$\{\{[^}]{0,60}(?:github\.event\.pull_request\.head\.(?:sha|ref)|github\.head_ref|pull_request\.head\.repo)/;
const RUN = /^\s{0,40}(?:-\s{0,3})?(?:run|script|bash|pwsh|powershell|inline)\s{0,3}:/;
const GITLAB_FOREIGN = /\b(?:eval|(?:ba)?sh -c)\b[^\n]{0,80}\$\{?CI_(?:COMMIT_(?:MESSAGE|TITLE|DESCRIPTION|REF_NAME|BRANCH)|MERGE_REQUEST_(?:TITLE|DESCRIPTION|SOURCE_BRANCH_NAME))/;

/** Pipelines: what they may do, whose text and code they run, and who can read their secrets. */
export const rule = defineRisk({
  id: 'risk/ci',
  area: 'CI workflow',
  docs: {
    title: 'A pipeline may do more, or runs what strangers write',
    why: 'A pipeline holds the keys to releases. Its own tests never look at what a stranger could make it do.',
    fix: 'Name the narrow permissions, pass foreign text through `env`, and keep secrets away from the code of pull requests.',
    since: '0.1.0',
  },
  todo: 'Narrow the workflow, or run a check of the workflow permissions',
  cover: { words: /\b(?:workflows?|ci|pipelines?|github actions?|actions? lint|zizmor|permissions? (?:\w+ ){0,3}minimal|jobs? (?:tokens?|permissions?)|pull request target)\b/, near: /\b(?:business|approval|order) workflows?\b|\b(?:data|render\w*|image|ml|etl) pipelines?\b/g },
  anchor: ANCHORS.ci,
  signs: SIGNS,
  *find(view, diff) {
    if (!WORKFLOW.test(view.file.path)) return;
    for (const change of view.anchored) {
      if (isMoved(change.line, diff)) continue;
      const said = change.line.side === 'added' ? addedIn(change, view) : removedIn(change);
      if (said) yield { change, ...said };
    }
  },
});

function addedIn(change: Changed, view: View): { says: string; effect?: 'warn' } | null {
  const { line: { text }, group } = change;
  if (FOREIGN.test(text) && inScript(change) && !group.removed.some((line) => FOREIGN.test(line.text))) return { says: 'puts text that strangers write into a shell command of the workflow' };
  if (GITLAB_FOREIGN.test(text)) return { says: 'puts text that strangers write into a shell command of the workflow' };
  if (HEAD_REF.test(text)) {
    const target = view.file.hunks.some(({ lines }) => lines.some((line) => line.side !== 'removed' && /\bpull_request_target\b|\bworkflow_run\b/.test(line.text)));
    return { says: 'checks out the code of strangers', ...(target ? {} : { effect: 'warn' as const }) };
  }
  const [, scope, level] = SCOPE.exec(text) ?? [];
  if (scope === undefined || level !== 'write') return null;
  if (group.removed.some((line) => SCOPE.exec(line.text)?.[1] === scope && SCOPE.exec(line.text)?.[2] !== 'write')) return { says: WIDER };
  // A scope that is added to a list that was there; a list that is new narrows what every token could do before.
  const head = around(change, 12, 0).reverse().find((line) => !SCOPE.test(line.text));
  return head?.side === 'context' && /^\s{0,40}permissions\s{0,3}:\s{0,3}$/.test(head.text) ? { says: WIDER, effect: 'warn' } : null;
}

/** The list of permissions is gone, and nothing narrows the token any more. */
function removedIn({ line, group }: Changed): { says: string } | null {
  if (!/^\s{0,40}permissions\s{0,3}:/.test(line.text) || /write-all/.test(line.text)) return null;
  return group.added.some(({ text }) => /\bpermissions\s{0,3}:/.test(text)) ? null : { says: WIDER };
}

/** The line is a command, or stands in a block of them: not a value under `env:` or `with:`. */
function inScript(change: Changed): boolean {
  if (RUN.test(change.line.text)) return true;
  const indent = indentOf(change.line.text);
  for (const line of around(change, 60, 0).reverse()) {
    if (line.text.trim() === '' || indentOf(line.text) >= indent) continue;
    return RUN.test(line.text);
  }
  return false;
}

const indentOf = (text: string): number => text.length - text.trimStart().length;
