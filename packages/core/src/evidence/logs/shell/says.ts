import { bothOf, branchOf, eitherOf, isRun, sequenceOf, stronger } from './combine.js';
import { isCondition, isFinder, type Says, saysOf, withoutPrefixes } from './simple.js';
import { type Token, tokensOf } from './words.js';

const SHELL = /^(?:.*\/)?(?:ba|z|da|k|a)?sh$/;
/** Deeper than this nobody writes; what is deeper is not understood. */
const DEPTH = 20;

/** Options of the shell that are on: `set -e`, `set -o pipefail`. */
interface Mode {
  stops: boolean;
  pipefail: boolean;
}

/** What status 0 of a whole command says. */
export const commandSays = (command: string): Says => textSays(command, { stops: false, pipefail: false }, 0);

function textSays(text: string, mode: Mode, depth: number): Says {
  if (depth > DEPTH) return 'masked';
  const reader = new Reader(tokensOf(text), mode, depth);
  const says = reader.list([]);
  return reader.isTrapped ? 'masked' : says;
}

class Reader {
  #at = 0;
  readonly #tokens: readonly Token[];
  readonly #mode: Mode;
  #depth: number;
  /** What a trap does at the end is the status. */
  isTrapped = false;

  constructor(tokens: readonly Token[], mode: Mode, depth: number) {
    this.#tokens = tokens;
    this.#mode = mode;
    this.#depth = depth;
  }

