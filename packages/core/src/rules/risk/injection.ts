import { ANCHORS } from './anchors.js';
import { defineRisk } from './define-risk.js';
import { CODE_SIGNS } from './injection-signs.js';
import { TEXT_SIGNS } from './injection-text.js';
import { around, type Changed, type View, withStrings } from './view.js';

const SHELL_ON = /\bshell\s{0,3}[=:]\s{0,3}(?:True|true)\b/;
const PICKLE_FILE = /\b(?:c?[pP]ickle|dill|_pickle)\.load\(|\btorch\.load\(/;
const SAFE_FORMAT = /\bjson\.loads?\(|\bJSON\.parse\(|\byaml\.safe_load|\bmsgpack\b|\bsafetensors\b|weights_only\s{0,3}=\s{0,3}True/;
const CONSTANT = /\b(?:run|call|check_call|check_output|Popen|spawn|spawnSync|exec|execSync|execa)\(\s{0,3}\[?\s{0,3}(?:"[^"{]{0,300}"|'[^'{]{0,300}'|`[^`$]{0,300}`)\s{0,3}[,\])]/;
const ALIAS = /\b(?:const|let|var)\s{1,3}(\w{1,40})\s{0,3}=\s{0,3}(?:util\.)?promisify\(\s{0,3}(?:\w{1,30}\.)?exec\s{0,3}\)/;
const BUILT = /(?<![\w$.])(\w{1,40})\(\s{0,3}(?:`[^`]{0,300}\$\{|['"][^'"]{0,200}['"]\s{0,3}\+)/;

/** Text that becomes code: eval, shells, deserialization, HTML, SQL, and where a request goes. */
export const rule = defineRisk({
  id: 'risk/injection',
  area: 'injection',
  docs: {
    title: 'Text may become code',
    why: 'What somebody else wrote reaches an interpreter: a shell, a database, a browser, a deserializer. Tests with friendly input pass.',
    fix: 'Hand values over as parameters or arguments, escape them for the place they go to, or run a test with hostile input.',
    since: '0.1.0',
  },
  todo: 'Pass values as parameters and escape them, or run a test of injection with hostile input',
  cover: {
    words: /\b(?:inject\w*|sqli|xss|xxe|rce|ssti|ssrf|escap\w*|sanitiz\w*|sanitis\w*|deseriali[sz]\w*|unseriali[sz]\w*|pickle\w*|eval|evaluates|shell|untrusted|malicious|hostile|script tags?|open redirect\w*|redirect\w*|run code|runs code|parameteri[sz]\w*|prepared|unsafe|entit(?:y|ies)|mass assignment|quot(?:es|ed|ing)|metacharacters?|arbitrary|payloads?)\b/,
    near: /\b(?:dependency injection|inject(?:s|ed)? (?:dependenc\w+|services?|mocks?|props|providers?)|escape key|on escape|shell completion|app shell|redirects? (?:stdout|stderr|output))\b/g,
  },
  anchor: ANCHORS.injection,
  signs: [...CODE_SIGNS, ...TEXT_SIGNS],
  *find(view) {
    const { anchored, file } = view;
    for (const change of anchored) {
      if (change.line.side !== 'added') continue;
      const text = withStrings(change.line, file);
      if (SHELL_ON.test(change.line.code) && isShellOfText(change, file.path, text)) yield { change, says: 'builds a shell command from text' };
      if (isShellByName(change, view)) yield { change, says: 'builds a shell command from text' };
      if (PICKLE_FILE.test(change.line.code) && change.group.removed.some(({ code }) => SAFE_FORMAT.test(code))) yield { change, says: 'turns foreign data into objects of any kind' };
    }
  },
});

/** `const run = promisify(exec)`, and `run` is given a text that is put together; what only `execFile` stood behind became a shell. */
function isShellByName({ line, group: { hunk } }: Changed, { file, groups }: View): boolean {
  if (!/\.[cm]?[jt]sx?$/.test(file.path)) return false;
  const called = BUILT.exec(withStrings(line, file));
  if (called === null) return false;
  const lines = [...new Set([hunk, ...groups.map((group) => group.hunk)])].flatMap((one) => one.lines).filter(({ side }) => side !== 'removed');
  return lines.some(({ code }) => ALIAS.exec(code.slice(0, 400))?.[1] === called[1]);
}

/** `shell=True` on a command that is not one constant, in the statement that it ends: the call may stand lines above. */
function isShellOfText(change: Changed, path: string, text: string): boolean {
  if (change.group.removed.some(({ code }) => SHELL_ON.test(code))) return false;
  const statement = [...around(change, 5, 0).map(({ text: above }) => above), text].join(' ');
  if (!/\.py$/.test(path)) return /\$\{|['"]\s{0,3}\+|\b(?:req|request|body|query|params|input|userInput|cmd|command)\b/.test(statement) && /spawn|exec/i.test(statement);
  return /\b(?:run|call|check_call|check_output|Popen|create_subprocess_\w+)\(/.test(statement) && !CONSTANT.test(statement);
}
