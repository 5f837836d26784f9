export interface Tag {
  readonly name: string;
  /** `open` and `close`; an empty element is both in one. */
  readonly kind: 'open' | 'close' | 'empty';
  attribute(name: string): string | null;
}

/** What stands between tags is offered only through `text`; CDATA and comments are skipped. */
export interface TagReader {
  read(line: string, onTag: (tag: Tag) => void): void;
  /** The first thing by which the text is no XML: an entity that nobody defined. */
  readonly fault: string | null;
}

// A tag with a long message attribute is kept up to this length, in UTF-16 units.
const LIMIT = 4000;
const UNDEFINED = /&(?!(?:lt|gt|amp|quot|apos|#\d{1,7}|#x[\da-f]{1,6});)([\w.:-]{0,40};?)/i;

/** Finds tags in lines that are pushed one by one; a tag, a comment or CDATA may span lines. Linear in the input. */
export function readTags(): TagReader {
  let state: 'text' | 'tag' | 'cdata' | 'comment' = 'text';
  let quote = '';
  let tag = '';
  let fault: string | null = null;
  const look = (text: string) => {
    if (fault === null && text.includes('&')) fault = UNDEFINED.exec(text)?.[0] ?? null;
  };

  const endOfTag = (line: string, from: number): number => {
    for (let at = from; at < line.length; at += 1) {
      const char = line[at];
      if (quote !== '') {
        if (char === quote) quote = '';
      } else if (char === '"' || char === '\'') quote = char;
      else if (char === '>') return at;
    }
    return -1;
  };

  return {
    get fault() {
      return fault;
    },
    read(line, onTag) {
      let at = 0;
      while (at < line.length) {
        if (state === 'cdata' || state === 'comment') {
          const mark = state === 'cdata' ? ']]>' : '-->';
          const end = line.indexOf(mark, at);
          if (end < 0) return;
          at = end + 3;
          state = 'text';
        } else if (state === 'text') {
          const start = line.indexOf('<', at);
          look(start < 0 ? line.slice(at) : line.slice(at, start));
          if (start < 0) return;
          const special = line.startsWith('<![CDATA[', start) ? 'cdata' : line.startsWith('<!--', start) ? 'comment' : null;
          state = special ?? 'tag';
          at = start + (special === 'cdata' ? 9 : special === 'comment' ? 4 : 1);
          tag = '';
          quote = '';
        } else {
          const end = endOfTag(line, at);
          if (tag.length < LIMIT) tag += line.slice(at, Math.min(end < 0 ? line.length : end, at + LIMIT));
          if (end < 0) {
            tag += ' ';
            return;
          }
          at = end + 1;
          state = 'text';
          look(tag);
          onTag(tagOf(tag, line[end - 1] === '/'));
        }
      }
    },
  };
}

function tagOf(source: string, isEmpty: boolean): Tag {
  const isClosing = source.startsWith('/');
  const name = /^\/?([\w:-]{0,60})/.exec(source)?.[1] ?? '';
  return {
    name,
    kind: isClosing ? 'close' : isEmpty ? 'empty' : 'open',
    attribute(wanted) {
      const found = attributePattern(wanted).exec(source);
      return found ? decoded(found[1] ?? found[2] ?? '') : null;
    },
  };
}

const patterns = new Map<string, RegExp>();

function attributePattern(name: string): RegExp {
  const known = patterns.get(name) ?? new RegExp(`\\s${name}=(?:"([^"]*)"|'([^']*)')`);
  patterns.set(name, known);
  return known;
}

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: '\'' };

const decoded = (text: string): string =>
  text.replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(lt|gt|amp|quot|apos));/gi, (whole, hex?: string, decimal?: string, name?: string) => {
    if (name !== undefined) return ENTITIES[name.toLowerCase()] ?? whole;
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    return code < 0x110000 ? String.fromCodePoint(code) : whole;
  });
