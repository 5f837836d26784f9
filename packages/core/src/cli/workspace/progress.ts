import { shown } from '../../text/shown.js';

/** Where people look: a terminal, or not. */
export interface Screen {
  write(text: string): unknown;
  readonly isTTY?: boolean;
}

const CLEAR = '\r\u001B[2K';
const WIDTH = 60;

/** One line on stderr that says which command runs, redrawn each second; nothing where no person watches. */
export function showProgress(screen: Screen, env: Readonly<Record<string, string | undefined>>, text: string): () => void {
  if (screen.isTTY !== true || (env['CI'] ?? '') !== '' || env['TERM'] === 'dumb') return () => undefined;
  const started = performance.now();
  // Nothing of a command may steer the terminal.
  const clean = shown(text).replaceAll('\t', ' ');
  const short = clean.length > WIDTH ? `${clean.slice(0, WIDTH - 1)}…` : clean;
  const [dim, reset] = (env['NO_COLOR'] ?? '') === '' ? ['\u001B[2m', '\u001B[0m'] : ['', ''];
  const draw = () => { screen.write(`${CLEAR}${short} ${dim}${Math.floor((performance.now() - started) / 1000)} s${reset}`); };
  draw();
  const timer = setInterval(draw, 1000);
  return () => {
    clearInterval(timer);
    screen.write(CLEAR);
  };
}
