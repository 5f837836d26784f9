// What stands around every line of a log because of how it was copied or kept. A frame is taken off line by line: it joins
// no lines and hides none, and a line without it stays as it is.

// `gh run view --log`, `--log-failed` (gh 2): job, step, stamp.
const JOB = /^\uFEFF?(?<owner>[^\t]{1,200}\t[^\t]{1,200})\t\uFEFF?(?=\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{1,9}Z(?: |$))/;
// rsyslog, journalctl: `May  1 10:00:00 host make[123]: `.
const SYSLOG = /^(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) [ \d]\d \d\d:\d\d:\d\d \S{1,100} [\w./@-]{1,64}(?:\[\d{1,9}\])?: /;
// `cat -n`: a number and a tab on every line, one more each time.
const NUMBER = /^ {0,8}(\d{1,9})\t/;
// Docker's json-file driver, and objects that hold a stamp and a message and nothing else.
const JSON_LINE = /^\{"(?:log|time|timestamp|@timestamp|ts|stream|message|msg)":/;
const MESSAGE = ['log', 'message', 'msg'];
const BESIDE = ['time', 'timestamp', '@timestamp', 'ts', 'stream'];
const INDENT = /^[ \u00A0]+/;

/** A frame shows itself in so many lines from the start; later lines are looked at only behind one that did. */
const LOOKED_AT = 200;
const BRACE = 123;
const SPACE = 32;
const NBSP = 0xa0;

/** Takes frames off the lines of one text. */
export class Frames {
  /** Whose line it was, when several jobs wrote the text: `build\tRun npm test`; '' when nobody says. */
  owner = '';
  #lines = 0;
  #isJob = false;
  #isSyslog = false;
  #numberedFrom: number | null = null;

  without(line: string): string {
    this.#lines += 1;
    const first = line.charCodeAt(0);
    if (first === BRACE) return messageOf(line);
    if (first === NBSP || (first === SPACE && line.charCodeAt(1) === NBSP)) return line.replace(INDENT, (blanks) => ' '.repeat(blanks.length));
    if (this.#lines > LOOKED_AT && !this.#isJob && !this.#isSyslog && this.#numberedFrom === null) return line;
    return this.#withoutJob(line) ?? this.#withoutSyslog(line) ?? this.#withoutNumber(line) ?? line;
  }

  #withoutJob(line: string): string | null {
    this.owner = '';
    const found = JOB.exec(line);
    if (!found) return null;
    this.#isJob = true;
    this.owner = found.groups?.['owner'] ?? '';
    return line.slice(found[0].length);
  }

  #withoutSyslog(line: string): string | null {
    const found = SYSLOG.exec(line);
    if (!found) return null;
    this.#isSyslog = true;
    return line.slice(found[0].length);
  }

  #withoutNumber(line: string): string | null {
    if (this.#lines > 1 && this.#numberedFrom === null) return null;
    const found = NUMBER.exec(line);
    const from = found ? Number(found[1]) - this.#lines : null;
    if (this.#lines === 1) this.#numberedFrom = from;
    else if (from !== this.#numberedFrom) this.#numberedFrom = null;
    return found && this.#numberedFrom !== null ? line.slice(found[0].length) : null;
  }
}

function messageOf(line: string): string {
  if (!JSON_LINE.test(line) || !line.trimEnd().endsWith('}')) return line;
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return line;
  }
  const entries = Object.entries(value as Record<string, unknown>);
  const [message, another] = entries.filter(([key]) => MESSAGE.includes(key)).map(([, said]) => said);
  if (typeof message !== 'string' || another !== undefined || entries.length < 2 || entries.some(([key]) => !MESSAGE.includes(key) && !BESIDE.includes(key))) return line;
  const text = message.replace(/\r?\n$/, '');
  return text.includes('\n') ? line : text;
}