  /** A sequence up to one of the closing words: the last command's status is its own. */
  list(closing: readonly string[]): Says {
    let says: Says = 'true';
    let lost: Says = 'true'; // what ran before, and whose status is not heard
    while (this.#at < this.#tokens.length && !this.#isAt(closing)) {
      if (this.#take(';') || this.#take(';;') || this.#take('&')) continue;
      const start = this.#at;
      const next = this.#andOr();
      const isAwaited = !this.#isAt(['&']);
      says = isAwaited ? sequenceOf(says, next, this.#mode.stops) : isRun(next) ? 'masked' : says;
      if (next === 'same') says = stronger(says, lost);
      else lost = stronger(lost, next);
      if (this.#at === start) this.#at += 1; // a stray bracket
    }
    return says;
  }

  #andOr(): Says {
    let says = this.#pipeline();
    for (;;) {
      if (this.#take('&&')) says = bothOf(says, this.#pipeline());
      else if (this.#take('||')) says = eitherOf(says, isCondition(this.#peekWords()) ? (this.#pipeline(), 'true') : this.#pipeline());
      else return says;
    }
  }

  #pipeline(): Says {
    while (this.#take(';')) { /* a line break after `&&` */ }
    const isInverted = this.#takeWord('!');
    const words = this.#peekWords();
    const steps = [this.#command()];
    let lastWords = words;
    while (this.#take('|') || this.#take('|&')) {
      lastWords = this.#peekWords();
      steps.push(this.#command());
    }
    const last = steps.pop() ?? 'true';
    const isIdle = steps.every((says) => !isRun(says));
    // `echo x | grep x`
    if (steps.length > 0 && steps.every((step) => step === 'true') && isFinder(lastWords)) return 'true';
    const says = steps.length === 0 || isIdle ? last : this.#mode.pipefail ? steps.reduce(bothOf, last) : 'masked';
    if (!isInverted) return says;
    if (says === 'true' || says === 'fails') return says === 'true' ? 'fails' : 'true';
    return isFinder(words) ? says : 'masked';
  }

  #command(): Says {
    if (this.#take('(')) return this.#subshell();
    if (this.#takeWord('{')) return this.#inside(['}']);
    if (this.#takeWord('if')) return this.#conditional();
    if (this.#takeWord('for')) return this.#loop();
    if (this.#takeWord('while') || this.#takeWord('until')) return bothOf(this.#inside(['do']), this.#inside(['done']));
    if (this.#isAt(['[['])) return this.#brackets();
    const words = this.#peekWords();
    this.#at += words.length;
    return this.#simple(words);
  }

  #simple(words: readonly string[]): Says {
    const [name = '', ...args] = withoutPrefixes(words);
    if (name === 'set') this.#set(args);
    if (name === 'trap' && /\bexit 0\b/.test(args[0] ?? '')) this.isTrapped = true;
    if (SHELL.test(name)) {
      const at = args.findIndex((arg) => /^-[a-z]*c$/.test(arg));
      if (at >= 0) return textSays(args[at + 1] ?? '', modeOf(args.slice(0, at + 1), { stops: false, pipefail: false }), this.#depth + 1);
    }
    return name === 'eval' ? textSays(args.join(' '), this.#mode, this.#depth + 1) : saysOf(words);
  }

  #subshell(): Says {
    const { stops, pipefail } = this.#mode;
    const says = this.#inside([')']);
    Object.assign(this.#mode, { stops, pipefail });
    return says;
  }

  // `for x in a b; do`: what is counted is not run.
  #loop(): Says {
    this.#at += this.#peekWords().length;
    this.#take(';');
    this.#takeWord('do');
    return this.#inside(['done']);
  }

  #brackets(): Says {
    const words: string[] = [];
    for (; this.#at < this.#tokens.length && !this.#isAt([']]']); this.#at += 1) words.push(this.#tokens[this.#at]?.text ?? '');
    this.#at += 1;
    return saysOf(words);
  }

  #conditional(): Says {
    if (this.#depth > DEPTH) return this.#skip();
    const isInverted = this.#takeWord('!');
    const condition = this.#inside(['then']);
    const first = this.#inside(['elif', 'else', 'fi'], true);
    const second = this.#takeWord('else') ? this.#inside(['fi']) : this.#takeWord('elif') ? this.#otherwise() : (this.#takeWord('fi'), 'true');
    return isInverted ? branchOf(condition, second, first) : branchOf(condition, first, second);
  }

  #otherwise(): Says {
    this.#depth += 1;
    const says = this.#conditional();
    this.#depth -= 1;
    return says;
  }

  #inside(closing: readonly string[], isLeft = false): Says {
    this.#depth += 1;
    const says = this.#depth > DEPTH ? this.#skip() : this.list(closing);
    this.#depth -= 1;
    if (!isLeft && this.#isAt(closing)) this.#at += 1;
    return says;
  }

  #skip(): Says {
    this.#at = this.#tokens.length;
    return 'masked';
  }

  #set(args: readonly string[]): void {
    Object.assign(this.#mode, modeOf(args, this.#mode));
  }

  #peekWords(): string[] {
    const words: string[] = [];
    for (let at = this.#at; at < this.#tokens.length; at += 1) {
      const token = this.#tokens[at];
      if (!token || token.isOperator) break;
      words.push(token.text);
    }
    return words;
  }

  #isAt(words: readonly string[]): boolean {
    const token = this.#tokens[this.#at];
    return token !== undefined && !token.isQuoted && words.includes(token.text);
  }

  #take(operator: string): boolean {
    const isHere = this.#tokens[this.#at]?.isOperator === true && this.#tokens[this.#at]?.text === operator;
    if (isHere) this.#at += 1;
    return isHere;
  }

  #takeWord(word: string): boolean {
    const token = this.#tokens[this.#at];
    const isHere = token !== undefined && !token.isOperator && !token.isQuoted && token.text === word;
    if (isHere) this.#at += 1;
    return isHere;
  }
}

function modeOf(args: readonly string[], { stops, pipefail }: Mode): Mode {
  const mode = { stops, pipefail };
  args.forEach((arg, index) => {
    const isOn = arg.startsWith('-');
    if (/^[-+][a-z]*e/.test(arg) || (/^[-+][a-z]*o$/.test(arg) && args[index + 1] === 'errexit')) mode.stops = isOn;
    if (/^[-+][a-z]*o$/.test(arg) && args[index + 1] === 'pipefail') mode.pipefail = isOn;
  });
  return mode;
}
