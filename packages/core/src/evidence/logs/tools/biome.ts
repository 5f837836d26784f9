import type { Out, Recognizer, Reducer } from '../../../model/index.js';

// Biome 1.0, 1.9 and 2: default, summary, json and github reporters.
const HEADER = /^(\S.{0,300}?)(?::(\d{1,7}):\d{1,7})? ([\w/]{2,100}|format) +(?:[A-Z]+ +)*━{4,}$/;
const SECTION = /^(\w{2,30}) ━{10,}$/;
const MESSAGE = /^ {2}([×✖!⚠]) (\S.{0,500})/;
const CHECKED = /^(?:Checked|Formatted|Linted|Would check) (\d{1,9}) file(?:s?|\(s\)) in (?:\S{1,20}\.(?: |$)|\d[\d.]{0,12}[mµn]?s$)/;
const FOUND = /^Found (\d{1,9}) (errors?|warnings?|infos?)\.$/;
const NOTHING = /^ {2}[×✖] No files were processed/;
const JSON_SUMMARY = /^\{"summary":\{"changed":.{0,300}?"errors":(\d{1,9}),"warnings":(\d{1,9})/;

export const recognizer: Recognizer = {
  tool: 'biome',
  kind: 'lint',
  docs: { title: 'Biome', why: 'Reads the closing counts and each error with its place.', fix: 'Run `biome check --write`.', since: '0.1.0' },
  marks: ['━━━━━━━━━━', 'No fixes applied', ' file in ', ' files in ', ' file(s) in ', '{"summary":{"changed":'],
  open: openBiome,
};

function openBiome(): Reducer {
  let isOpen = false;
  let place: { file: string; line: number | null } | null = null;
  let isSection = false; // `check ━━━` at the end: the command's own verdict
  let green: { at: number; text: string } | null = null;

  const tellGreen = (out: Out) => {
    if (green) out.say({ kind: 'closed', ok: true, from: green.at, text: green.text });
    green = null;
  };

  const readMessage = (mark: string, text: string, out: Out): boolean => {
    const isRed = mark === '×' || mark === '✖';
    if (isSection && isRed) out.say({ kind: 'gate', name: text });
    else if (place && isRed) out.say({ kind: 'diagnostic', level: 'error', ...place });
    isSection = false;
    place = null;
    return true;
  };

  return {
    read(line, at, out) {
      if (line === '') return isOpen;
      if (line.length > 2000 && !line.startsWith('{"summary":')) return false;
      const first = line.charCodeAt(0);
      if (first === 32) {
        if (!isOpen) return false;
        if (NOTHING.test(line)) {
          out.say({ kind: 'no-tests' });
          isSection = false;
          return true;
        }
        const [, mark, text] = MESSAGE.exec(line) ?? [];
        return mark === undefined || text === undefined ? true : readMessage(mark, text, out);
      }
      const [, amount, word = ''] = FOUND.exec(line) ?? [];
      if (amount !== undefined && (isOpen || green)) {
        if (word.startsWith('error')) {
          out.say({ kind: 'closed', ok: amount === '0' });
          green = null;
        } else if (word.startsWith('warning') && amount !== '0') {
          tellGreen(out);
          out.say({ kind: 'soft', what: 'warning', amount: Number(amount) });
        }
        return true;
      }
      tellGreen(out);
      const checked = CHECKED.exec(line);
      if (checked && (isOpen || line.includes(' file(s) in ') || /\. (?:No fixes applied|Fixed \d{1,9} files?)\.$/.test(line))) {
        if (checked[1] === '0') out.say({ kind: 'no-tests' });
        else green = { at, text: line };
        isOpen = true;
        return true;
      }
      if (line.includes('━━━━')) {
        const section = SECTION.exec(line);
        const [, file, row] = section ? [] : (HEADER.exec(line) ?? []);
        if (!section && file === undefined) return false;
        isSection = section !== null;
        place = file === undefined ? null : { file, line: row === undefined ? null : Number(row) };
        isOpen = true;
        return true;
      }
      const [, errors, warnings] = JSON_SUMMARY.exec(line) ?? [];
      if (errors !== undefined) {
        out.say({ kind: 'closed', ok: errors === '0' });
        if (Number(warnings) > 0) out.say({ kind: 'soft', what: 'warning', amount: Number(warnings) });
        isOpen = true;
        return true;
      }
      return false;
    },
    end(out) {
      tellGreen(out);
    },
  };
}
