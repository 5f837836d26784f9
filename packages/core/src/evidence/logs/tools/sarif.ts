import type { Out, Recognizer, Reducer } from '../../../model/index.js';

// SARIF 2.1.0, pretty or on one line: ansible-lint -f sarif, semgrep, codeql, gcc 13 and clang 15 -fdiagnostics-format=sarif, eslint's formatter.
const LEVEL = /^\s{1,40}"level": ?"(?<level>error|warning|note|none)"/;
const LINE_LIMIT = 4 << 20;

export const recognizer: Recognizer = {
  tool: 'sarif',
  kind: 'lint',
  docs: {
    title: 'SARIF',
    why: 'Each result has a level; a report without results is green',
    fix: 'Fix the results of level error',
    since: '0.1.0',
  },
  marks: ['sarif-2.1.0', 'sarif-schema-2.1.0', 'sarif-spec/'],
  open: openSarif,
};

function openSarif(): Reducer {
  let inside = false;
  let inResults = false;
  let indent = 0;
  let isDefault = false;
  let red = false;

  const say = (level: unknown, out: Out, text: string) => {
    if (level === 'error') red = true;
    if (level === 'error') out.say({ kind: 'diagnostic', level: 'error', file: null, line: null, text });
    else if (level === 'warning' || level === 'note' || level === undefined) out.say({ kind: 'soft', what: 'warning', amount: 1, text });
  };

  return {
    read(line, _at, out) {
      if (line.startsWith('{"') && line.length < LINE_LIMIT) {
        const results = resultsOf(line);
        if (results === null) return false;
        for (const { level, ruleId } of results) say(level, out, `${typeof level === 'string' ? level : 'warning'}: ${typeof ruleId === 'string' ? ruleId : 'a rule'}`);
        out.say({ kind: 'closed', ok: !red, text: `${results.length} results` });
        return true;
      }
      if (line.includes('sarif')) inside = true;
      if (!inside) return false;
      const results = /^(?<indent>\s{1,40})"results": \[(?<empty>\])?/.exec(line)?.groups;
      if (results) {
        inResults = results['empty'] === undefined;
        indent = results['indent']?.length ?? 0;
        if (!inResults) out.say({ kind: 'closed', ok: !red });
      } else if (inResults && line.startsWith(`${' '.repeat(indent)}]`)) {
        inResults = false;
        out.say({ kind: 'closed', ok: !red, text: red ? 'results with errors' : 'no results with errors' });
      }
      const level = LEVEL.exec(line)?.groups?.['level'];
      if (level !== undefined && inResults && !isDefault) say(level, out, line);
      isDefault = line.includes('"defaultConfiguration"');
      if (line === '}') inside = false;
      return true;
    },
    end(out) {
      if (inResults) out.say({ kind: 'unfinished', text: 'a SARIF report began and was not closed' });
    },
  };
}

interface Result {
  readonly level?: unknown;
  readonly ruleId?: unknown;
}

function resultsOf(line: string): Result[] | null {
  try {
    const value = JSON.parse(line) as { readonly runs?: readonly { readonly results?: readonly Result[] }[] } | null;
    const runs = value?.runs;
    return runs === undefined ? null : runs.flatMap(({ results = [] }) => [...results]);
  } catch {
    return null;
  }
}
