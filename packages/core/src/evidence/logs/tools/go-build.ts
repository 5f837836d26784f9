import type { Recognizer } from '../../../model/index.js';

// Printed by go 1.19 build, vet and test (compilation); staticcheck prints the same form, golangci-lint puts `(linter)` behind it.
const PLACE = /^(?:vet: )?(?<file>(?:\.{1,2}\/)?[^\s:]{1,400}\.go):(?<line>\d{1,7}):\d{1,5}: \S/;
const LINTER = /\([a-z][a-z0-9]{1,30}\)$/;
const HEADER = /^# [\w./-]{1,300}(?: \[[\w./-]{1,300}\])?$/;
const VET_JSON = /^\s{1,12}"posn": "(?<file>[^":]{1,400}\.go):(?<line>\d{1,7}):\d{1,5}"/;
const FATAL = /^(?:pattern .{1,200}: directory prefix .{1,200} does not contain|go: (?:errors parsing go\.mod|cannot find main module|go\.mod file not found|.{1,300}: (?:unknown revision|invalid version|missing go\.sum entry|no matching versions|module lookup disabled|reading http)|updates to go\.(?:mod|sum) needed)|no required module provides package |\s{1,4}imports .{1,300}: import cycle not allowed)/;
const AMBIENT = /^go: (?:finding module for package|downloading |found |added |upgraded |extracting )/;
const LINE_LIMIT = 4000;

export const recognizer: Recognizer = {
  tool: 'go-build',
  kind: 'build',
  docs: {
    title: 'go build and go vet',
    why: 'Each compiler error is named with its file and line; the tool has no word for failure',
    fix: 'Fix the first error of each package; later ones often follow from it',
    since: '0.1.0',
  },
  marks: ['.go:', 'go: ', 'import cycle not allowed', 'no required module provides package', 'does not contain main module', '"posn": "'],
  open: () => ({
    read(line, _at, out) {
      if (line.length > LINE_LIMIT) return false;
      const first = line.charCodeAt(0);
      if (first === 0x23) return HEADER.test(line);
      if (line.includes('.go:')) {
        const { file, line: number } = PLACE.exec(line)?.groups ?? VET_JSON.exec(line)?.groups ?? {};
        if (file !== undefined && !LINTER.test(line.slice(-40))) {
          out.say({ kind: 'diagnostic', level: 'error', file, line: Number(number) });
          return true;
        }
      }
      if (first === 0x67 || first === 0x70 || first === 0x6e || first === 0x09) {
        if (AMBIENT.test(line)) return true;
        if (FATAL.test(line)) {
          out.say({ kind: 'closed', ok: false });
          return true;
        }
      }
      return first === 0x09 && !line.startsWith('\t/') && /^\t(?:have|want) \(|^\t[\w./-]{1,300}:\d/.test(line);
    },
    end() {
      // Silent on success: there is nothing to close.
    },
  }),
};
