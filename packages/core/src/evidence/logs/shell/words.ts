/** A word of a command, without its quotes; or what stands between words: `&&`, `||`, `|`, `;`, `&`, `(`, `)`. */
export interface Token {
  readonly text: string;
  readonly isOperator: boolean;
  /** Begins with a quote: no keyword, no comment. */
  readonly isQuoted: boolean;
}

const OPERATORS = ['&&', '||', '|&', ';;', '|', ';', '&', '(', ')', '\n'];
const BLANK = ' \t\r';
const ENDS = `${BLANK}\n;|&()`;
// `2>&1`, `>out.log`, `&>/dev/null`, `< in`: no part of what is run.
const REDIRECTION = /(?:\d{0,2}|&)(?:>>?|<{1,3})(?:&\d?-?|\|)?/y;

/** The words of a shell command in order; redirections and comments are left out. One pass. */
export function tokensOf(command: string): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  let isTarget = false; // the next word is where a redirection goes
  while (at < command.length) {
    const char = command.charAt(at);
    if (BLANK.includes(char)) at += 1;
    else if (command.startsWith('\\\n', at)) at += 2;
    else if (char === '#') {
      const end = command.indexOf('\n', at);
      at = end < 0 ? command.length : end;
    } else {
      REDIRECTION.lastIndex = at;
      const redirection = REDIRECTION.exec(command)?.[0];
      if (redirection !== undefined) {
        at += redirection.length;
        isTarget = !/&[\d-]/.test(redirection);
        continue;
      }
      const operator = OPERATORS.find((one) => command.startsWith(one, at));
      if (operator !== undefined) {
        tokens.push({ text: operator === '\n' ? ';' : operator, isOperator: true, isQuoted: false });
        at += operator.length;
        isTarget = false;
        continue;
      }
      const word = wordAt(command, at);
      if (!isTarget) tokens.push({ text: word.text, isOperator: false, isQuoted: char === "'" || char === '"' });
      isTarget = false;
      at = word.end;
    }
  }
  return tokens;
}

// `a"b c"'d'$(e f)` is one word.
function wordAt(command: string, from: number): { text: string; end: number } {
  const parts: string[] = [];
  let at = from;
  while (at < command.length && !ENDS.includes(command.charAt(at))) {
    const char = command.charAt(at);
    const end = char === "'" || char === '"' ? quoteEnd(command, at) : char === '`' ? endOf(command, '`', at + 1) : command.startsWith('$(', at) ? closeOf(command, at + 1) : char === '\\' ? at + 1 : at;
    // Quotes go, everything else stays as it is written.
    const isDropped = char === "'" || char === '"' || char === '\\';
    parts.push(isDropped ? command.slice(at + 1, char === '\\' ? at + 2 : end) : command.slice(at, end + 1));
    at = (char === '\\' ? at + 1 : end) + 1;
  }
  return { text: parts.join(''), end: Math.max(at, from + 1) };
}

const endOf = (text: string, sought: string, from: number): number => {
  const at = text.indexOf(sought, from);
  return at < 0 ? text.length : at;
};

function quoteEnd(command: string, from: number): number {
  const quote = command.charAt(from);
  if (quote === "'") return endOf(command, quote, from + 1);
  let at = from + 1;
  while (at < command.length && command.charAt(at) !== '"') at += command.charAt(at) === '\\' ? 2 : 1;
  return Math.min(at, command.length);
}

/** Where the bracket at `from` is closed. */
function closeOf(command: string, from: number): number {
  let depth = 0;
  let at = from;
  while (at < command.length) {
    const char = command.charAt(at);
    if (char === '(') depth += 1;
    else if (char === ')' && (depth -= 1) === 0) return at;
    at = char === "'" || char === '"' ? quoteEnd(command, at) + 1 : char === '\\' ? at + 2 : at + 1;
  }
  return command.length;
}
