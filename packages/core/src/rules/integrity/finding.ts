import type { DiffFile, DiffLine, Effect, Finding } from '../../model/index.js';
import { redact } from '../../text/redact/index.js';

const QUOTED = 6;
const LIMIT = 180;

export interface Place {
  readonly file: DiffFile;
  readonly line?: DiffLine | null;
}

/** Where it is, as a message says it. */
export const placeOf = ({ file, line }: Place): string => (line && line.at > 0 ? `${file.path}:${line.at}` : file.path);

/** A finding about changed lines; the quoted ones carry their sign. */
export function found(effect: Effect, message: string, places: readonly Place[]): Omit<Finding, 'rule'> {
  const [first] = places;
  const quoted = places.flatMap(({ file, line }) => (line ? [`${file.path}:${line.at} ${SIGN[line.side]}${line.text.trim().slice(0, LIMIT)}`] : [file.path]));
  return {
    effect, source: 'diff', message: message.replace(/; ?|[\r\n]+/g, ', '), evidence: redact([...new Set(quoted)].slice(0, QUOTED).join('\n')),
    ...(first === undefined ? {} : { at: { file: first.file.path, line: first.line?.at ?? 0 }, files: [...new Set(places.map(({ file }) => file.path))] }),
  };
}
const SIGN: Record<DiffLine['side'], string> = { added: '+', removed: '-', context: ' ' };
