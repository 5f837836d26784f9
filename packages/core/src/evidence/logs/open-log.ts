import type { Exit, Recognizer, Run } from '../../model/index.js';
import { withoutCarriers, withoutPackage } from '../../text/carriers.js';
import { Frames } from '../../text/frames.js';
import { cutLines, type OnLine } from '../../text/line-cutter.js';
import { worthOf } from './command.js';
import { FactStore } from './facts.js';
import { findKeywords, type KeywordScan } from '../../text/keywords.js';
import { openLane, type Lane } from './lane.js';
import { recognizers } from './tools/index.js';
import { isGood, isMarked, LOOSE_WORDS, readUnknown, readUnknownBehind, UNKNOWN } from './unknown.js';
import { openUnread } from './unread.js';

/** Reads the output of one command, pushed in chunks. `close` may be called once; `executed` says that verifier itself ran it. */
export interface LogReader {
  write(chunk: string): void;
  close(exit: Exit | null, executed?: boolean): Run;
}

const TICKS = 'ticks';
/** Packages of a monorepo whose lines are told apart; the lines of further ones are read as they are. */
const LANES = 64;
/** Markdown: a log whose lines are all indented so is a block of code. */
const INDENT = '    ';
const BOM = 0xfeff;
const HASH = 35;
const DIGIT_0 = 48;
const DIGIT_9 = 57;

const startsWithDigit = (line: string): boolean => line.charCodeAt(0) >= DIGIT_0 && line.charCodeAt(0) <= DIGIT_9;

// Built at the first log, not at import: a start without a log pays nothing.
let scanner: { scan: KeywordScan; owners: readonly (Recognizer | null)[] } | null = null;

export function openLog(command: string | null, tools: readonly Recognizer[] = recognizers): LogReader {
  const lines = openLines(command, tools);
  const cutter = cutLines(lines.line);
  return {
    write: (chunk) => { cutter.write(chunk); },
    close(exit, executed = false) {
      cutter.end();
      return lines.close(exit, executed);
    },
  };
}

/** The reader behind `openLog`, for callers that cut lines themselves; `line` takes what the cutter says of it. */
export function openLines(command: string | null, tools: readonly Recognizer[] = recognizers): { line: OnLine; close(exit: Exit | null, executed: boolean): Run } {
  const { scan, owners } = scannerOf(tools);
  const store = new FactStore();
  const unread = openUnread();
  const frames = new Frames();
  const adopted = new Map<string, string>();
  const lanes = new Map<string, Lane>();
  const main = opened('');
  let at = 0;
  let loose = false;
  let isGreen = false; // a loose line has said that all is well
  let scans = 0;
  let isIndented = true;
  let marked: Recognizer[] = [];

  function opened(prefix: string): Lane {
    const ticks = prefix === '' ? TICKS : `${TICKS}:${prefix}`;
    const lane = openLane(store, ticks, (tool) => { if (!adopted.has(ticks)) adopted.set(ticks, tool); }, () => unread.lines().map(({ text }) => text));
    lanes.set(prefix, lane);
    return lane;
  }

  const laneOf = (prefix: string): Lane | null => lanes.get(prefix) ?? (lanes.size < LANES ? opened(prefix) : null);

  // A mark that fills a long line is one mark.
  const hitAt = new Float64Array(owners.length + LOOSE_WORDS.length);
  const onHit = (id: number) => {
    if (hitAt[id] === scans) return;
    hitAt[id] = scans;
    const owner = owners[id];
    if (owner === undefined || owner === null) loose = true;
    else if (!marked.includes(owner)) marked.push(owner);
  };

  // Who owns the line, which stands in `within`: a tool that is open, a tool that opens here, or nobody.
  const isOwned = (lane: Lane, text: string, within: string, from: number): boolean => {
    loose = false;
    scans += 1;
    if (marked.length > 0) marked = [];
    scan(within, onHit, from, from + text.length);
    return (marked.length > 0 && lane.open(marked, text, at)) || lane.tick(text, at);
  };

  return {
    line(raw, dirt, within, from) {
      at += 1;
      const line = frames.without(raw);
      const first = line.charCodeAt(0);
      const bare = dirt !== 0 || line !== raw || first === BOM || first === HASH || startsWithDigit(line) ? withoutCarriers(line, dirt) : line;
      // Copied from a terminal, a line may be filled up with blanks.
      const text = bare.charCodeAt(bare.length - 1) === 32 ? bare.trimEnd() : bare;
      const isWhere = bare === raw; // it stands in `within` as it is
      const home = frames.owner === '' ? main : (laneOf(frames.owner) ?? main); // each job of a CI run has its own lines
      if (isBlank(text)) {
        home.offer('', at);
        if (isIndented) lanes.get(INDENT)?.offer('', at);
        return;
      }
      if (isIndented) isIndented = home === main && text.startsWith(INDENT);
      if (!isIndented && home.offer(text, at)) return;
      const behind = isIndented ? text.slice(INDENT.length) : withoutPackage(text);
      const prefix = behind === null ? '' : text.slice(0, text.length - behind.length);
      // `docker compose logs --timestamps` writes the time behind the name.
      const inner = behind === null || !startsWithDigit(behind) ? behind : withoutCarriers(behind, 0);
      if (inner !== null) {
        const key = home === main ? prefix : `${frames.owner}\t${prefix}`;
        const lane = laneOf(key);
        if (lane && (lane.offer(inner, at) || (isWhere && inner === behind ? isOwned(lane, inner, within, from + prefix.length) : isOwned(lane, inner, inner, 0)))) return;
      }
      if ((isIndented && home.offer(text, at)) || (isWhere ? isOwned(home, text, within, from) : isOwned(home, text, text, 0))) return;
      if (!loose && !isMarked(text)) {
        unread.push(at, text);
        return;
      }
      const before = { hasPassed: store.hasPassed(), isGreen };
      let said = readUnknown(text, command, before);
      if (said.length === 0 && inner !== null) said = readUnknownBehind(prefix, inner, command, before);
      if (said.length === 0) unread.push(at, text);
      for (const fact of said) {
        store.add({ ...fact, tool: UNKNOWN, span: [at, at], count: 1, text: text.trim() });
        if (!isGood(fact)) continue;
        store.name(text.trim());
        isGreen = true;
      }
    },
    close(exit, executed) {
      // What was indented only at first was no block of Markdown; what it left open says nothing.
      for (const [prefix, lane] of lanes) if (prefix !== INDENT || isIndented) lane.end();
      const { facts, omitted, passed } = store.close();
      const signed = facts.map((fact) => (fact.tool.startsWith(TICKS) ? { ...fact, tool: adopted.get(fact.tool) ?? UNKNOWN } : fact));
      return { command, worth: worthOf(command), exit, executed, facts: signed, omitted, passed, unread: unread.lines(), lines: at };
    },
  };
}

function isBlank(text: string): boolean {
  let at = 0;
  while (text.charCodeAt(at) === 32) at += 1;
  const code = text.charCodeAt(at);
  // Most lines begin with ASCII, a mark or a letter of another script: none of them is a blank.
  return (code > 32 && code < 0x80) || (code > 0x2100 && code !== 0x3000 && code !== BOM) ? false : text.trim() === '';
}

function scannerOf(tools: readonly Recognizer[]) {
  if (scanner && tools === recognizers) return scanner;
  const pairs = tools.flatMap((owner) => owner.marks.map((mark) => ({ mark, owner })));
  const made = { scan: findKeywords(pairs.map(({ mark }) => mark), LOOSE_WORDS), owners: pairs.map(({ owner }) => owner) };
  if (tools === recognizers) scanner = made;
  return made;
}
