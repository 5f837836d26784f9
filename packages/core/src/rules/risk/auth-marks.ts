import type { DiffFile, DiffLine } from '../../model/index.js';
import { isMatch } from './needles.js';
import { withStrings } from './view.js';

const NOUN = String.raw`(?:auth(?:enticated|entication|orized|orised|orization|n|z|ed)?|authenticat\w*|authori[sz]\w*|admin(?:istrator|s)?|permissions?|perms?|access|roles?|owner(?:ship|s)?|log(?:in|ged_?in)|sign(?:ed_?)?in|session|scopes?|superuser|staff|polic(?:y|ies)|privileges?|acl|tenant|claims?|ability|moderator|api_?key|user_?role)`;
/** Calls, decorators, filters and extractors that exist to keep somebody out. */
export const GUARD_CALLS: readonly RegExp[] = [
  String.raw`(?<![\w$])(?:require|ensure|check|verify|assert|enforce|validate|must(?:_?be|_?have)?|only|restrict(?:_?to)?|deny|protect|is|has|can|requires?|allow_?only|needs)_?(?:user_?|is_?|has_?|be_?|any_?|valid_?|current_?)?${NOUN}(?:_?(?:or|and|for|to|in|of|by|user|admin|role|required|middleware|guard|only|access|permissions?|ed)\w{0,20})?[!?]?(?![\w$])`,
  String.raw`(?<![\w$])(?:verify|validate|require|check)_?(?:access_?|id_?|jwt_?|auth_?|session_?)?(?:token|jwt|user|credentials|identity|same_?origin)(?![\w$])`,
  String.raw`(?<![\w$])(?:assert|ensure|require|verify|check|is)_?(?:team_?|room_?|project_?|org_?|workspace_?)?members?(?:hip)?(?![\w$])|(?<![\w$])(?:assert|ensure|require|check|verify|must)_?can_?(?:read|write|edit|view|delete|access|manage|update|see|open|publish|create|modify|administer|download|use)\w{0,20}|(?<![\w$])(?:verify|check|compare|validate|match(?:es)?)_?password\w{0,10}|\bpassword_?(?:encoder|hasher)?\.(?:matches|verify|check)\(|\bpasswordEncoder\.matches\(|\bbcrypt\.(?:compare|checkpw|verify)\w{0,6}\(|\bargon2\.verify\(|\bCheckPasswordHash\(|\bCompareHashAndPassword\(|(?<![\w$])(?:matches|verify|verifies|check|compare|is_?valid)\w{0,12}\(\s{0,3}\$?[\w.]{0,30}(?:password|passwd|\bpw|plain)\w{0,12}\s{0,3},[^()\n]{0,80}(?:hash|digest|stored)`,
  String.raw`\bauth\w{0,12}\.\w{0,20}(?:Interceptor|Middleware|Guard|Filter)\w{0,10}\b|\b(?:session|token|basic|bearer|credentials|jwt)Authenticator\(|\bguardMiddleware\(|\.grouped\([^)\n]{0,80}(?:auth|guard)`,
  String.raw`(?<![\w$.'"])(?:authorize|authorise|authenticate|authenticated|authorized)[!?]?(?=\s?[(\s:,)]|$)|\.(?:authorize|authenticate|authorized?)[!?]?\(`,
  String.raw`\b(?:login_required|permission_required|permission_classes|authentication_classes|user_passes_test|staff_member_required|superuser_required|admin_required|roles?_required|roles?_accepted|jwt_required|token_required|auth_required|requires_(?:auth\w*|permissions?|roles?|scopes?|login)|LoginRequiredMixin|PermissionRequiredMixin|UserPassesTestMixin|Is(?:Authenticated\w*|AdminUser|Owner\w*|Staff\w*)|DjangoModelPermissions|get_current_(?:active_)?(?:user|admin|superuser)|UseGuards|PreAuthorize|PostAuthorize|PreFilter|RolesAllowed|DenyAll|(?:Auth|Roles?|Admin|Jwt|Permissions?|Policy|Policies|Session|Owner|Scopes?)Guard|canActivate|CanLoad|canMatch|authorize_resource|load_and_authorize_resource|policy_scope|verify_authorized|verify_policy_scoped|authenticate_user!|authenticate_\w{1,20}!?|RequireAuthorization|RequireRole|RequireClaim|RequireAssertion|hasRole|hasAnyRole|hasAuthority|hasAnyAuthority|hasPermission|denyAll|isFullyAuthenticated|ensure_?[lL]ogged_?[iI]n|with_?[aA]uth(?:entication|orization)?|withAuthenticationRequired|requiresAuth(?:entication)?|requireUser|require_user|assertUser|onlyAdmins?|adminOnly|admin_only|adminProcedure|protectedProcedure|AdminUser|AuthUser|AuthenticatedUser|RequireAdmin|RequireAuth\w{0,20}|AdminOnly|BearerAuth|auth_?[mM]iddleware|admin_?[mM]iddleware|AuthRequired|authMiddleware|isAuthenticated|isAuthorized|hasAccess|canAccess|checkPermissions?|onlyOwner|onlyRole|onlyAdmin|onlyGovernance|nonReentrant)\b`,
  String.raw`\[Authorize\b|\bAuthorize\(\s{0,3}(?:Roles|Policy)|\bGate::\w{2,20}|\bAuth::(?:check|guard|user|id)\b|->(?:authorize|can|cannot|hasRole|hasPermissionTo|middleware)\(|\bcan\?[\s(]|\bcannot\?[\s(]|\bplug\s{1,3}:?\w{0,40}(?:auth|admin|require|ensure|login|role|verify)\w{0,30}|\bbefore_(?:action|filter)\s{1,3}:?\w{0,40}(?:auth|admin|require|login|verify|check|ensure|owner|permission|restrict)\w{0,30}[!?]?|\bpassport\.(?:authenticate|authorize)|\b(?:msg|_msg)\.?[sS]ender\b`,
  String.raw`@(?:auth|hasRole|hasScope|authenticated|authorized|requiresAuth|requireAuth|Roles|Permissions|Auth|Authorized|Secured|RequirePermissions?|RequireRole|RequiresPermissions?|RequiresRoles?|Admin|login_required|requires\w{1,20}|CheckPolicies|Acl|IsGranted|Security)\b(?!\w)|@(?:\w{1,30}\.){1,3}(?:authenticated|login_required|admin_required|requires_\w{1,20}|roles_required|auth_required)\b|#\[IsGranted|\bdenyAccessUnlessGranted\(|\bisGranted\(|\b(?:middleware|preHandler|onRequest|beforeEnter|guards?|canActivate)['"]?\s{0,3}[:(=]\s{0,3}\[?[^\])\n]{0,60}(?:auth|admin|role|permission|guard)`,
].map((source) => new RegExp(source, 'i'));
const SUBJECT = String.raw`(?:user|viewer|session|caller|actor|member|principal|account|identity|currentUser|current_user|me|requester|claims|profile|operator|employee|auth|u|usr|staff|customer|ctx\.\w{1,12}|req\.\w{1,12}|request\.\w{1,12}|self\.\w{1,12})`;
/** Asks who somebody is: a property of a person in a comparison, or a question that only people answer. */
const IDENTITY = new RegExp(
  [
    String.raw`\b${SUBJECT}(?:\(\))?(?:\??\.|->|!?\.|::|\[['":]{0,2})(?:get_?)?(?:roles?|is_?[aA]dmin\w{0,10}|is_?[sS]taff|is_?[sS]uperuser|is_?[oO]wner|is_?[mM]oderator|permissions?|perms|scopes?|is_?[aA]uthenticated|is_?[lL]ogged_?[iI]n|is_?[aA]nonymous|has_?[rR]ole|has_?[pP]erm\w{0,14}|groups|authorities|admin\??|privileges?|access_?[lL]evel|can(?:_\w{1,20}|[A-Z]\w{1,20})?)\b`,
    String.raw`\b(?:is_?[aA]dmin|isSuperuser|is_superuser|is_staff|IsAdmin|IsOwner|isOwner|is_owner|has_role|hasRole|HasRole|IsInRole|HasPermission|has_perm|has_permission)\b(?!\s{0,3}[:=](?!=)\s{0,3}(?:bool|boolean|Bool|BooleanField|models|Column))`,
    String.raw`\b(?:RANK|rank|level|permissionRank|roleRank|ROLES?|roleLevel)\w{0,10}\s{0,2}[[(]\s{0,3}\w[\w.]{0,30}\.?[rR]ole`,
    String.raw`\b(?:request|req|ctx)\.auth\s{0,3}(?:!=|==|\.uid)|\bauth\.uid\b|\bcurrent_user_can\(|\bis_user_logged_in\(|\bcheck_ajax_referer\(|\bwp_verify_nonce\(|\bcheck_admin_referer\(`,
  ].join('|'),
  'i',
);
const OWN_SIDE = String.raw`\w{0,20}(?:[oO]wner|[aA]uthor|[cC]reator|[cC]reated_?[bB]y|[uU]ser_?[iI][dD]|UserID|[tT]eam_?[iI][dD]|[tT]enant_?[iI][dD]|[oO]rg(?:anization)?_?[iI][dD]|[aA]ccount_?[iI][dD]|[cC]ustomer_?[iI][dD]|[wW]orkspace_?[iI][dD])\w{0,4}`;
const WHO = String.raw`\w{0,20}(?:[uU]ser|[vV]iewer|[sS]ession|[cC]aller|\bme\b|[cC]urrent|\breq\b|\bctx\b|[aA]uth\b|[aA]ctor|[pP]rincipal|[cC]laims|[rR]equester|[oO]wner|[tT]enant|[tT]eam|[aA]ccount|[oO]rg)\w{0,10}`;
const OWNERSHIP = new RegExp(String.raw`\b${OWN_SIDE}\b(?:\(\))?\s{0,3}(?:[!=]==?|!==|\.equals\(|\.Equals\(|\.eq\(|\bis not\b|\bne\b|<>)\s{0,3}[\w.$>()?-]{0,40}\b${WHO}|\b${WHO}[\w.$>()?-]{0,40}\s{0,3}(?:[!=]==?|!==|\.equals\(|\.Equals\(|\bis not\b)\s{0,3}[\w.$>()?-]{0,40}\b${OWN_SIDE}\b`);
/** A query that only finds what belongs to the one who asks. */
const SCOPED = new RegExp(String.raw`\bcurrent_?user\.\w{2,40}\.(?:find|where|find_by|friendly|includes)\b|\bwhere\b[^;\n]{0,120}\b(?:user_?[iI]d|owner_?[iI]d|tenant_?[iI]d|org_?[iI]d|team_?[iI]d|account_?[iI]d|workspace_?[iI]d|author_?[iI]d)\b['"]?\s{0,3}(?::|=>|=|,)|\.filter\([^)\n]{0,80}\b(?:user|owner|tenant|team|org|account|author|created_by)(?:_id)?\s{0,3}=\s{0,3}(?:self\.)?request\.user|\bget_object_or_404\([^)\n]{0,100}\b(?:user|owner|author)\s{0,3}=\s{0,3}request\.user|\bAND\s{1,3}\w{0,10}\.?(?:user_id|owner_id|tenant_id|org_id|team_id|account_id)\s{0,3}=`);
const REFUSAL = /\b(?:throw|raise|return|abort|render|redirect\w*|deny|reject|halt|res|reply|response|resp|rw|w|c|ctx|http\.Error|Err|Left|fail|panic|die|exit|send_resp|status|head|respond|call\.respond|error|require|revert)\b[^;\n]{0,100}(?:\b40[13]\b|[fF]orbidden|FORBIDDEN|[uU]nauthori[sz]ed|UNAUTHORI[SZ]ED|[aA]ccess_?-?[dD]enied|ACCESS_DENIED|[pP]ermission_?-?[dD]enied|PERMISSION_DENIED|[nN]ot_?[aA]uthori[sz]ed|NotAllowed|not_?[aA]llowed\b|[uU]nauthenticated|UNAUTHENTICATED|[bB]ad_?[cC]redentials|[iI]nvalid_?[cC]redentials|[iI]nsufficient_?[pP](?:ermission|rivilege)|\/login\b|login_(?:path|url)|\bdeny\b)/;
const CONDITION = /\bif\b|\bunless\b|\bguard\b|\belif\b|\bwhen\b|\breturn\b|\bassert\b|\brequire\b|&&|\|\||\?|[!=<>]=|\band\b|\bor\b|\bin\b|\bnot\b|!|includes|contains|has\(|=>|\bwhere\b|:=/;
// Other things that bear these names: devices, dialogs, files, logs, locks, and messages of a chat.
const OTHER = /\bNotification\b|\brequestPermission|['"](?:granted|prompt)['"]|\bPermissionsAndroid\b|\bPermissionStatus\b|\bnavigator\.permissions|\bManifest\.permission|\bPermission\.(?:camera|location|microphone|storage|notification|photos)|checkSelfPermission|\b(?:message|msg|m|chat|delta|choice|turn|entry)\??[.[]['"]?role\b|\brole\b['"]?\]?\s{0,3}[!=]==?\s{0,3}['".:]{0,2}(?:assistant|system|tool|function|button|dialog|menu\w{0,6}|tab\w{0,5}|option|listbox|presentation|alert)\b|ownerDocument|ownerElement|defaultPrevented|author_association|\?\s{0,3}["'][^"']{0,80}["']\s{0,3}:\s{0,3}["'\w]|\baccess_?[lL]og|[aA]ccessor|fs\.access\b|\bos\.access\(|access\([^)]{0,60}(?:R_OK|W_OK|X_OK|F_OK|constants)/;
// Laravel names its guards in strings: routes, groups, the kernel.
const LARAVEL = /['"](?:auth(?::\w{1,20})?|can:[\w,-]{1,60}|role:[\w|,-]{1,60}|permission:[\w|,. -]{1,60}|verified|password\.confirm|admin)['"]\s{0,3}[,\])]/;
const UI = /\.(?:tsx|jsx|vue|svelte|html|swift|dart)$/;
const NO_STATEMENT = /^\s{0,60}(?:import\b|from\s|use\s|using\s|require(?:_once|_relative)?[\s(]{1,2}['"]|#include|package\b|export \{|export \* |\} from|console\.|log(?:ger|ging)?\.|type\s|interface\s|\/\/|\*)|^\s{0,60}(?:const|let|var)\s\{?[\w\s,]{1,200}\}?\s{0,3}=\s{0,3}(?:await\s)?(?:require|import)\(/;

export type Kind = 'call' | 'identity' | 'ownership' | 'query' | 'refusal';

/** Whether the line keeps somebody out, and by what; null for any other line. `near`: the code of the lines around it. */
export function markOf(line: DiffLine, file: DiffFile, near: string): Kind | null {
  const { code } = line;
  if (code.trim() === '' || NO_STATEMENT.test(code)) return null;
  const text = withStrings(line, file);
  if (OTHER.test(text)) return null;
  if (isGuardCall(callPart(code)) || (/['"]/.test(text) && /(?:middleware|->can|Gate|before_action|plug|roles?\b)/.test(text) && isGuardCall(callPart(text)))) return 'call';
  if (LARAVEL.test(text) && file.path.endsWith('.php')) return 'call';
  if (IDENTITY.test(callPart(text)) && CONDITION.test(code)) return 'identity';
  if (OWNERSHIP.test(code) && (REFUSAL.test(near) || REFUSAL.test(text) || (/\breturn\b/.test(code) && !UI.test(file.path)) || /throw|raise|\bfalse\b|\bFalse\b|NotFound|not_found|404/.test(near))) return 'ownership';
  if (SCOPED.test(text) && !/\b(?:delete|destroy|truncate|remove)\w{0,6}\b/i.test(code)) return 'query';
  return REFUSAL.test(text) ? 'refusal' : null;
}

const isGuardCall = (code: string): boolean => GUARD_CALLS.some((pattern) => isMatch(pattern, code));
const guardCallsIn = (code: string): string[] => GUARD_CALLS.filter((pattern) => isMatch(pattern, code)).flatMap((pattern) => code.match(new RegExp(pattern.source, 'gi')) ?? []);

/** A declaration of a guard is not a use of it. */
function callPart(code: string): string {
  return code.replace(/\b(?:function|def|defp|func|fn|fun|class|interface|struct|module|trait|enum|type)\s{1,4}(?:\([^)]{0,60}\)\s{0,3})?[\w.!?]{1,80}|^\s{0,40}(?:export\s)?(?:const|let|var)\s[\w$]{1,80}/, ' ');
}

const TOKENS = /[A-Za-z_$][\w$]*[!?]?|&&|\|\||[!=<>]==?|[<>!]|\?\?/g;
const KEEP = new RegExp(String.raw`${NOUN}|^(?:every|some|all|any|none|can|may|has|is|owner|user_?id|team|tenant|org|account|author|creator|forbidden|unauthori|denied|deny|permit|gate|guard|anonymous|40[13]|level|rank|group|claim|scope)`, 'i');
const OPERATORS = /^(?:&&|\|\||[!=<>]=?=?|\?\?|and|or|not|unless|in)$/;

/** What an error says decides nothing. */
const THROWN = /^\s*(?:throw|raise|panic!?)\b/;

/** What decides on the line: operators, names of rights and people's properties, and literals. Receivers and layout do not count. */
export function tokensOf(line: DiffLine, file: DiffFile): string[] {
  const text = withStrings(line, file);
  const literals = THROWN.test(text) ? [] : [...text.matchAll(/["'`]([^"'`]{1,80})["'`]/g)].map((match) => `'${match[1] ?? ''}'`);
  const bare = text.replace(/["'`][^"'`]{0,200}["'`]/g, ' ');
  const numbers = bare.match(/\b40[13]\b/g) ?? [];
  const names = (bare.match(TOKENS) ?? []).filter((token) => OPERATORS.test(token) || KEEP.test(token));
  const plain = names.map((token) => (token === 'and' ? '&&' : token === 'or' ? '||' : token === 'not' ? '!' : token.replace(/^([!=])==$/, '$1=')));
  const calls = guardCallsIn(callPart(bare)).map((call) => call.toLowerCase().replace(/[^a-z]/g, ''));
  const constants = bare.match(/\b[A-Z]\w{1,40}(?:::|\.)[A-Z]\w{1,40}|(?<=[\s(=,])\.[a-z]\w{2,30}\b/g) ?? [];
  const atoms = bare.match(/(?<![:\w]):[a-z_]\w{1,40}/g) ?? [];
  const query = SCOPED.test(text) ? ['query'] : [];
  // `=>` and generics are layout.
  return [...plain.filter((token) => token !== '>' || /\s>\s/.test(bare)).filter((token) => token !== '<' || /\s<\s/.test(bare)), ...(numbers.length > 0 ? ['403'] : []), ...literals, ...calls, ...constants, ...atoms, ...query];
}

/** The same for a line of a function that is a guard: every name and number decides there. */
export function bodyTokensOf(line: DiffLine, file: DiffFile): string[] {
  const text = withStrings(line, file);
  return (THROWN.test(text) ? text.replace(/(["'`])[^"'`]{0,200}\1/g, ' ') : text).match(/[A-Za-z_$][\w$]*|\d+|&&|\|\||[!=<>]==?|[<>!]|["'`][^"'`]{0,200}["'`]/g) ?? [];
}
