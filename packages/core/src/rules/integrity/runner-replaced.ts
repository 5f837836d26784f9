import type { DiffFile, Rule } from '../../model/index.js';
import { clean } from './explain.js';
import { found } from './finding.js';
import { addedIn, type At, fileName, isComment, isMoved, removedIn } from './lines.js';

const RUNNERS: ReadonlySet<string> = new Set('pytest py.test jest vitest mocha ava tap karma go cargo rustc mvn mvnw gradle gradlew node npm npx yarn pnpm bun make bats tox nox python python3 pip ruby rspec rake bundle php phpunit composer dotnet tsc eslint mypy ruff git ctest cmake swift deno playwright cypress'.split(' '));
const WRAPPERS: ReadonlySet<string> = new Set(['mvnw', 'gradlew', 'make']);
const CUSTOMIZE = /(?:^|\/)(?:sitecustomize|usercustomize)\.py$|(?:^|\/)[\w-]+\.pth$/;
const ENVIRONMENT = /(?<![\w-])(?:NODE_OPTIONS["']?\s*[:=].*(?:--require|-r\s|--import|--loader)|RUBYOPT["']?\s*[:=].*-r|JAVA_TOOL_OPTIONS["']?\s*[:=].*-javaagent|_JAVA_OPTIONS["']?\s*[:=]|LD_PRELOAD["']?\s*[:=]|DYLD_INSERT_LIBRARIES|PYTHONSTARTUP["']?\s*[:=]|PERL5OPT["']?\s*[:=]|BASH_ENV["']?\s*[:=]|PYTHONPATH["']?\s*[:=]\s*["']?(?:\.?\/?(?:stubs?|fake|shims?|bin|tools|ci)\b))/;
const PATH = /(?<![\w])PATH["']?\s*[:=]\s*["']?(?:\.{0,2}\/|\$PWD|\$\(pwd\)|\$\{?\w*(?:ROOT|DIR|WORKSPACE|PWD)\w*\}?\/|\$\{\{\s*github\.workspace\s*\}\}|[\w.]+\/)[^:\s]*:\$+\{?PATH|\bexport PATH=["']?(?:\.|\$PWD|\$\(pwd\))|(?:>>|tee -a)\s*["']?\$\{?GITHUB_PATH/;
const ALIAS = /^\s*(?:alias\s+(?:pytest|jest|npm|go|cargo|make|node|python3?|git)=|(?:function\s+)?(?:pytest|jest|vitest|cargo|npm|npx|mvn|bats|tox|eslint|mypy|ruff)\s*\(\)\s*\{)/;

export const rule: Rule = {
  id: 'integrity/runner-replaced',
  docs: {
    title: 'Another program runs under the name of the runner',
    why: 'Whatever is called `pytest` or loaded before it can print a green summary without running a test.',
    fix: 'Take the program, the `PATH` or the option away.',
    since: '0.1.0',
  },
  *check({ diff }) {
    for (const file of diff.files) {
      const hit = fakeIn(file) ?? environmentIn(file);
      if (hit === null || (hit.at !== null && isMoved(hit.at, diff))) continue;
      yield found('block', `${hit.says} in ${file.path}${hit.at === null ? '' : `:${hit.at.line.at}`}${hit.at === null ? '' : `: \`${clean(hit.at.line.text, 80)}\``}. What runs is not the runner (a fake or shadowing binary, PATH or preload), so take it away`, [{ file, line: hit.at?.line ?? addedIn(file)[0]?.line ?? null }]);
    }
  },
};

interface Hit {
  readonly at: At | null;
  readonly says: string;
}

function fakeIn(file: DiffFile): Hit | null {
  if (file.change !== 'added') return null;
  if (CUSTOMIZE.test(file.path)) return { at: null, says: 'A module that python loads before everything else was added' };
  const name = fileName(file.path);
  const bare = name.replace(/\.(?:sh|cmd|bat|exe|py|js)$/, '');
  if (!RUNNERS.has(name) && !(RUNNERS.has(bare) && /(?:^|\/)(?:bin|\.bin|tools|shims?|stubs?|fake|scripts)\//.test(file.path) && /\.(?:sh|cmd|bat|exe)$/.test(name))) return null;
  const isProgram = file.newMode === '100755' || addedIn(file)[0]?.line.text.startsWith('#!') === true || file.binary;
  return isProgram && !WRAPPERS.has(name) ? { at: null, says: `An executable with the name of a runner (\`${clean(bare)}\`) was added` } : null;
}

function environmentIn(file: DiffFile): Hit | null {
  if (file.role === 'docs' || file.role === 'test' && file.language !== 'bash' || file.role === 'lockfile' || file.role === 'data') return null;
  const isPlace = file.role === 'config' || file.role === 'ci' || file.language === 'bash' || file.language === 'makefile' || file.language === 'dotenv';
  if (!isPlace) return null;
  for (const at of addedIn(file)) {
    const { text } = at.line;
    if (isComment(at.line)) continue;
    if (ENVIRONMENT.test(text) && !/max-old-space|experimental|newrelic|opentelemetry|dd-trace|jacoco|coverage|source-map|tsx|ts-node|esbuild|swc|openssl|no-warnings|inspect/i.test(text) && !removedIn(file).some(({ line }) => ENVIRONMENT.test(line.text))) return { at, says: 'Code is loaded before the runner' };
    if (PATH.test(text) && !/node_modules\/\.bin|\.venv|venv\/bin|\$HOME|~\/|\.local\/bin|\.cargo|go\/bin|GOPATH|\/usr|\/opt|vendor\/bin|target\/|dist|build\/|\.bin\b|pyenv|rbenv|nvm|sdk|toolchain|llvm|RUNNER_|conda|steps\./i.test(text) && !removedIn(file).some(({ line }) => PATH.test(line.text))) return { at, says: 'The search path begins with a folder of the repository' };
    if (ALIAS.test(text) && file.role !== 'source' || (ALIAS.test(text) && /ci|test|check/i.test(file.path))) return { at, says: 'The name of a runner is redefined' };
  }
  return null;
}
