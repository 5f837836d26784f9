const LONGEST = 4096;
/** How often something may be encoded upon itself before it is a trick. */
const MOST_DECODINGS = 3;

/** Why a path is not asked for; null when it stays on the one host, whoever decodes it how often. */
export function pathProblem(path: string): string | null {
  if (path.length > LONGEST) return `a path has at most ${LONGEST} characters`;
  const [, place = '', rest = ''] = /^([^?]*)([^]*)$/.exec(path) ?? [];
  if (/[^\x21-\x7e]/.test(path) || path.includes('#')) return 'a path is printable ASCII without spaces and without #';
  if (rest.includes('\\')) return 'a path has no backslash';
  let decoded = place;
  for (let times = 0; times <= MOST_DECODINGS; times += 1) {
    const problem = placeProblem(decoded);
    if (problem !== null) return problem;
    const next = decodedOf(decoded);
    if (next === null) return 'a path is well encoded';
    if (next === decoded) return null;
    decoded = next;
  }
  return 'a path is not encoded upon itself so often';
}

/** The base of a service that runs already: this machine by its number, never by a name that somebody resolves. */
export function baseProblem(base: string): string | null {
  return /^http:\/\/(?:127\.0\.0\.1|\[::1\]):\d{1,5}\/?$/.test(base) && URL.canParse(base) ? null : 'baseUrl is http://127.0.0.1:<port> or http://[::1]:<port>';
}

function placeProblem(place: string): string | null {
  if (!place.startsWith('/')) return 'a path begins with /, and names no host';
  if (place.startsWith('//')) return 'a path does not begin with //, which names a host';
  if (place.includes('\\')) return 'a path has no backslash';
  if (place.includes('://')) return 'a path holds no address';
  return /[\0-\x1f\x7f]/.test(place) ? 'a path holds no control characters' : null;
}

function decodedOf(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
