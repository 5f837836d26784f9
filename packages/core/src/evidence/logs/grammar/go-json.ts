// test2json of go 1.19 to 1.24: one object per line, `{"Time":"…","Action":"pass","Package":"p","Test":"TestA","Elapsed":0}`.
const LIMIT = 1 << 20;
const PLACE = /^ {4,}(?<file>[^\s:]{1,200}\.go):(?<line>\d{1,7}): /;

export type GoEvent =
  | { readonly kind: 'passed' | 'failed' | 'skipped'; readonly name: string; readonly isPackage: boolean }
  | { readonly kind: 'place'; readonly file: string; readonly line: number }
  | { readonly kind: 'begun' | 'noise' };

const OUTCOMES = { pass: 'passed', fail: 'failed', skip: 'skipped' } as const;
const OTHERS = new Set(['start', 'run', 'pause', 'cont', 'bench', 'output', 'build-output', 'build-fail']);

/** Reads one event; null when the line is none. */
export function readGoEvent(line: string): GoEvent | null {
  if (!line.startsWith('{"') || !line.slice(0, 400).includes('"Action":"')) return null;
  if (line.length > LIMIT) return { kind: 'noise' };
  const { Action: action, Package: pack, Test: test, Output: output, ImportPath: path } = fieldsOf(line);
  if (action === undefined || (pack === undefined && path === undefined)) return null;
  if (action === 'pass' || action === 'fail' || action === 'skip') return { kind: OUTCOMES[action], name: test ?? pack ?? '', isPackage: test === undefined };
  if (!OTHERS.has(action)) return null;
  const { file, line: number } = PLACE.exec(output ?? '')?.groups ?? {};
  if (file !== undefined) return { kind: 'place', file, line: Number(number) };
  if (action === 'build-fail') return { kind: 'failed', name: `${path ?? ''} [build failed]`, isPackage: true };
  return { kind: action === 'run' || action === 'start' ? 'begun' : 'noise' };
}

function fieldsOf(line: string): Partial<Record<'Action' | 'Package' | 'Test' | 'Output' | 'ImportPath', string>> {
  try {
    const value: unknown = JSON.parse(line);
    if (typeof value !== 'object' || value === null) return {};
    return Object.fromEntries(Object.entries(value).filter(([, field]) => typeof field === 'string'));
  } catch {
    return {};
  }
}

/** The folder of a package: `github.com/acme/billing/internal/log` is about `internal/log`; what stands before it names the module. */
export function goFolder(path: string): string {
  const parts = path.split('/');
  return parts.slice((parts[0] ?? '').includes('.') ? 3 : 1).join('/');
}
