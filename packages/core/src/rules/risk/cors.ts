import { ANCHORS } from './anchors.js';
import { defineRisk } from './define-risk.js';
import type { Sign } from './signs.js';
import { around, type Changed } from './view.js';

const OPENED = 'opens CORS to every origin';
const FORGERY = 'takes the protection against forged requests away';
const COOKIE = 'takes a flag away that protects a cookie';
const HEADERS = 'takes security headers away';

const SIGNS: readonly Sign[] = [
  // Plain headers, nginx, Apache, properties
  { says: OPENED, added: /Access-Control-Allow-Origin['"]?\]?\s{0,3}(?:[,:=]|=>)?\s{0,3}['"]?\*|Access-Control-Allow-Origin['"]?\]?\s{0,3}(?:[,:=]|=>)\s{0,3}(?:req|request|ctx|c|r)\b.{0,40}origin|Access-Control-Allow-Origin['"]\s{0,3}[,:]\s{0,3}\w{1,20}\s{0,3}(?:\?\?|\|\|)\s{0,3}['"]\*['"]/i },
  // cors, Fastify, NestJS, Hono, socket.io, Koa
  { says: OPENED, added: /\borigin['"]?\s{0,3}[:=]\s{0,3}(?:\[?\s{0,3}['"]\*['"]|true\b|\/\.\*\/)|\borigin['"]?\s{0,3}:\s{0,3}\(?[^)=]{0,40}\)?\s{0,3}=>\s{0,3}(?:\w{1,20}\(null, true|true|\w{1,12}(?:,|$))|\bcors\s{0,3}[:=]\s{0,3}(?:true|['"]\*['"])|\benableCors\(\s{0,3}\)|\bcors\(\s{0,3}\)/ },
  // FastAPI, Starlette, Flask-CORS, Django
  { says: OPENED, added: /\ballow_origins\s{0,3}=\s{0,3}[[(]\s{0,3}["']\*|\ballow_origin_regex\s{0,3}=\s{0,3}r?["'](?:\^?\.\*|https\?:\/\/\.\*)|\bCORS_(?:ALLOW_ALL_ORIGINS|ORIGIN_ALLOW_ALL)\s{0,3}=\s{0,3}True|\borigins['"]?\s{0,3}[:=,]?\s{0,3}\[?\s{0,3}['"]\*['"]|\bcross_origin\(\s{0,3}\)|\bCORS\(\s{0,3}app\s{0,3}\)/ },
  // ASP.NET, Spring, Ktor, Go (gin, rs/cors, gorilla), Rust (tower-http, actix, rocket), Rails, Laravel, Phoenix
  { says: OPENED, added: /\bAllowAnyOrigin\(|\bSetIsOriginAllowed\([^)]{0,40}=>\s{0,3}true|\bAllowAllOrigins\s{0,3}[:=]\s{0,3}true|\bAllowOriginFunc\b.{0,80}return true|\b[aA]llow(?:ed)?_?Origins?(?:Patterns?)?['"]?\]?\s{0,3}(?:[:=(]|=>|:=)\s{0,3}(?:\[\]string\s{0,3}\{|\[|\(|List\.of\(|Arrays\.asList\(|listOf\(|Collections\.singletonList\()?\s{0,3}["']\*|\baddAllowedOrigin(?:Pattern)?\(\s{0,3}"\*|@CrossOrigin(?:\s{0,3}$|\s{0,3}\(\s{0,3}\)|\s{0,3}\(.{0,40}"\*")|\banyHost\(|\ballow_any_origin\(|CorsLayer::(?:very_)?permissive|\bCors::permissive|\ballow_origin\(\s{0,3}(?:cors::)?Any\b|\bcors\.DefaultConfig|\bcors\.(?:AllowAll|Default)\(/i },
  { says: 'lets cookies go along with requests from other origins', added: /Access-Control-Allow-Credentials['"]?\]?\s{0,3}(?:[,:=]|=>)\s{0,3}['"]?true|\ballow_credentials\s{0,3}[:=]\s{0,3}True|\bCORS_ALLOW_CREDENTIALS\s{0,3}=\s{0,3}True|\bAllowCredentials\s{0,3}(?:\(\s{0,3}\)|[:=]\s{0,3}true)|\bsupports_credentials\b.{0,6}[Tt]rue/ },
  { says: FORGERY, added: /\bcsrf_exempt\b|\bskip_forgery_protection\b|\bskip_before_action\s{0,3}\(?:verify_authenticity_token|\bcsrf\(\s{0,3}\)\s{0,3}\.disable\(|\bcsrf\(.{0,60}(?:disable|ignoringRequestMatchers)|\bcsrf\s{0,3}\{[^}]{0,30}disable|\bWTF_CSRF_ENABLED\s{0,3}=\s{0,3}False|\bIgnoreAntiforgeryToken\b|\bDisableAntiforgery\(|\bcheckOrigin\s{0,3}:\s{0,3}false|\bcheck_origin:\s{0,3}false|\bCheckOrigin\b.{0,80}return true|\b(?:csrf|xsrf|csrfProtection|enableCsrf|csrf_protection|csrfPrevention|antiForgery)['"]?\s{0,3}(?:[:=]|=>)\s{0,3}(?:false|False|off)\b|\ballow_forgery_protection\s{0,3}=\s{0,3}false|protect_from_forgery.{0,20}:?null_session/i },
  { says: FORGERY, removed: /\bprotect_from_forgery\b|CsrfViewMiddleware|\bcsrf(?:_?[pP]rotection|_?[mM]iddleware|Guard|Sync)?\s{0,3}[(,)\]]|\bcsurf\b|@csrf\b|\{%\s{0,3}csrf_token|\bcsrf_token\b|\bcsrf_protect\b|ValidateAntiForgeryToken|VerifyCsrfToken|ValidateCsrfToken|\bverify(?:Csrf|Xsrf|_csrf)\w{0,20}|\bcheckCsrf\w{0,20}\(|:protect_from_forgery|CSRFProtect\(|\b(?:doubleCsrf|lusca\.csrf)\b|UseAntiforgery\(|verify_authenticity_token/i, kept: /csrf|csurf|xsrf|forgery|authenticity_token/i },
  { says: FORGERY, removed: /\b(?:event|e|evt|msg|message|ev)\.origin\s{0,3}[!=]==?|\btrustedOrigins?\b.{0,40}includes|allowed_?Origins?\.(?:includes|has|contains)/i, kept: /\.origin\b|origins?\.(?:includes|has|contains)/i },
  { says: OPENED, removed: /\b\w{0,30}(?:allow|origin|trust|permitted|whitelist|known)\w{0,30}\??\.(?:includes|has|contains|indexOf|some|include\?|Contains)\(\s{0,3}\w{0,20}origin\b|\bslices\.Contains\([^)]{0,60}\borigin\b|\borigin\s{1,3}(?:not\s{1,3})?in\s{1,3}\w{0,30}(?:allow|origin|trust|permitted|known)|\bin_array\(\s{0,3}\$origin\b/i, kept: /(?:includes|has|contains|indexOf|some|include\?|Contains)\([^)]{0,60}origin|origin\s{1,3}(?:not\s{1,3})?in\s|in_array\([^)]{0,60}origin|isAllowedOrigin|originAllowed|AllowOriginFunc|\borigins?\s{0,3}[:=]/i },
  { says: COOKIE, added: /\bhttp_?-?only['"]?\s{0,3}(?:[:=]|=>)\s{0,3}(?:false|False|0)\b|\bsame_?-?site['"]?\s{0,3}(?:[:=]|=>)\s{0,3}['"]?:?none\b|\b(?:SESSION|CSRF)_COOKIE_(?:SECURE|HTTPONLY)['"]?\]?\s{0,3}=\s{0,3}False|\bSESSION_COOKIE_SAMESITE['"]?\]?\s{0,3}=\s{0,3}(?:None|"None")|\bSameSite(?:Mode\.None|NoneMode|\.NONE|:\s{0,3}SameSite::None)|\bset(?:HttpOnly|Secure)\(\s{0,3}false|CookieSecurePolicy\.None|\bsession\.cookie_(?:secure|httponly)\W{1,6}(?:0|off|false)|\bcookie_(?:secure|httponly)\W{1,8}(?:false|off|0)|\bSESSION_SECURE_COOKIE\W{1,4}false|\bcookie\.secure\W{1,4}false|http-only:\s{0,3}false/i },
  { says: COOKIE, removed: /\bhttp_?-?only['"]?\s{0,3}(?:[:=(]|=>)\s{0,3}(?:true|True|1)\b|\bsame_?-?site['"]?\s{0,3}(?:[:=(]|=>)\s{0,3}['"]?:?(?:lax|strict)|\b(?:SESSION|CSRF)_COOKIE_(?:SECURE|HTTPONLY)\s{0,3}=\s{0,3}True|\bset(?:HttpOnly|Secure)\(\s{0,3}true|;\s{0,3}HttpOnly\b|;\s{0,3}SameSite=(?:Lax|Strict)|\.http_only\(\s{0,3}true|SameSite(?:Mode)?\.(?:Strict|Lax)|SameSite(?:Strict|Lax)Mode/i, kept: /http_?-?only\W{1,6}(?:true|1)|same_?-?site\W{0,8}:?(?:lax|strict|mode\.|strictmode|laxmode)|cookie_(?:secure|httponly)\s{0,3}=\s{0,3}true|set(?:httponly|secure)\(\s{0,3}true|;\s{0,3}httponly/i },
  { says: HEADERS, added: /\bcontentSecurityPolicy\s{0,3}[:=]\s{0,3}(?:false|undefined)|'unsafe-(?:inline|eval)'|\b(?:script-src|default-src)\b[^;]{0,60}\s\*(?:[\s;"']|$)|\bframeguard\s{0,3}:\s{0,3}false|X_FRAME_OPTIONS\s{0,3}=\s{0,3}["']ALLOW|\bframeOptions\([^)]{0,40}\)?\.?(?:disable|\w{0,10}::disable)|\bhsts\s{0,3}:\s{0,3}false|frame-ancestors\s{1,3}\*/ },
  { says: HEADERS, removed: /\bhelmet\(|\bhelmet\.\w+\(|X-Frame-Options|Content-Security-Policy(?!-Report)|Strict-Transport-Security|X-Content-Type-Options|SecurityMiddleware['"]|XFrameOptionsMiddleware|\bsecureHeaders\(|frame-ancestors\s|X_FRAME_OPTIONS\s{0,3}=\s{0,3}["'](?:DENY|SAMEORIGIN)/i, kept: /helmet|X-Frame-Options|Content-Security-Policy|Strict-Transport-Security|X-Content-Type-Options|SecurityMiddleware|XFrameOptions|secureHeaders|frame-ancestors|X_FRAME_OPTIONS/i },
];
// `secure` is a flag of a cookie only near the other ones.
const SECURE_OFF = /^\W{0,40}(?:.{0,80}[\s,{(])?['"]?[sS]ecure['"]?\s{0,3}(?:[:=]|=>)\s{0,3}(?:false|False)\b/;
const SECURE_ON = /(?:^|[\s,{(])['"]?[sS]ecure['"]?\s{0,3}(?:[:=]|=>)\s{0,3}(?:true|True)\b/;
const NEAR_COOKIE = /cookie|session|http_?-?only|same_?-?site|maxAge|max_age/i;

/** CORS, CSRF, cookies and the headers by which a browser protects its user. */
export const rule = defineRisk({
  id: 'risk/cors',
  area: 'CORS, CSRF and cookies',
  docs: {
    title: 'What a browser keeps apart was opened',
    why: 'Another site can then read or send with the rights of the user, and no test of the own site notices.',
    fix: 'Name the origins, keep the flag or the token, or run a test that a request of another origin is refused.',
    since: '0.1.0',
  },
  todo: 'Name the origins and keep the flag, or run a test of CORS, CSRF or cookies that shows it',
  cover: {
    words: /\b(?:cors|csrf|xsrf|forgery|origins?|cross (?:origin|site)|same ?site|http ?only|cookies?|csp|hsts|helmet|clickjack\w*|frame options|security headers?|preflight|authenticity)\b/,
    near: /\b(?:cookie (?:banner|consent|notice)s?|git origin|origin (?:main|master))\b/g,
  },
  anchor: ANCHORS.cors,
  signs: SIGNS,
  *find({ anchored, file }) {
    for (const change of anchored) {
      const { line, group } = change;
      const isOff = line.side === 'added' && SECURE_OFF.test(line.code) && !group.removed.some(({ code }) => SECURE_OFF.test(code));
      const isGone = line.side === 'removed' && SECURE_ON.test(line.code) && !group.added.some(({ code }) => SECURE_ON.test(code) || SECURE_OFF.test(code));
      if ((isOff || isGone) && isNearCookie(change, file.path)) yield { change, says: COOKIE };
    }
  },
});

function isNearCookie(change: Changed, path: string): boolean {
  return NEAR_COOKIE.test(path) || [change.line, ...around(change, 6, 6)].some(({ text }) => NEAR_COOKIE.test(text));
}
