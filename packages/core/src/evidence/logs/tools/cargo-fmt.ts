import type { Recognizer } from '../../../model/index.js';

// rustfmt 1.9: `Diff in /repo/src/lib.rs:1:`; before 1.6: `Diff in /repo/src/lib.rs at line 1:`.
const DIFF = /^Diff in (?<file>\S{1,400}?)(?:(?: at line |:)(?<line>\d{1,9}))?:$/;

export const recognizer: Recognizer = {
  tool: 'cargo-fmt',
  kind: 'lint',
  docs: {
    title: 'cargo fmt --check, rustfmt --check',
    why: 'Each difference is named with its file and line; the tool has no word for failure',
    fix: 'Run `cargo fmt`',
    since: '0.1.0',
  },
  marks: ['Diff in '],
  open() {
    let inside = false;
    return {
      read(line, _at, out) {
        const place = line.startsWith('Diff in ') ? DIFF.exec(line)?.groups : undefined;
        if (place) {
          inside = true;
          out.say({ kind: 'diagnostic', level: 'error', file: place['file'] ?? null, line: place['line'] === undefined ? null : Number(place['line']) });
          return true;
        }
        if (inside && line !== '' && !/^[-+ ]/.test(line)) inside = false;
        return inside;
      },
      end() {
        // Silent on success: there is nothing to close.
      },
    };
  },
};
