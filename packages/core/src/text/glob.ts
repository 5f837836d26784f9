import { UsageError } from '../model/index.js';

/** A glob cut at its slashes; `**` stands for any number of folders. */
export type Segments = readonly string[];

const ALTERNATIVES = 64;

/** `reports/{unit,e2e}/**\/*.xml` as one list of segments for each alternative. Errors: UsageError for a glob that leaves the workspace; `flag` is where it was given. */
export function segmentsOf(glob: string, flag: string): Segments[] {
  return alternativesOf(glob.trim().replaceAll('\\', '/'), flag, glob).map((one) => {
    const segments = one.split('/').filter((segment) => segment !== '' && segment !== '.');
    if (one.startsWith('/') || /^[A-Za-z]:\//.test(one) || segments.includes('..')) throw new UsageError(`${flag} stays inside the workspace, not ${glob}: give a glob relative to it`);
    if (segments.length === 0) throw new UsageError(`${flag} is empty: name files, such as reports/**/*.xml`);
    return segments;
  });
}

/** Whether a path, relative and with forward slashes, fits a glob. */
export function matchesPath(globs: readonly Segments[], path: string): boolean {
  const names = path.split('/');
  return globs.some((segments) => fits(segments, names));
}

// `open[n]`: the first n names fit the segments so far.
function fits(segments: Segments, names: readonly string[]): boolean {
  let open = [true, ...names.map(() => false)];
  for (const segment of segments) {
    let reached = false;
    open = open.map((isOpen, at) => {
      if (segment !== '**') return at > 0 && open[at - 1] === true && isMatch(segment, names[at - 1] ?? '');
      reached ||= isOpen;
      return reached;
    });
  }
  // `src/**` means the files below, and so does `src`.
  return open[names.length] === true || open.slice(1, names.length).some((isOpen) => isOpen);
}

/** Whether a name fits one segment: `*` is any run of characters, `?` is one. Goes back only to the last star, so no name is costly. */
export function isMatch(segment: string, name: string): boolean {
  if (name.startsWith('.') && !segment.startsWith('.')) return false;
  let [at, from] = [0, 0];
  let [star, resume] = [-1, 0];
  while (at < name.length) {
    if (segment[from] === '*') {
      star = from;
      resume = at;
      from += 1;
    } else if (from < segment.length && (segment[from] === '?' || segment[from] === name[at])) {
      from += 1;
      at += 1;
    } else if (star >= 0) {
      from = star + 1;
      resume += 1;
      at = resume;
    } else return false;
  }
  while (segment[from] === '*') from += 1;
  return from === segment.length;
}

function alternativesOf(glob: string, flag: string, whole: string): string[] {
  const open = glob.indexOf('{');
  const close = open < 0 ? -1 : glob.indexOf('}', open);
  if (close < 0) return [glob];
  const made = glob.slice(open + 1, close).split(',').flatMap((word) => alternativesOf(`${glob.slice(0, open)}${word}${glob.slice(close + 1)}`, flag, whole));
  if (made.length > ALTERNATIVES) throw new UsageError(`${flag} has too many alternatives: ${whole.slice(0, 80)}`);
  return made;
}
