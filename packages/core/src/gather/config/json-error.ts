/** Where and why a text is no JSON, in one sentence with line and column, both from 1. Never quotes the text. */
export function syntaxErrorOf(text: string): string {
  if (text.trim() === '') return 'the file is empty, and must hold a JSON object';
  const { at, expected } = new Scanner(text).mistake();
  const before = text.slice(0, at);
  const line = before.split('\n').length;
  return `no valid JSON at line ${line}, column ${at - before.lastIndexOf('\n')}: expected ${expected}`;
}

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const STRING = /"(?:[^"\\\u0000-\u001f]+|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*/y;
const WORD = /true|false|null/y;
const BLANK = /[ \t\r\n]*/y;

/** Walks the text as RFC 8259 describes it, up to the first place where it goes wrong; nesting in an array, not in calls. */
class Scanner {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  mistake(): { at: number; expected: string } {
    const open: ('}' | ']')[] = [];
    for (;;) {
      // A value, or the end of an empty object or array.
      const start = this.#next();
      if (start === '{' || start === '[') {
        this.#at += 1;
        const close = start === '{' ? '}' : ']';
        if (this.#next() === close) this.#at += 1;
        else {
          open.push(close);
          if (close === '}' && !this.#key()) return this.#wrong('a key in double quotes, then a colon');
          continue;
        }
      } else if (!this.#scalar()) return this.#wrong(start === '"' ? 'the end of the string' : 'a value');
      for (;;) {
        const close = open.at(-1);
        const next = this.#next();
        if (close === undefined) return this.#wrong('nothing more');
        if (next === close) {
          this.#at += 1;
          open.pop();
        } else if (next === ',') {
          this.#at += 1;
          if (close === '}' && !this.#key()) return this.#wrong('a key in double quotes, then a colon');
          break;
        } else return this.#wrong(`a comma or ${close}`);
      }
    }
  }

  #key(): boolean {
    if (this.#next() !== '"' || !this.#scalar() || this.#next() !== ':') return false;
    this.#at += 1;
    return true;
  }

  #scalar(): boolean {
    if (this.#text[this.#at] === '"') {
      this.#take(STRING);
      if (this.#text[this.#at] !== '"') return false;
      this.#at += 1;
      return true;
    }
    return this.#take(NUMBER) || this.#take(WORD);
  }

  #next(): string | undefined {
    this.#take(BLANK);
    return this.#text[this.#at];
  }

  #take(pattern: RegExp): boolean {
    pattern.lastIndex = this.#at;
    if (!pattern.test(this.#text)) return false;
    this.#at = pattern.lastIndex;
    return true;
  }

  #wrong(expected: string): { at: number; expected: string } {
    return { at: this.#at, expected };
  }
}
