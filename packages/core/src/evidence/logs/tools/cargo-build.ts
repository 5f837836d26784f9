import type { Out, Recognizer, Reducer } from '../../../model/index.js';
import { readCargoJson } from '../grammar/cargo-json.js';

// Printed by cargo, rustc and clippy 1.95: build, check, clippy, and the compiling half of test, run, bench, doc.
const VERB = /^ {1,11}(?:Compiling|Checking|Fresh|Downloading|Downloaded|Updating|Locking|Adding|Blocking|Building|Documenting|Installing|Installed|Replacing|Removed|Removing|Generated|Packaging|Verifying|Fixed|Fixing|Migrating|Ignored|Unpacking|Dirty|Scraping|Vendoring) \S/;
const FINISHED = /^ {1,11}Finished (?:`?(?<profile>\w{1,40})`? |\S)/;
const HEAD = /^(?<level>error|warning)(?:\[(?<code>[A-Z]\d{1,6}|[\w:]{1,80})\])?: (?<what>\S.*)$/;
const PLACE = /^ {0,8}--> (?<file>[^\s:]{1,400}):(?<line>\d{1,9}):\d{1,9}/;
const SHORT = /^(?<file>[^\s:]{1,400}\.rs):(?<line>\d{1,9}):\d{1,9}: (?<level>error|warning)(?:\[\w{1,20}\])?: \S/;
const GUTTER = /^(?: {0,8}\d{0,7} *[|=+~-]| {0,8}(?:::: |\.\.\.)|\.\.\.$|(?:note|help): )/;
const FATAL = /^error: (?:could not compile |aborting due to |failed to run custom build command |failed to (?:parse manifest|select a version|get `|load source|read `|download )|no matching package |could not find `Cargo\.toml`|linking with `|the lock file |package `.{1,100}` cannot be built)/;
const LIKELY = /^error: (?:failed to |could not |cannot |unexpected argument |process didn't exit|build failed|invalid |manifest path |no \w{1,20} target |a bin target)/;
const SUMMED = /^warning: (?:`(?<crate>[^`]{1,100})` .{0,80}generated (?<amount>\d{1,6}) warnings?|(?<loose>\d{1,6}) warnings? emitted)/;
const BUILD_FAILED = 'warning: build failed, waiting for other jobs to finish...';
const ADVICE = /^(?:For more information about (?:this|an) error, try `rustc |Some errors have detailed explanations: |error: test failed|error: doctest failed)/;
const LINE_LIMIT = 4000;

export const recognizer: Recognizer = {
  tool: 'cargo-build',
  kind: 'build',
  docs: {
    title: 'cargo build, check and clippy',
    why: 'Reads each compiler error with its place, the closing line and the number of warnings',
    fix: 'Leave the human or the JSON message format on; `--quiet` prints no closing line',
    since: '0.1.0',
  },
  marks: ['   Compiling ', '    Checking ', '    Finished ', ' --> ', 'error[E', 'error: ', 'warning: ', '.rs:', '{"reason":"'],
  open: openCargo,
};

function openCargo(): Reducer {
  let head: { level: 'error' | 'warning'; text: string; at: number } | null = null;
  let isOpen = false; // cargo's own verbs were seen: an `error: ` is then cargo's
  let inside = false; // below a head, in its quoted source

  const place = (line: string, out: Out): boolean => {
    const { file, line: number } = PLACE.exec(line)?.groups ?? {};
    if (file === undefined || head === null) return inside && file !== undefined;
    out.say({ kind: 'diagnostic', level: head.level, file, line: Number(number), text: head.text, from: head.at });
    head = null;
    inside = true;
    return true;
  };

  const readHead = (line: string, at: number, out: Out): boolean => {
    const summed = SUMMED.exec(line)?.groups;
    if (summed) {
      inside = false;
      head = null;
      out.say({ kind: 'soft', what: 'warning', amount: Number(summed['amount'] ?? summed['loose']) });
      return true;
    }
    if (FATAL.test(line) || (isOpen && LIKELY.test(line))) {
      flush(out);
      inside = true;
      out.say({ kind: 'closed', ok: false });
      return true;
    }
    if (line === BUILD_FAILED) return isOpen;
    const level = HEAD.exec(line)?.groups?.['level'];
    if (level === undefined) return false;
    flush(out);
    head = { level: level === 'error' ? 'error' : 'warning', text: line.slice(0, 300), at };
    inside = isOpen || line.startsWith('error[E');
    return inside;
  };

  // An error without a place (`error: linker not found`) is told when the next one begins.
  const flush = (out: Out) => {
    if (head && inside && head.level === 'error') out.say({ kind: 'diagnostic', level: 'error', file: null, line: null, text: head.text, from: head.at });
    head = null;
  };

  return {
    read(line, at, out) {
      if (line === '') return inside;
      switch (line.charCodeAt(0)) {
        case 0x20: { // space
          if (line.length > LINE_LIMIT) return inside;
          const finished = FINISHED.exec(line);
          if (finished) {
            flush(out);
            isOpen = true;
            inside = false;
            const profile = finished.groups?.['profile'];
            // What `cargo test` and `cargo bench` build is no result yet.
            if (profile !== 'test' && profile !== 'bench') out.say({ kind: 'closed', ok: true });
            return true;
          }
          if (VERB.test(line)) {
            flush(out);
            isOpen = true;
            inside = false;
            return true;
          }
          if (line.includes('--> ') && place(line, out)) return true;
          return inside && (GUTTER.test(line) || line.startsWith('  '));
        }
        case 0x65: // error
        case 0x77: // warning
          if (line.length <= LINE_LIMIT && !ADVICE.test(line) && readHead(line, at, out)) return true;
          break;
        case 0x7b: // {
          if (line.startsWith('{"reason":"')) return readCargoJson(line, out);
          break;
      }
      if (line.length > LINE_LIMIT) return false;
      const short = line.includes('.rs:') ? SHORT.exec(line)?.groups : undefined;
      if (short) {
        out.say({ kind: 'diagnostic', level: short['level'] === 'error' ? 'error' : 'warning', file: short['file'] ?? null, line: Number(short['line']) });
        return true;
      }
      if (inside && (GUTTER.test(line) || ADVICE.test(line) || /^(?:Caused by:|location searched: |required by |perhaps you meant|As a reminder, |Usage: cargo |\d{1,7} *\|)/.test(line))) return !line.startsWith('error: ');
      inside = false;
      return false;
    },
    end: flush,
  };
}
