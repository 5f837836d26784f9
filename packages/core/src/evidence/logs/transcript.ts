import type { Exit, Run } from '../../model/index.js';
import { withoutAnsi } from '../../text/ansi.js';
import { cutLines } from '../../text/line-cutter.js';
import { openLines } from './open-log.js';

/** Reads a text that somebody hands over: the logs of any number of commands. */
export interface TranscriptReader {
  write(chunk: string): void;
  close(): Run[];
}

// The forms in which a status is written; anywhere else, and in any other form, the words are output.
const STATUS = /^(?:exit code (?<code>\d{1,10})|terminated by signal (?<killed>[A-Z][A-Z0-9+-]{1,15})|verification failed: (?:exit code (?<failed>-?\d{1,10}|null)(?: signal (?<signal>[A-Z][A-Z0-9+-]{1,15}))?|timed out after (?<timeout>\d{1,15})ms))$/;
const COMMAND = /^\$ (?=\S)/;
const STREAM = /^(?:stdout|stderr):$|^\[(?:stdout|stderr) truncated: omitted \d{1,15} bytes; showing first \d{1,9} and last \d{1,9} bytes\]$/;
const STATUS_LIMIT = 80;

/** A run begins at `$ <command>`; its status is the line right after that, or the last line of the run that is not blank. */
export function openTranscript(): TranscriptReader {
  const runs: Run[] = [];
  let log: ReturnType<typeof openLines> | null = null;
  let exit: Exit | null = null;
  let pending: string | null = null; // a status line that may turn out to be output
  let isSecond = false;
  let blanks = 0;
  let sawText = false;

  const finish = () => {
    if (log && (sawText || pending !== null)) runs.push(log.close(worse(exit, pending === null ? null : exitOf(pending)), false));
    log = null;
    exit = null;
    pending = null;
    blanks = 0;
    sawText = false;
  };
  const begin = (command: string | null) => {
    log = openLines(command);
    isSecond = command !== null;
    sawText = command !== null;
    return log;
  };

  const cutter = cutLines((raw, dirt, within, from) => {
    const first = raw.charCodeAt(0);
    if (first === 36 && COMMAND.test(raw)) {
      finish();
      begin(raw.slice(2).trim());
      return;
    }
    const reader = log ?? begin(null);
    const isShort = raw.length < STATUS_LIMIT;
    const mayBeStatus = isShort && (first === 101 || first === 116 || first === 118 || first === 27);
    const mayBeStream = isShort && exit !== null && (first === 115 || first === 91 || first === 27);
    const text = mayBeStatus || mayBeStream ? withoutAnsi(raw).trimEnd() : raw;
    if (mayBeStatus && STATUS.test(text)) {
      if (isSecond) exit = exitOf(text);
      else {
        if (pending !== null) reader.line(pending, 0, pending, 0);
        pending = text;
      }
      isSecond = false;
      return;
    }
    if (pending !== null) {
      if (raw.trim() === '') {
        blanks += 1;
        return;
      }
      reader.line(pending, 0, pending, 0);
      for (; blanks > 0; blanks -= 1) reader.line('', 0, '', 0);
      pending = null;
    }
    if ((isSecond || !sawText) && raw.trim() !== '') {
      isSecond = false;
      sawText = true;
    }
    reader.line(mayBeStream && STREAM.test(text) ? '' : raw, dirt, within, from);
  });

  return {
    write: (chunk) => { cutter.write(chunk); },
    close() {
      cutter.end();
      finish();
      return runs;
    },
  };
}

/** A status may stand at either place; a program that prints one first hides none that stands at the end. */
function worse(first: Exit | null, last: Exit | null): Exit | null {
  if (first === null || last === null) return first ?? last;
  return first.code === 0 ? last : first;
}

function exitOf(status: string): Exit {
  const { code, killed, failed, signal, timeout } = STATUS.exec(status)?.groups ?? {};
  // What failed has no status 0, whoever wrote it down.
  const number = code ?? (failed !== undefined && Number(failed) === 0 ? '1' : failed);
  return {
    code: number === undefined || number === 'null' ? null : Number(number),
    signal: killed ?? signal ?? null,
    timedOut: timeout !== undefined,
    durationMs: timeout === undefined ? null : Number(timeout),
  };
}
