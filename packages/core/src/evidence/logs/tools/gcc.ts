import type { Recognizer } from '../../../model/index.js';
import { type Row, openTable, sayClosed, sayError, sayWarning } from '../grammar/line-table.js';

// `file:line:col: error: text`, printed by gcc 12, clang 14, clang-tidy, cppcheck 2.10, ghc 9, shellcheck -f gcc and many more; the
// word is localized, the form is not.
const ERROR = /^(?<file>[^\s:()]{1,300}\.[A-Za-z+]{1,5}):(?<line>\d{1,7}):(?:\d{1,6}:)? {1,3}(?:fatal |致命的|致命|schwerwiegender )?(?:error|エラー|错误|錯誤|Fehler|erreur|errore|ошибка)(?: fatale)?(?: ?:|：|$| \[)/;
const WARNING = /^(?<file>[^\s:()]{1,300}\.[A-Za-z+]{1,5}):(?<line>\d{1,7}):(?:\d{1,6}:)? {1,3}(?:warning|警告|Warnung|attention|avvertimento|предупреждение)(?: ?:|：|$)/;
const NOTE = /^(?<file>[^\s:()]{1,300}\.[A-Za-z+]{1,5}):(?:\d{1,7}:(?:\d{1,6}:)? {1,3}(?:note|style|information|performance|portability|備考|附注|注|Anmerkung|note ?)| (?:In function|In member function|In constructor|At global scope|In file included|関数|在函数|In Funktion|Dans la fonction))/;
// GNU ld 2.40: `main.c:(.text+0xa): undefined reference to `x'`, with `/usr/bin/ld: ` in front where nothing was said before.
const MISSING = /^(?:(?:\S{0,200}\/)?ld(?:\.\w{2,5})?: )?(?:(?<file>[^\s:()]{1,300}\.[A-Za-z+]{1,5}):)?(?:(?<line>\d{1,7}):|\(\.\S{1,200}\):) undefined reference to \S|^(?:\S{0,200}\/)?ld(?:\.\w{2,5})?: (?:error: )?(?:cannot find \S|undefined symbol: \S)/;
const INCLUDED = /^(?:In file included from |\s{17}from )[^\s:]{1,300}:\d/;
const LINK = /^(?:collect2: error: ld returned |clang(?:\+\+)?(?:-\d{1,3})?: (?:fatal )?error: |(?:\S{0,200}\/)?(?:gcc|cc1|cc1plus|g\+\+|cc|c\+\+): (?:fatal )?error: |(?:\S{0,200}\/)?ld(?:\.\w{2,5})?: .{0,300}(?:undefined reference to|cannot find -l|multiple definition of|undefined symbol))/;
const AMBIENT = /^(?:compilation terminated\.|cc1plus?: (?:some|all) warnings being treated as errors|(?:\S{0,200}\/)?ld(?:\.\w{2,5})?: \S.{0,300}: in function |.{0,300}\d{1,6} (?:warnings?|errors?)(?: and \d{1,6} errors?)? generated\.|Checking \S{1,300} \.\.\.$| {1,8}\d{0,7} \|| *\^~*\s*$)/;

export const recognizer: Recognizer = {
  tool: 'gcc',
  kind: 'build',
  docs: {
    title: 'gcc, clang and tools that print like them',
    why: 'Each error is named with its file and line, in any language of the compiler',
    fix: 'Fix the first error of each file; later ones often follow from it',
    since: '0.1.0',
  },
  marks: [': error:', ': fatal error:', ': warning:', 'エラー', ': 错误', ': 警告', ' Fehler:', ' erreur', 'undefined reference to', 'collect2: error', 'ld: cannot find ', '/ld: ', ': error: '],
  open: () =>
    openTable({
      rows: [
        { when: ERROR, say: sayErrorInSource },
        { when: WARNING, say: (groups, out) => {
          if (!isSource(groups['file'])) return false;
          sayWarning(groups, out);
          return true;
        } },
        { when: MISSING, say: (groups, out, { notes }) => {
          notes.set('said', '1');
          sayError(groups, out);
        } },
        { when: LINK, say: sayClosed(false) },
        { when: NOTE, say: ({ file }) => isSource(file) },
        { when: INCLUDED },
        { when: AMBIENT, say: (_groups, _out, { notes }) => notes.has('said') },
      ],
    }),
};

function sayErrorInSource(...[groups, out, memory]: Parameters<NonNullable<Row['say']>>): boolean {
  if (!isSource(groups['file'])) return false;
  memory.notes.set('said', '1');
  sayError(groups, out);
  return true;
}

// Python, Rust, Java, Go and Ruby tools print the same form and have recognizers of their own.
const OTHERS = /\.(?:pyi?|rs|java|go|rb|ya?ml|toml|tsx?|jsx?|mjs|cjs|php|ex|exs|kt)$/i;
const isSource = (file: string | undefined): boolean => file !== undefined && !OTHERS.test(file);
