import type { LogKind, Run } from '../../model/index.js';
import { openLog, type LogReader } from './open-log.js';
import { recognizers } from './tools/index.js';
import { UNKNOWN } from './unknown.js';

/** Reads one result file, pushed in chunks. */
export interface ResultReader {
  write(chunk: string): void;
  /** null: it is in none of the known formats. */
  close(): Run | null;
}

/** Recognizers of formats that a machine writes; what a person reads is no result file. */
const FORMATS = ['junit-xml', 'trx', 'tap', 'ctrf', 'go-test', 'jest-json', 'mocha-json', 'playwright', 'eslint', 'stylelint', 'oxlint', 'sarif', 'checkstyle'];
const DECISIVE: readonly LogKind[] = ['totals', 'closed', 'no-tests', 'gate', 'unfinished'];
/** A JSON document beyond this length, in UTF-16 units, is read line by line as it is. */
const DOCUMENT = 64 << 20;
/** Reports that their tools indent; every other one is read on one line. */
const INDENTED = ['stats'];

/** JUnit XML, TRX, TAP, CTRF, SARIF, `go test -json`, and the json of eslint, jest, vitest, mocha and Playwright; however it is indented. */
export function openResult(path: string): ResultReader {
  const log = openLog(path, recognizers.filter(({ tool }) => FORMATS.includes(tool)));
  let chunks: string[] | null = null;
  let length = 0;
  let isBegun = false;
  return {
    write(chunk) {
      const text = isBegun ? chunk : chunk.replace(/^\uFEFF?\s*/, '');
      if (!isBegun) {
        if (text === '') return;
        isBegun = true;
        if (text.startsWith('{') || text.startsWith('[')) chunks = [];
      }
      length += text.length;
      chunks?.push(text);
      if (!chunks) log.write(text);
      else if (length > DOCUMENT) {
        for (const one of chunks) log.write(one);
        chunks = null;
      }
    },
    close() {
      if (chunks) writeDocument(chunks.join(''), log);
      const run = log.close(null, true);
      const facts = run.facts.filter(({ tool }) => tool !== UNKNOWN);
      return facts.some(({ kind }) => DECISIVE.includes(kind)) ? { ...run, facts } : null;
    },
  };
}

// One event per line (`go test -json`) is no document, and is read as it stands.
function writeDocument(text: string, log: LogReader): void {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    log.write(text);
    return;
  }
  const isIndented = typeof value === 'object' && value !== null && INDENTED.some((key) => key in value);
  log.write(`${isIndented ? JSON.stringify(value, null, 2) : JSON.stringify(value)}\n`);
}
