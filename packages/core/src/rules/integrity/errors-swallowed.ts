import type { DiffFile, Rule } from '../../model/index.js';
import { clean } from './explain.js';
import { found } from './finding.js';
import { addedIn, type At, isComment, isMoved, near } from './lines.js';

interface Sign {
  readonly languages: RegExp;
  readonly pattern: RegExp;
  readonly says: string;
  /** What in the lines below makes it harmless. */
  readonly unless?: RegExp;
  /** In tests, setup files and configurations only. */
  readonly inTests?: boolean;
}

const SIGNS: readonly Sign[] = [
  { languages: /^(?:typescript|tsx|javascript)$/, pattern: /\bprocess\.(?:on|once|addListener)\s*\(\s*["'`](?:uncaughtException|unhandledRejection)["'`]/, says: 'swallows uncaught errors', unless: /\bthrow\b|process\.exit\s*\(\s*(?:[1-9]|code)|exitCode\s*=\s*[1-9]|\bfail\b|shutdown|reject\(|abort|Sentry|captureException|fatal|terminate/ },
  { languages: /^(?:typescript|tsx|javascript)$/, pattern: /\bprocess\.removeAllListeners\s*\(/, says: 'takes the handlers of uncaught errors away', inTests: true },
  { languages: /^(?:typescript|tsx|javascript)$/, pattern: /\bwindow\.(?:onerror|onunhandledrejection)\s*=\s*(?:\(\)|null|function)|\bdangerouslyIgnoreUnhandledErrors\b|\bwindow\.addEventListener\s*\(\s*["']unhandledrejection["']\s*,\s*\(?\w*\)?\s*=>\s*\w+\.preventDefault|\bCypress\.on\s*\(\s*["']uncaught:exception["']\s*,\s*\(\)\s*=>\s*false/, says: 'swallows uncaught errors', inTests: true },
  { languages: /^go$/, pattern: /\brecover\s*\(\s*\)/, says: 'recovers from a panic in a test', unless: /\bt\.(?:Error|Fatal|Fail)|\bpanic\s*\(|==\s*nil|\w\s*=\s*(?:true|false|r\b|err\b|nil\b)|<-|assert\.|require\.|return\s+\w/, inTests: true },
  { languages: /^rust$/, pattern: /\b(?:std::)?panic::set_hook\s*\(\s*Box::new\s*\(\s*\|_\w*\|\s*(?:\{\s*\}|\(\))|\blet\s+_\s*=\s*(?:std::)?panic::catch_unwind/, says: 'swallows panics' },
  { languages: /^(?:java|kotlin|groovy)$/, pattern: /\bsetDefaultUncaughtExceptionHandler\s*[({]/, says: 'swallows uncaught exceptions', unless: /\bthrow\b|System\.exit\s*\(\s*[1-9]|fail\(|exitProcess\([1-9]|log|report|crash/i },
  { languages: /^python$/, pattern: /\bwarnings\.(?:simplefilter|filterwarnings)\s*\(\s*["']ignore["']/, says: 'swallows warnings', inTests: true, unless: /category\s*=|message\s*=|module\s*=/ },
  { languages: /^python$/, pattern: /\bsys\.(?:excepthook|unraisablehook)\s*=(?!=)|\bthreading\.excepthook\s*=(?!=)|\bset_exception_handler\s*\(\s*lambda/, says: 'swallows uncaught exceptions', unless: /\braise\b|sys\.exit\s*\(\s*[1-9]|log|print_exc|report|__excepthook__/ },
  { languages: /^php$/, pattern: /\bset_(?:exception|error)_handler\s*\(\s*(?:static\s+)?(?:fn|function)\b[^{=]*(?:=>\s*(?:true|null)|\{\s*(?:return true;?\s*)?\})|\berror_reporting\s*\(\s*0\s*\)/, says: 'swallows errors' },
  { languages: /^ruby$/, pattern: /\bThread\.(?:report_on_exception|abort_on_exception)\s*=\s*false|\bat_exit\s*\{\s*exit/, says: 'swallows errors', inTests: true },
  { languages: /^c-sharp$/, pattern: /\bUnobservedTaskException\s*\+=.*SetObserved|\bAppDomain\.CurrentDomain\.UnhandledException\s*\+=\s*\([^)]*\)\s*=>\s*\{\s*\}/, says: 'swallows unhandled exceptions' },
];
const CONFIG = /^\s*["']?(?:filterwarnings|dangerouslyIgnoreUnhandledErrors)["']?\s*[:=]|^\s*["']?ignore(?:::\w*)?["']?\s*,?\s*$/;

export const rule: Rule = {
  id: 'integrity/errors-swallowed',
  docs: {
    title: 'Errors that nobody catches are made to vanish',
    why: 'An uncaught error fails the run. With an empty handler it is gone, and the run is green.',
    fix: 'Take the handler away, or let it throw again.',
    since: '0.1.0',
  },
  *check({ diff }) {
    for (const file of diff.files) {
      const hit = signIn(file) ?? configIn(file);
      if (hit === null || isMoved(hit.at, diff)) continue;
      yield found('block', `${file.path}:${hit.at.line.at} ${hit.says}, so an uncaught failure vanishes (swallowed by a handler): \`${clean(hit.at.line.text, 80)}\`. Take it away, or let the error through`, [{ file, line: hit.at.line }]);
    }
  },
};

interface Hit {
  readonly at: At;
  readonly says: string;
}

function signIn(file: DiffFile): Hit | null {
  const signs = SIGNS.filter(({ languages, inTests }) => languages.test(file.language ?? '') && (!inTests || file.role === 'test' || /setup|conftest|helper|bootstrap/i.test(file.path)));
  if (signs.length === 0 || file.role === 'docs') return null;
  for (const at of addedIn(file)) {
    if (isComment(at.line)) continue;
    const source = at.line.code === at.line.text ? at.line.code : at.line.text;
    const sign = signs.find(({ pattern, unless }) => pattern.test(source) && at.line.code.trim() !== '' && !(unless?.test(handlerAt(at)) ?? false));
    if (sign !== undefined) return { at, says: sign.says };
  }
  return null;
}

/** The line before, its own and what is behind it, up to where a deferred function is called. */
function handlerAt(at: At): string {
  const lines = near(at, 1, 5).map(({ text }) => text);
  const end = lines.findIndex((text) => /^\s*\}\(\)/.test(text));
  return [at.line.text, ...(end < 0 ? lines : lines.slice(0, end))].join('\n');
}

/** `filterwarnings = ignore` where it was `error`. */
function configIn(file: DiffFile): Hit | null {
  if (!/(?:pytest\.ini|pyproject\.toml|setup\.cfg|tox\.ini|vite(?:st)?\S*\.config\.\w+)$/.test(file.path)) return null;
  const removed = file.hunks.flatMap(({ lines }) => lines.filter(({ side }) => side === 'removed')).map(({ text }) => text).join('\n');
  const at = addedIn(file).find(({ line }) => CONFIG.test(line.text) && (/dangerouslyIgnoreUnhandledErrors["']?\s*[:=]\s*true/.test(line.text) || (/["'=\s]ignore["'\s]*(?:\]|,|$)/.test(line.text) && /["'=\s]error\b/.test(removed))));
  return at === undefined ? null : { at, says: 'ignores what was an error' };
}
