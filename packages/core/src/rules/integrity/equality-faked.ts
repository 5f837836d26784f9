import type { DiffFile, DiffLine, Rule } from '../../model/index.js';
import { clean } from './explain.js';
import { found } from './finding.js';
import { addedIn, type At, isComment, isMoved, groupOf } from './lines.js';

const METHOD = /\bdef\s+(__eq__|__ne__|__hash__|__lt__|__le__|__gt__|__ge__|__bool__|__contains__|==|eql\?|<=>|===)\s*(?:\(|\w|$)|\b(equals|Equals|isEqual|compareTo|CompareTo|hashCode)\s*\(|\bfn\s+(eq|ne|cmp|partial_cmp)\s*\(|\boperator\s*(==|!=|fun equals)\s*\(|\bfun\s+(equals|compareTo)\s*\(|\[\s*Symbol\.(toPrimitive|hasInstance)\s*\]|^\s*(?:static\s+|async\s+)?(valueOf|toJSON|asymmetricMatch)\s*\(|\bfunc\s+\([^)]*\)\s+(Equal|Equals|Compare|Less)\s*\(|\bstatic\s+func\s+(==)\s*\(/;
const CONSTANT = /^\s*(?:return\s+)?(?:true|True|1|0|!0|Ordering::Equal|Some\(\s*(?:std::cmp::)?Ordering::Equal\s*\)|std::cmp::Ordering::Equal|\.orderedSame)\s*;?\s*$/;

export const rule: Rule = {
  id: 'integrity/equality-faked',
  docs: {
    title: 'Things are equal that are not',
    why: 'Every test that compares such a thing is green, whatever it holds.',
    fix: 'Compare the fields that make up the value.',
    since: '0.1.0',
  },
  *check({ diff, task }) {
    for (const file of diff.files) {
      if (file.language === null || file.role === 'docs' || file.role === 'data' || file.role === 'config') continue;
      const hit = hitIn(file);
      if (hit !== null && !(hit.says.startsWith('no longer') && isAsked(task, hit.at.line.code)) && !isMoved(hit.at, diff)) yield found('block', `The equality (comparison) in ${file.path}:${hit.at.line.at} ${hit.says}: \`${clean(hit.at.line.text, 80)}\`, so values that differ count as equal. Compare the fields that make up the value`, hit.places.map((line) => ({ file, line })));
    }
  },
};

/** The task says by what they are to be compared. */
const isAsked = (task: string, code: string): boolean => /\b(?:compar|equal|identi|same)\w*/i.test(task) && fieldsIn(code).some((field) => new RegExp(`\\b${field}\\b`, 'i').test(task));

interface Hit {
  readonly at: At;
  readonly says: string;
  readonly places: readonly DiffLine[];
}

function hitIn(file: DiffFile): Hit | null {
  for (const [hunk, { lines, section }] of file.hunks.entries()) {
    const now = methodsIn(lines.filter(({ side }) => side !== 'removed'), section);
    const old = methodsIn(lines.filter(({ side }) => side !== 'added'), section);
    for (const method of now) {
      const line = method.body.find((one) => one.side === 'added' && one.code.trim() !== '' && !isComment(one)) ?? (method.head.side === 'added' ? method.head : undefined);
      if (line === undefined) continue;
      const at: At = { file, hunk, index: lines.indexOf(line), line };
      const before = old.find(({ name }) => name === method.name);
      const says = judged(method, before);
      if (says !== null) return { at, says, places: [...(before?.body.filter(({ side }) => side === 'removed').slice(0, 2) ?? []), line] };
    }
  }
  const at = addedIn(file).find(({ line }) => /\b__eq__\s*=\s*lambda\b[^:]*:\s*True|\b(?:equals|isEqual)\s*[:=]\s*\(?[^)=]*\)?\s*=>\s*(?:true|!0)\s*[,;]?\s*$|\bdef\s+(?:==|__eq__|eql\?)[^=]*=\s*true\s*$|\bdef\s+==\s*\(?\w*\)?\s*;?\s*true\s*;?\s*end/.test(line.code));
  return at === undefined ? null : { at, says: 'is always true', places: [at.line] };
}

interface Method {
  readonly name: string;
  readonly head: DiffLine;
  readonly body: readonly DiffLine[];
}

function methodsIn(lines: readonly DiffLine[], section: string): Method[] {
  const methods: Method[] = [];
  for (const [index, line] of lines.entries()) {
    const match = line.code.length > 500 ? null : METHOD.exec(line.code);
    if (match === null || /;\s*$/.test(line.code) && !/\{|=>/.test(line.code)) continue;
    if (/[=(,.!]\s*$/.test(line.code.slice(0, match.index)) || /\b(?:return|if|assert|await|new|&&|\|\|)\b/.test(line.code.slice(0, match.index))) continue;
    const indent = line.text.length - line.text.trimStart().length;
    const body: DiffLine[] = [];
    for (const next of lines.slice(index + 1, index + 40)) {
      const trimmed = next.code.trim();
      if (trimmed !== '' && next.text.length - next.text.trimStart().length <= indent && !/^\{/.test(trimmed)) break;
      body.push(next);
    }
    methods.push({ name: groupOf(match) ?? '', head: line, body });
  }
  const first = groupOf(METHOD.exec(section));
  return first !== undefined && methods.length === 0 ? [{ name: first, head: { at: 0, side: 'context', text: section, code: section }, body: lines.slice(0, 12) }] : methods;
}

/** Why it is no comparison; null: it is one. */
function judged({ name, head, body }: Method, before: Method | undefined): string | null {
  if (/^(?:__hash__|hashCode)$/.test(name)) return null;
  const text = body.filter((line) => !isComment(line)).map(({ code }) => code).join('\n').replace(/^\s*[{}]\s*$|^\s*end\s*$/gm, '');
  const own = `${/\{(.*)\}\s*$/.exec(head.code)?.[1] ?? (/=>?\s*([^={]+);?\s*$/.exec(head.code)?.[1] ?? '')}\n${text}`.split('\n').map((line) => line.replace(/\bend\b|[{}]/g, ' ')).filter((line) => line.trim() !== '');
  if (own.length === 0) return null;
  const isConstant = own.length === 1 && CONSTANT.test(own[0] ?? '');
  const isTrue = /true|True|Equal|!0|orderedSame|^\s*(?:return\s+)?0\s*;?\s*$/.test(own[0] ?? '');
  const isComparison = /^(?:__eq__|==|eql\?|===|equals|Equals|isEqual|eq|hasInstance|Equal|asymmetricMatch|cmp|partial_cmp|compareTo|CompareTo|<=>|Compare)$/.test(name);
  if (isConstant && isTrue && isComparison) return 'is always true';
  if (/^(?:toPrimitive|valueOf)$/.test(name) && isConstant) return 'gives a constant for every value';
  if (before === undefined || !isComparison) return null;
  const old = before.body.map(({ code }) => code).join('\n') + before.head.code;
  const now = own.join('\n');
  const lost = fieldsIn(old).filter((field) => !fieldsIn(now).includes(field));
  const isHelper = /\bsuper\b|\bhash|\bkey\b|\btuple|astuple|\bto_a\b|\bdeconstruct|\bfields\b|\bcompare|\bisEqual|Objects\.equals|\bdeepEqual|\bEquals\(|\bto_h\b|\bstate\b|\.eq\(|as_\w+\(|__dict__|\bcasefold|lower\(/i.test(now.replace(old, ''));
  if (lost.length > 0 && !isHelper && fieldsIn(now).length < fieldsIn(old).length && sizeOf(now) <= sizeOf(old)) return `no longer reads \`${lost[0] ?? ''}\``;
  const [more, less] = [(now.match(/\|\||\bor\b/g) ?? []).length, (old.match(/\|\||\bor\b/g) ?? []).length];
  return more > less && fieldsIn(old).every((field) => fieldsIn(now).includes(field)) && !/\bnull\b|\bnil\b|\bNone\b|===?\s*(?:this|self)\b|\bis self\b|identical|ReferenceEquals/.test(now.replace(old, '')) ? 'was widened by another way to be equal' : null;
}

/** Fields that are compared: `other.starts`, `p.value`, `self.x`. */
function fieldsIn(code: string): string[] {
  return [...new Set([...code.matchAll(/\b(?:other|o|that|obj|rhs|p|self|this|them|another|\w{1,12})(?:\.|->|&\.)(\w{1,40})\b(?!\s*\()/g)].map((match) => match[1] ?? ''))].filter((field) => !/^(?:class|is_a|kind_of|getClass|instance_of|prototype|constructor|__class__|Equal|equals)$/.test(field));
}

const sizeOf = (code: string): number => code.replace(/\s+/g, '').length;
