import { readdirSync, readFileSync } from 'node:fs';

/** Command lines of living processes that are this one; zombies have none. */
export function living(command: string): string[] {
  return readdirSync('/proc').filter((name) => /^\d+$/.test(name)).flatMap((id) => {
    try {
      const line = readFileSync(`/proc/${id}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
      return line === command ? [line] : [];
    } catch {
      return []; // ended meanwhile
    }
  });
}
