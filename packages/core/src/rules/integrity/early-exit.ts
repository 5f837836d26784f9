import type { DiffFile, Rule } from '../../model/index.js';
import { clean } from './explain.js';
import { found } from './finding.js';
import { addedIn, type At, isComment, isMoved, near } from './lines.js';

// Ends the process with success: Node, Python, Ruby, PHP, Rust, Java, C#, Go, shell.
const EXIT = /\bprocess\.exit\s*\(\s*(?:0)?\s*\)|\bprocess\.reallyExit\s*\(\s*0|\bprocess\.kill\s*\(\s*process\.pid|\bos\._exit\s*\(\s*0\s*\)|\bsys\.exit\s*\(\s*(?:0|None)?\s*\)|(?<![\w.>:$])(?:exit|quit)!?\s*\(\s*(?:0|true)?\s*\)|\braise\s+SystemExit\s*(?:\(\s*0?\s*\))?\s*$|\b(?:std::)?process::exit\s*\(\s*0\s*\)|\bSystem\.exit\s*\(\s*0\s*\)|\bRuntime\.getRuntime\(\)\.halt\s*\(\s*0|\bexitProcess\s*\(\s*0\s*\)|\bEnvironment\.Exit\s*\(\s*0\s*\)|\bos\.Exit\s*\(\s*0\s*\)|\bKernel\.exit!?\s*\(?\s*(?:0|true)?|(?<![\w.:])exit!|\b_exit\s*\(\s*0|\bDeno\.exit\s*\(\s*0?\s*\)|^\s*exit(?:\s+(?:0|true))?\s*;?\s*$|\bpytest\.exit\s*\(.*returncode\s*=\s*0/;
const AT_EXIT = /\batexit\.register\s*\(|\bat_exit\b|\bprocess\.on\s*\(\s*["'](?:exit|beforeExit)["']|\bregister_shutdown_function\s*\(|\baddShutdownHook\s*\(|\bafterAll\b|\bteardown\w*\b|\bglobalTeardown\b|\bTestMain\b/;

export const rule: Rule = {
  id: 'integrity/early-exit',
  docs: {
    title: 'The process ends with success before the verdict',
    why: 'A runner that is ended with status 0 is green, whatever it found until then.',
    fix: 'Take the exit away, or end with the status of the tests.',
    since: '0.1.0',
  },
  *check({ diff }) {
    for (const file of diff.files) {
      const hit = file.role === 'test' || isSetup(file) ? inTest(file) : file.role === 'source' ? inProduct(file) : null;
      if (hit === null || isMoved(hit.at, diff)) continue;
      yield found('block', `${file.path}:${hit.at.line.at} ends the process early with exit status 0 ${hit.says}: \`${clean(hit.at.line.text, 80)}\`, so a failure is never reported. Take the exit away, or end with the status of the tests`, [{ file, line: hit.at.line }]);
    }
  },
};

const isSetup = ({ path, role }: DiffFile): boolean => role !== 'docs' && /(?:^|\/)(?:[\w.-]*(?:setup|teardown|global|bootstrap|conftest|test_helper|spec_helper|environment)[\w.-]*\.(?:[cm]?[jt]sx?|py|rb|php)|jest\.\w+\.[cm]?[jt]s|sitecustomize\.py|usercustomize\.py)$/.test(path) && !/(?:^|\/)(?:bin|cli|scripts|tools)\/|setup\.py$/.test(path);

function inTest(file: DiffFile): { at: At; says: string } | null {
  if (file.language === 'bash') return null;
  for (const at of addedIn(file)) {
    const { code } = at.line;
    if (isComment(at.line)) continue;
    if (EXIT.test(code) && !(/^\s*exit\b/.test(code) && file.language !== 'ruby' && file.language !== 'php') && !isMocked(at)) return { at, says: 'in the tests' };
    if (file.language === 'go' && /^\s*(?:_\s*=\s*)?m\.Run\(\)\s*$/.test(code) && near(at, 0, 6).some((line) => /\bos\.Exit\s*\(/.test(line.code) && !/os\.Exit\(\s*(?:code|rc|status|ret|exitCode|result)\w*/.test(line.code))) return { at, says: 'because the result of `m.Run` is thrown away' };
  }
  return null;
}

/** A stub of the function, or a text for a child process. */
function isMocked(at: At): boolean {
  const around = `${near(at, 2, 0).map(({ code }) => code).join('\n')}\n${at.line.code}`;
  return /\b(?:mock|stub|spyOn|patch|monkeypatch|raises|assertRaises|toThrow|expect\s*\(|assert\w*\s*\(|should|raise_error|spawn|exec|fork|catch_unwind|SystemExit|subprocess|fn main|if __name__)\b/.test(around) || /\bif __name__\b/.test(near(at, 6, 0).map(({ code }) => code).join('\n'));
}

/** At import time, or when the process ends: a command-line program ends inside its functions. */
function inProduct(file: DiffFile): { at: At; says: string } | null {
  if (/(?:^|\/)(?:bin|cli|cmd|scripts?|tools|main|commands?)(?:\/|\.)|(?:^|\/)(?:main|cli|index|__main__|manage|setup|server|app|worker)\.\w+$/.test(file.path) || file.language === 'bash') return null;
  for (const at of addedIn(file)) {
    const { code } = at.line;
    if (isComment(at.line)) continue;
    if (AT_EXIT.test(code) && /process\.(?:exitCode\s*=\s*0|exit\s*\(\s*0)|_exit\s*\(?\s*,?\s*\(?0|exit!?\s*\(?\s*0|halt\(0/.test(`${code}\n${near(at, 0, 4).map((line) => line.code).join('\n')}`)) return { at, says: 'when it ends' };
    if (EXIT.test(code) && /^\S/.test(code) && !/^(?:exit|if|module|export|\}|end)\b/.test(code) && isLoose(file, at)) return { at, says: 'at import time' };
    if (/\bprocess\.exitCode\s*=\s*0\b/.test(code) && /^\S/.test(code)) return { at, says: 'at import time' };
  }
  return null;
}

/** The exit of a module that tests import, and not the end of a script. */
const isLoose = (file: DiffFile, at: At): boolean => near(at, 0, 3).length > 0 || file.hunks.some(({ lines }) => lines.some(({ code }) => /\b(?:export|def|class|module\.exports)\b/.test(code)));
