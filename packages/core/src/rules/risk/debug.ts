import type { DiffFile } from '../../model/index.js';
import { isMoved } from '../moved.js';
import { ANCHORS } from './anchors.js';
import { defineRisk } from './define-risk.js';
import type { Sign } from './signs.js';
import { isWholeRemoval } from './symbols.js';
import { around, type Changed, withStrings } from './view.js';

const ON = 'switches debug mode on';
const SHOWN = 'shows the inside of the program to callers';
const OPEN = 'opens a debug or admin endpoint';

const SIGNS: readonly Sign[] = [
  // Django, Flask, Rails, Laravel, Symfony, PHP, ASP.NET, Phoenix, gin, Android
  { says: ON, added: /^\s{0,20}(?:export\s)?DEBUG\s{0,3}=\s{0,3}(?:True|["']?(?:true|1)["']?)\s{0,3}(?:#.*)?$|\bapp\.run\([^)]{0,120}debug\s{0,3}=\s{0,3}True|\[['"]DEBUG['"]\]\s{0,3}=\s{0,3}True|\bapp\.debug\s{0,3}=\s{0,3}True|\buse_(?:debugger|evalex)\s{0,3}=\s{0,3}True|\bDebuggedApplication\(|\b(?:FLASK_DEBUG|APP_DEBUG|DJANGO_DEBUG|WP_DEBUG_DISPLAY|ASPNETCORE_DETAILEDERRORS)['"]?\s{0,3}[=:,]\s{0,3}["']?(?:1|true)\b|\b(?:FLASK_ENV|APP_ENV|RAILS_ENV|RACK_ENV|ASPNETCORE_ENVIRONMENT|NODE_ENV|MIX_ENV)['"]?\s{0,3}[=:]\s{0,3}["']?(?:development|dev|local|Development)\b|\bdisplay_errors['"]?\s{0,3}[=,]\s{0,3}["']?(?:1|On|true|stdout)\b|\bconsider_all_requests_local\s{0,3}=\s{0,3}true|\bcustomErrors\s{1,3}mode="Off"|\bcompilation\s[^>]{0,40}debug="true"|\bdebug_errors:\s{0,3}true|\bSetMode\(gin\.DebugMode|\bandroid:debuggable="true"|\bsetWebContentsDebuggingEnabled\(\s{0,3}true|['"]debug['"]\s{0,3}=>\s{0,3}(?:true|env\([^)]{1,40},\s{0,3}true)|\bFastAPI\([^)]{0,200}debug\s{0,3}=\s{0,3}True|\bDEBUG_PROPAGATE_EXCEPTIONS\s{0,3}=\s{0,3}True|\bdebug\s{0,3}=\s{0,3}True\s{0,3}[,)]/, unless: /logging|logger|log_level|npm_config/i, files: /^(?!.*(?:docker-compose\.(?:dev|override|local)|\.env\.(?:dev|development|local|example|test)|(?:^|\/)dev(?:elopment)?[./]|local\.|\.vscode|\.devcontainer|settings[/_.](?:dev|local|test))).*$/i },
  { says: SHOWN, added: /\bUseDeveloperExceptionPage\(|\bserver\.error\.include-(?:stacktrace|message|exception)\s{0,3}[=:]\s{0,3}(?:always|true)|\binclude-stacktrace:\s{0,3}always|\bIncludeErrorDetail\w{0,12}\s{0,3}=\s{0,3}true|\bIncludeExceptionDetailInFaults\s{0,3}=\s{0,3}true|\bEnableSensitiveDataLogging\(|\bshowStack\s{0,3}:\s{0,3}true|\bdumpExceptions\s{0,3}:\s{0,3}true|\bphpinfo\(|\bprint_r\(\s{0,3}\$_(?:SERVER|ENV)|\bvar_dump\(\s{0,3}\$_|\bhideServerErrors\w{0,20}\s{0,3}[:=]\s{0,3}false|\bincludeStacktraceInErrorResponses\s{0,3}:\s{0,3}true|\bdebug\s{0,3}:\s{0,3}true\b.{0,60}[sS]tack/ },
  { says: SHOWN, added: /\b(?:res|response|reply|ctx|c|rw|w)\.?(?:\w{1,12}\([^)]{0,40}\)\.)?(?:json|send|end|write|body|JSON|String|status\(\d{3}\)\.(?:send|json))\s{0,2}[(=][^;]{0,120}(?:\b(?:err|error|e|ex|exception)\.stack\b|\bprocess\.env\b(?!\.)|debug\.Stack\(\)|\.getStackTrace\(|StackTrace\b)|\b(?:return|jsonify|Response|HTTPException|JSONResponse|HttpResponse)\b[^;\n]{0,80}\b(?:traceback\.format_exc\(|traceback\.format_exception|os\.environ\b(?!\.get|\[))|\bprintStackTrace\(\s{0,3}(?:response|resp|res|out|pw|writer)\b|\bhttp\.Error\([^;]{0,60}debug\.Stack\(\)|\brender\s{1,2}(?:json|plain):[^;\n]{0,60}\.(?:backtrace|full_message)|\b(?:return|Ok|StatusCode|Problem|Content)\b[^;\n]{0,40}\bex(?:ception)?\.(?:ToString\(\)|StackTrace)|getTraceAsString\(\)/ },
  { says: OPEN, added: /["']net\/http\/pprof["']|\bpprof\.(?:Register|Index|Profile|Handler|RouteRegister)\b|["']expvar["']|\bmanagement\.endpoints\.web\.exposure\.include\s{0,3}[=:]\s{0,3}["']?\*|^\s{1,40}include\s{0,3}:\s{0,3}["']\*["']\s{0,3}$|\bmanagement\.security\.enabled\s{0,3}=\s{0,3}false|\bmanagement\.endpoint\.(?:heapdump|env|shutdown|threaddump)\.enabled\s{0,3}=\s{0,3}true|\bh2[.-]console\.enabled\s{0,3}=\s{0,3}true|\bshow-details:\s{0,3}["']?always|\bjolokia\b|\blive_dashboard\b|\b__debug__\/|debug_toolbar\.urls|\bdjango\.views\.debug\b|\bsilk\.urls\b/, unless: /live_dashboard.{0,60}(?:auth|admin|pipe)/ },
  { says: OPEN, added: /\bintrospection\s{0,3}[:=]\s{0,3}(?:true|True)|\b(?:playground|graphiql|graphqlPlayground|GraphiQL)['"]?\s{0,3}[:=]\s{0,3}(?:true|True|\{)|\bgraphiql\s{0,3}=\s{0,3}True|\bApolloServerPluginLandingPage\w{0,20}\(|--inspect(?:-brk)?[= ]["']?(?:0\.0\.0\.0|\[?::)|\bjdwp=[^\s"']{0,80}address=(?:\*|0\.0\.0\.0|\d)|\baddress=\*:\d{4}|\bdebugpy\.listen\(\s{0,3}\(?\s{0,3}["']0\.0\.0\.0|\bxdebug\.(?:mode|remote_enable)\s{0,3}=\s{0,3}(?:debug|1|on)|--remote-debugging-address=0\.0\.0\.0|\brequire ['"]pry-remote|\bbinding\.(?:remote_pry|pry)\b|\bopenDevTools\(|\bproductionSourceMap\s{0,3}:\s{0,3}true|\bproductionBrowserSourceMaps\s{0,3}:\s{0,3}true/i },
];
// Holds what follows back from production.
const ONLY_DEV = /\bEnvironment\.IsDevelopment\(\)|\benv\.IsDevelopment\(\)|\bif\b.{0,30}\bDEBUG\b.{0,20}:|NODE_ENV['"]?\]?\s{0,3}[!=]==?\s{0,3}['"](?:production|development)['"]\s{0,3}(?:\)|&&)|\bif\b.{0,40}Rails\.env\.development\?|\b@Profile\(\s{0,3}"(?:dev|!prod)|\bapp\(\)->(?:isLocal|environment)\(|\bapp\.env\b.{0,20}["']dev/;
const STILL_DEV = /IsDevelopment|\bDEBUG\b|NODE_ENV|Rails\.env|@Profile|isLocal|environment\(|app\.env|isProd|isDev|import\.meta\.env/;
const INSIDE = /debug|stack|swagger|graphi?ql|playground|devtools|trace|exceptionpage|reset|seed|console|internal|inspect|silk|profiler/i;
// A route is registered, by the common routers; the path says what it opens.
const ROUTE = /(?:^\s{0,60}\.(?:route|nest|get|post|merge|service|mount)(?=\()|\b(?:app|router|route|routes|r|mux|http|server|api|e|g|engine|Route|blueprint|bp|fastify|web|svc|admin)(?:::|\.|->)(?:get|post|use|all|any|put|delete|route|mount|add_url_rule|add_api_route|GET|POST|Any|Handle|HandleFunc|HandlerFunc|MapGet|MapPost|Map|register|match|scope|service)\b|@(?:\w{1,20}\.)?(?:app|router|bp|blueprint|api|Get|Post|Request|get|post|route)(?:Mapping)?\b|(?<![\w.$>])(?:path|re_path|url|get|post|mount|resources|scope|forward|RequestMapping|GetMapping|PostMapping)\b(?=\s{0,3}\(?\s{0,3}r?['"`](?:\/|[\w-]{1,40}\/['"`]|[\w-]{1,40}['"`],\s)))[^'"`\n]{0,40}['"`]\/?(?:__?|\.)?((?:debug|_debug|dbg|internal\/debug|dump|heapdump|env|environ|config\/dump|phpinfo|console|shell|exec|eval|actuator|admin|backdoor|vars|pprof|trace|test-login|impersonate|reset-db|seed)\b[\w/-]{0,40})/;
const GUARDED = /auth|admin[A-Z_]?\w*\(|require|guard|permission|protect|login|role|only|isDev|NODE_ENV|IsDevelopment|DEBUG|policy|secure|jwt|session|middleware|staff|allow/i;
const ONLY_DEBUG = /^(?:_?debug|dbg|dump|heapdump|env|environ|config\/dump|phpinfo|shell|exec|eval|pprof|vars|backdoor|impersonate|reset-db|internal\/debug|test-login)/;

/** Debug modes, inner details in answers, and endpoints for developers where everybody can reach them. */
export const rule = defineRisk({
  id: 'risk/debug',
  area: 'debug access',
  docs: {
    title: 'A debug mode or endpoint was left open',
    why: 'Debug pages show code, settings and memory, and some of them run code.',
    fix: 'Bind it to development, put it behind an access check, or run a test that it is closed in production.',
    since: '0.1.0',
  },
  todo: 'Close the debug endpoint outside of development, or run a test that it is closed',
  cover: {
    words: /\b(?:debug\w*|pprof|profil(?:er|ing)|actuator|introspection|graphi?ql playground|playground|stack ?traces?|tracebacks?|endpoints?|expos\w*|admin\w*|auth\w*|unauthori[sz]ed|forbidden|production|prod|internals?|error details?|leak\w*|details|devtools|40[134])\b/,
    near: /\b(?:debug (?:css|styles?|logs?|logger|level|output|print|messages?)|author\w*)\b/g,
  },
  anchor: ANCHORS.debug,
  signs: SIGNS,
  *find({ anchored, file }, diff) {
    for (const change of anchored) {
      if (isUnbound(change, file)) yield { change, says: SHOWN };
      if (change.line.side !== 'added' || isMoved(change.line, diff)) continue;
      const text = withStrings(change.line, file);
      const opens = ROUTE.exec(text)?.[1];
      if (opens === undefined || GUARDED.test(text.replace(opens, ''))) continue;
      if (change.group.removed.some((line) => line.text.includes(opens))) continue;
      if (!ONLY_DEBUG.test(opens) && around(change, 6, 3).some(({ text: near }) => GUARDED.test(near))) continue;
      yield { change, says: OPEN, ...(ONLY_DEBUG.test(opens) ? {} : { effect: 'warn' as const }) };
    }
  },
});

/** What was only there in development is there always: the condition went, what it held back stays. */
function isUnbound(change: Changed, file: DiffFile): boolean {
  const { line, group } = change;
  if (line.side !== 'removed' || !ONLY_DEV.test(withStrings(line, file)) || isWholeRemoval(change, file)) return false;
  if (group.added.some(({ text }) => STILL_DEV.test(text))) return false;
  const stays = [...group.added, ...group.hunk.lines.slice(group.to, group.to + 3)].filter(({ side }) => side !== 'removed');
  return stays.some(({ text }) => INSIDE.test(text)) && (group.added.length > 0 || stays.some(({ side }) => side === 'context'));
}
