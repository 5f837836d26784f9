const LIMIT = 600;

/** A message as the contract wants it: one line, without `; `, of bounded length. */
export function oneLine(text: string): string {
  const line = text.replace(/[\s\u0000-\u001F\u007F]+/g, ' ').replace(/;(?= |$)/g, ',').trim();
  return line.length <= LIMIT ? line : `${line.slice(0, LIMIT - 1)}…`;
}

/** A command or a name as a message quotes it: one line, without `; `, of at most 160 characters. */
export const briefly = (text: string): string => text.replace(/\s+/g, ' ').replaceAll('; ', ', ').slice(0, 160).trim();
