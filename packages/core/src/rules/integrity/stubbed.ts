import type { DiffFile, DiffLine, Evidence, Rule } from '../../model/index.js';
import { clean } from './explain.js';
import { found } from './finding.js';
import { addedIn, type At, isComment, isMoved, near, removedIn } from './lines.js';

const UNDONE = /\bNotImplementedError\b|\bNotImplementedException\b|\braise\s+NotImplemented\b|\bthrow new (?:Error|UnsupportedOperationException|\\?LogicException|\\?BadMethodCallException|\\?RuntimeException)\s*\(\s*["'`](?:[^"'`]*\b(?:not (?:yet )?implemented|todo|unimplemented)\b[^"'`]*)["'`]|\btodo!\s*\(|\bunimplemented!\s*\(|\bpanic\s*\(\s*["'](?:[^"']*\b(?:not implemented|todo|unimplemented)\b)|\bTODO\s*\(\s*["')]|\bfatalError\s*\(\s*["'][^"']*(?:not implemented|todo)/i;
const FUNCTION = /^(\s*)(?:(?:export|default|public|private|protected|internal|static|async|override|final|pub(?:\([^)]*\))?|inline|virtual|abstract|func|def|fn|fun|function|const|let|var|suspend|unsafe|sealed|readonly|[A-Z]\w*(?:<[^>]*>)?|int|long|float|double|bool|boolean|string|void|decimal)\s+)+(?:self\.)?(\w+[?!]?)\s*(?:=\s*(?:async\s*)?)?\(([^()]*)\)/;
const CONSTANT = /^\s*(?:return\s+)?(?:["'`][^"'`]*["'`](?:\.\w+\(\))?|-?\d[\w.]*|true|false|True|False|None|null|nil|\[\s*\]|\{\s*\}|Ok\(\(\)\)|Some\(\d+\)|None|vec!\[\]|\(\s*\)|new \w+\(\))\s*;?\s*$/;
// What stands behind the parameters of a function that is one expression.
const ONE_LINE = /^\s*(?:(?::|->)\s*[\w.<>[\]?]{1,40}\s*)?(?:=>|=|\{\s*(?:return\s)?)\s*(?:["'`][^"'`]{0,200}["'`]|-?\d[\w.]*|true|false|True|False|None|null|nil)\s*;?\s*\}?\s*;?\s*$/;

export const rule: Rule = {
  id: 'integrity/stubbed',
  docs: {
    title: 'The implementation is a constant',
    why: 'The task asks for behaviour, and what is there gives the same answer to everything.',
    fix: 'Implement what the task asks for.',
    since: '0.1.0',
  },
  *check(evidence) {
    for (const file of evidence.diff.files) {
      if (file.role !== 'source' || file.language === null || /(?:abstract|interface|base|stub|mock|fake|dummy|noop|null|default|proto)/i.test(file.path)) continue;
      const hit = replacedIn(file, evidence) ?? onOneLine(file, evidence) ?? countedIn(file) ?? undoneIn(file, evidence);
      if (hit === null || isMoved(hit.at, evidence.diff)) continue;
      yield found(hit.isHard ? 'block' : 'warn', `${file.path}:${hit.at.line.at} ${hit.says}: \`${clean(hit.at.line.text, 80)}\`. Implement it (it is a stub, hard-coded or not implemented)`, [...hit.old.map((line) => ({ file, line })), { file, line: hit.at.line }]);
    }
  },
};

interface Hit {
  readonly at: At;
  readonly says: string;
  readonly isHard: boolean;
  readonly old: readonly DiffLine[];
}

/** Logic became a constant, and the arguments are not looked at. */
function replacedIn(file: DiffFile, { asks }: Evidence): Hit | null {
  for (const at of addedIn(file)) {
    if (isComment(at.line) || !(CONSTANT.test(at.line.text) && /\breturn\b|^\s+\S/.test(at.line.text)) || !/\breturn\b/.test(at.line.code) && !['rust', 'ruby', 'kotlin', 'scala', 'elixir'].includes(file.language ?? '')) continue;
    const head = headOf(at);
    if (head === null) continue;
    const body = bodyOf(at, head.index);
    if (body.filter(({ code }) => code.trim().length > 1 && !/^\s*(?:\}|end)\s*$/.test(code)).length !== 1) continue;
    const old = removedIn(file).filter((one) => one.hunk === at.hunk && Math.abs(one.index - at.index) <= 30 && /[-+*/%(<>=?]|\bif\b|\bfor\b|\.\w+\(/.test(one.line.code.replace(/^\s*(?:return|throw|raise)\b/, '')) && !UNDONE.test(one.line.text) && !CONSTANT.test(one.line.text));
    const isLogic = old.length >= 2 || old.some(({ line }) => head.parameters.some((name) => new RegExp(`\\b${name}\\b`).test(line.code)));
    const isNew = head.line.side === 'added' && head.parameters.length > 0 && asks.has('feature') && /^\s*(?:return\s+)?-?\d|["'`]/.test(at.line.text) && !/^\s*return\s+(?:0|1|""|'')\s*;?$/.test(at.line.text);
    if (isLogic && head.line.side === 'context' && !asks.has('removal') && head.parameters.length > 0) return { at, says: 'gives a constant where logic was, and does not look at its arguments', isHard: true, old: old.slice(0, 2).map(({ line }) => line) };
    if (isNew) return { at, says: 'gives a constant and does not look at its arguments', isHard: false, old: [] };
  }
  return null;
}

/** `fun area(r: Double): Double = 3.0` where an undone body stood, or one that used what it was given. */
function onOneLine(file: DiffFile, { asks }: Evidence): Hit | null {
  if (asks.has('removal')) return null;
  for (const at of addedIn(file)) {
    const head = isComment(at.line) ? null : FUNCTION.exec(at.line.code.slice(0, 400));
    const [, , name = '', list = ''] = head ?? [];
    if (head === null || list.trim() === '' || !ONE_LINE.test(at.line.text.slice(head[0].length))) continue;
    const before = removedIn(file).find((one) => one.hunk === at.hunk && FUNCTION.exec(one.line.code.slice(0, 400))?.[2] === name && !ONE_LINE.test(one.line.text));
    if (before === undefined) continue;
    const wasUndone = UNDONE.test([before.line, ...near(before, 0, 2)].map(({ text }) => text).join('\n'));
    const used = parametersOf(list).some((parameter) => new RegExp(`\\b${parameter}\\b`).test(before.line.code.slice(before.line.code.indexOf(')'))));
    if (used || (wasUndone && (asks.has('feature') || asks.has('fix')))) return { at, says: 'gives a constant and does not look at its arguments', isHard: used, old: [before.line] };
  }
  return null;
}

function headOf({ file, hunk, index }: At): { line: DiffLine; index: number; parameters: string[] } | null {
  const lines = file.hunks[hunk]?.lines ?? [];
  for (let at = index - 1; at >= Math.max(0, index - 8); at -= 1) {
    const line = lines[at];
    if (line === undefined || line.side === 'removed') continue;
    const match = FUNCTION.exec(line.code.slice(0, 400));
    if (match !== null) return { line, index: at, parameters: parametersOf(match[3] ?? '') };
    if (/^\s*(?:\}|end)\s*$/.test(line.code) || /\b(?:if|else|for|while|case|switch|catch|when|except)\b/.test(line.code)) return null;
  }
  return null;
}

const parametersOf = (list: string): string[] =>
  list.split(',').map((part) => /(?:\b(?:mut|ref|const|readonly|final|in|out)\s+)*(?:[\w.<>[\]?]+\s+)?[$*&]?(\w+)\s*(?::|=|$|\s)/.exec(part.trim())?.[1] ?? '').filter((name) => name !== '' && name !== 'self' && name !== 'this' && name !== 'cls' && !name.startsWith('_'));

function bodyOf({ file, hunk }: At, from: number): DiffLine[] {
  const lines = (file.hunks[hunk]?.lines ?? []).slice(from + 1).filter(({ side }) => side !== 'removed');
  const head = file.hunks[hunk]?.lines[from]?.text ?? '';
  const indent = head.length - head.trimStart().length;
  const end = lines.findIndex(({ text }) => text.trim() !== '' && text.length - text.trimStart().length <= indent && !/^\s*\{/.test(text));
  return lines.slice(0, end < 0 ? 12 : end).filter((line) => !isComment(line) && line.text.trim() !== '' && !/^\s*\{\s*$/.test(line.text));
}

/** The answer depends on how often it was asked. */
function countedIn(file: DiffFile): Hit | null {
  for (const at of addedIn(file)) {
    const match = /\breturn\s+(?:_?[A-Za-z]\w*)\s*\[\s*(?:\+\+|--)?\s*(\w*(?:calls?|count|counter|index|idx|turn|_n|i|n|step|seq)\w*)\s*(?:\+\+|%|-|\]|\+=)|\b(?:next|shift|pop)\s*\(?\s*(?:_?(?:answers|results|outputs|responses|values|expected)\w*)\b|\b_?(?:answers|results|outputs|expected|responses)\w*\.(?:shift|pop|next|pop\(0\))\s*\(/i.exec(at.line.code);
    if (match === null || isComment(at.line)) continue;
    const around = [at.line, ...near(at, 14, 4)].map(({ text }) => text).join('\n');
    const isState = /^(?:let|var|static mut|_?\w+\s*=\s*(?:0|-1)|global|@@?\w+\s*=)|\bglobal\s+\w+|^\s*(?:private\s+)?static\s+\w+\s+\w+\s*=\s*(?:0|-1)|\b(?:calls?|counter|count)\w*\s*(?:\+=\s*1|\+\+)/im.test(around);
    const isTuple = /(?:=\s*[[({]|iter\(\s*[[(])\s*(?:["'`-]?[\w.]+["'`]?\s*,\s*){1,}/.test(around);
    if (isState && isTuple) return { at, says: 'answers by the number of calls (a call counter and a list of constant answers)', isHard: false, old: [] };
  }
  return null;
}

/** Not implemented, although that is the task. */
function undoneIn(file: DiffFile, { asks }: Evidence): Hit | null {
  const at = addedIn(file).find((one) => UNDONE.test(one.line.text) && !isComment(one.line) && !/\babstract\b|@abstractmethod|\binterface\b|\bprotocol\b/i.test(near(one, 6, 0).map(({ text }) => text).join('\n')));
  if (at === undefined || !(asks.has('feature') || asks.has('fix')) || removedIn(file).some(({ line }) => UNDONE.test(line.text))) return null;
  const old = removedIn(file).filter((one) => one.hunk === at.hunk && one.line.code.trim().length > 6);
  return { at, says: 'is not implemented', isHard: old.length >= 2, old: old.slice(0, 1).map(({ line }) => line) };
}
