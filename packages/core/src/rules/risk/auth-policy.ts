import type { DiffModel } from '../../model/index.js';
import { isMoved } from '../moved.js';
import type { Hit } from './define-risk.js';
import { type View, withStrings } from './view.js';

// Files that say who may do what: permission tables, Casbin, Cedar, OPA, Oso, Firestore rules, Hasura metadata.
const POLICY_FILE = /(?:^|[._-])(?:authz?|authori[sz]ation|permissions?|polic(?:y|ies)|rbac|abac|acls?|access[-_]?(?:control|rules|list)|roles?|entitlements|grants|firestore|storage\.rules|security-rules)(?:[._-]|$)/i;
const POLICY_FOLDER = /(?:^|\/)(?:authz|authori[sz]ation|rbac|acls?|policies|permissions)\//i;
// Symfony's own file for it.
const SECURITY_FILE = /(?:^|\/)security\.ya?ml$/;
const MIDDLEWARE = /(?:^|\/)middleware\.[cm]?[jt]s$/;
const POLICY_FORMAT = /\.(?:json|ya?ml|toml|csv|rego|cedar|polar|rules|conf|xml|hcl|ini|properties|fga|zed|spicedb)$/i;
const NOT_POLICY = /renovate|dependabot|eslint|tsconfig|package\.json|locale|i18n|\.github|mypy|network-?polic|retention|cache|lifecycle|openapi|swagger|manifest\.json|\.vscode/i;
const SAYS_WHO = /allow|deny|permit|forbid|role|subject|action|resource|effect|principal|permission|grant|scope|user|group|admin|\*|[:=]\s{0,3}(?:true|false)|^\s{0,40}(?:-|p,|g,)\s/i;
// Cloud and cluster roles answer to the permissions rule.
const CLOUD = /\b(?:verbs|apiGroups|resourceNames)\b|["']?\b(?:Action|Resource|Principal|NotAction)\b["']?\s{0,3}:|arn:aws|roles\/\w/;
const OWNERS = /(?:^|\/)CODEOWNERS$/;
const OPEN = 'changes who an access policy lets in';

/** Permission files and code owners. */
export function* policyHits(view: View, diff: DiffModel): Iterable<Hit> {
  const { path } = view.file;
  if (OWNERS.test(path)) {
    const lost = view.changed.find(({ line, group }) => line.side === 'removed' && /@/.test(line.text) && !isMoved(line, diff) && !/^\s*#/.test(line.text) && group.added.every(({ text }) => text.trim().split(/\s/)[0] !== line.text.trim().split(/\s/)[0]));
    if (lost) yield { change: lost, says: 'takes the owners of code away', effect: 'warn' };
    return;
  }
  if (MIDDLEWARE.test(path)) yield* fewerMatches(view);
  const name = path.slice(path.lastIndexOf('/') + 1);
  const isPolicy = POLICY_FILE.test(name) || POLICY_FOLDER.test(path) || SECURITY_FILE.test(path);
  if (!POLICY_FORMAT.test(path) || !isPolicy || NOT_POLICY.test(path) || view.file.change === 'deleted') return;
  for (const change of view.changed) {
    const text = withStrings(change.line, view.file);
    if (CLOUD.test(text) || !SAYS_WHO.test(text) || isMoved(change.line, diff) || /^[\s{}()[\],]{0,60}$/.test(text)) continue;
    if (SECURITY_FILE.test(path) && !/roles?\s{0,3}:|ROLE_|IS_AUTHENTICATED|PUBLIC_ACCESS|allow_if/.test(text)) continue;
    const only = change.line.side === 'added' && change.group.removed.length === 0;
    const isOpening = /allow|permit|grant|\*|true/i.test(text);
    yield { change, says: OPEN, ...(view.file.change === 'added' || (only && !isOpening) ? { effect: 'warn' as const } : {}) };
  }
}

/** Next.js runs its middleware only for the paths that `matcher` names: fewer names leave paths unguarded. */
function* fewerMatches({ changed }: View): Iterable<Hit> {
  const paths = (text: string) => text.match(/['"`]\/[^'"`]{0,80}['"`]/g) ?? [];
  for (const change of changed) {
    if (change.line.side !== 'removed' || !/\bmatcher\b/.test(change.line.text)) continue;
    const now = change.group.added.flatMap(({ text }) => paths(text));
    if (paths(change.line.text).some((path) => !now.includes(path))) yield { change, says: 'takes paths out of the middleware that guards them' };
  }
}
