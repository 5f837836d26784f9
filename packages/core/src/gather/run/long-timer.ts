// setTimeout takes at most 2^31-1 ms and fires at once beyond that (Node 20).
const LONGEST = 2 ** 31 - 1;

/** Calls back after any number of milliseconds. Gives a function that calls it off. */
export function startTimer(ms: number, callback: () => void): () => void {
  let left = ms;
  let timer: NodeJS.Timeout;
  const next = () => {
    const step = Math.min(left, LONGEST);
    left -= step;
    timer = setTimeout(() => { if (left > 0) next(); else callback(); }, step);
  };
  next();
  return () => { clearTimeout(timer); };
}
