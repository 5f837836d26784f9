import { shown } from '../../text/shown.js';

/** Where people look: a terminal, or not. */
export interface Screen {
  write(text: string): unknown;
  readonly isTTY?: boolean;
}

/** Says which commands run; `begin` gives what is to be called at the end of that command. */
export interface Progress {
  begin(command: string): () => void;
}

const CLEAR = '\r\u001B[2K';
const WIDTH = 60;

/** One line on stderr that says what runs, redrawn each second; nothing where no person watches. `total` is how many commands there are. */
export function openProgress(screen: Screen, env: Readonly<Record<string, string | undefined>>, total: number): Progress {
  if (screen.isTTY !== true || (env['CI'] ?? '') !== '' || env['TERM'] === 'dumb') return { begin: () => () => undefined };
  const [dim, reset] = (env['NO_COLOR'] ?? '') === '' ? ['\u001B[2m', '\u001B[0m'] : ['', ''];
  const running = new Map<number, { readonly text: string; readonly since: number }>();
  let begun = 0;
  let timer: NodeJS.Timeout | null = null;
  const draw = () => {
    const [first, ...others] = running.values();
    if (first === undefined) return;
    const text = cut(`${begun}/${total} ${first.text}`, others.length === 0 ? WIDTH : WIDTH - ` and ${others.length} more`.length) + (others.length === 0 ? '' : ` and ${others.length} more`);
    screen.write(`${CLEAR}${text} ${dim}${Math.floor((performance.now() - first.since) / 1000)} s${reset}`);
  };
  const begin = (command: string) => {
    begun += 1;
    const key = begun;
    // Nothing of a command may steer the terminal.
    running.set(key, { text: shown(command).replaceAll('\t', ' '), since: performance.now() });
    timer ??= setInterval(draw, 1000);
    draw();
    return () => {
      running.delete(key);
      if (running.size > 0) draw();
      else {
        if (timer !== null) clearInterval(timer);
        timer = null;
        screen.write(CLEAR);
      }
    };
  };
  return { begin };
}

const cut = (text: string, width: number): string => (text.length > width ? `${text.slice(0, width - 1)}…` : text);
