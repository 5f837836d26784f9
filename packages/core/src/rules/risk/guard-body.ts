import { declaredIn, declaredOn } from './symbols.js';
import type { Changed } from './view.js';

// Functions whose result says who may do something; the name alone tells.
const GUARD_NAME = /^_?(?:(?:require|ensure|check|verify|assert|enforce|validate|is|has|can|may|allow|deny|protect|guard|must)_?(?:user_?|be_?|any_?)?(?:auth\w{0,14}|admin\w{0,10}|permi(?:ssions?|tted)|access\w{0,8}|roles?|owner\w{0,6}|log(?:in|gedin|ged_in)|signedin|session|scopes?|superuser|staff|polic(?:y|ies)|privileges?|allowed|granted|forbidden)\w{0,24}|authenticate\w{0,12}|authori[sz]e\w{0,12}|can_?activate|auth_?(?:guard|middleware|check|handler|filter|interceptor|required)\w{0,10}|admin_?(?:only|guard|middleware|required)|login_required|is_?allowed|require_?(?:user|admin)|doFilterInternal|canMatch|has_object_permission|has_permission|get_current_(?:active_)?user)[!?]?$/i;
// Questions about what somebody may do; these need the somebody among their parameters.
const QUESTION = /^_?(?:can|may|allows?|allowed|permitted|allowed_?to|is_?allowed\w{0,10}|could)(?:_?[A-Za-z]\w{0,40})?[!?]?$/;
const SOMEBODY = /\b(?:user|viewer|caller|actor|member|principal|account|session|identity|person|requester|operator|u|ctx|context|current_?user|req|request)\b/i;
// Every function of these files answers who may do what.
const POLICY = /(?:^|[/_.-])(?:polic(?:y|ies)|abilit(?:y|ies)|authz|authori[sz]ation|guards?|permissions?)(?:[/_.-]|$)|Polic(?:y|ies)(?:[/.]|$)|Guard\./;
const NO_LOGIC = /^[\s{}()[\];,]{0,60}$|^\s{0,60}(?:\/\/|#(?!if)|\*|console\.|log(?:ger|ging)?\.|import\b|from\b|use\s|@)/;
const DECIDES = /\breturn\b|\bif\b|\bunless\b|\bguard\b|\belse\b|\bthrow\b|\braise\b|&&|\|\||[!=<>]=|\bnext\(|\btrue\b|\bfalse\b|\bTrue\b|\bFalse\b|\bin\b|\bnot\b|\bwhen\b|=>/;
const REACH = 60;

/** The name of the guard function of whose body the line is a deciding part; null for any other line. */
export function bodyOf({ line, group, index }: Changed, path = ''): string | null {
  const isGuard = (found: string, code: string) => isGuardDeclaration(found, code) || (POLICY.test(path) && SOMEBODY.test(code.slice(code.indexOf(found) + found.length)));
  if (NO_LOGIC.test(line.code) || !DECIDES.test(line.code)) return null;
  const other = line.side === 'added' ? 'removed' : 'added';
  const indent = indentOf(line.text);
  const own = declaredOn(line)[0];
  if (own !== undefined) return isGuard(own, line.code) && /\breturn\b|=>|=\s{0,3}\w.*(?:[!=<>]=|&&|\|\|)/.test(line.code.slice(line.code.indexOf(own))) ? own : null;
  for (let at = index - 1; at >= Math.max(0, index - REACH); at -= 1) {
    const item = group.hunk.lines[at];
    if (!item || item.side === other || item.code.trim() === '') continue;
    const inside = indentOf(item.text) < indent;
    if (!inside) continue;
    const [name] = declaredOn(item);
    if (name !== undefined) return isGuard(name, item.code) ? name : null;
  }
  const { section } = group.hunk;
  const [name] = declaredIn(section);
  return name !== undefined && isGuard(name, section) ? name : null;
}

function isGuardDeclaration(name: string, code: string): boolean {
  return GUARD_NAME.test(name) || (QUESTION.test(name) && SOMEBODY.test(code.slice(code.indexOf(name) + name.length)));
}

const indentOf = (text: string): number => text.length - text.trimStart().length;
