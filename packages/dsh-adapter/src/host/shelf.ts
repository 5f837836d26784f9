import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Shelf } from '../gate/model.js';

/**
 * JSON files below a folder that no session may write to. What cannot be written is kept in memory, so that a full disk makes
 * nothing less strict. `clear` takes away a folder, `prune` those in it that were last changed before a time.
 */
export function openShelf(folder: string, tell: (text: string) => void): Shelf & { clear(name: string): void; prune(name: string, before: number): void; readonly folder: string } {
  const memory = new Map<string, unknown>();
  let isTold = false;
  return {
    folder,
    read(name) {
      if (memory.has(name)) return memory.get(name);
      try {
        return JSON.parse(readFileSync(fileOf(folder, name), 'utf8')) as unknown;
      } catch {
        return null; // none, or half of one
      }
    },
    write(name, value) {
      const file = fileOf(folder, name);
      try {
        mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
        const draft = `${file}.${process.pid}`;
        writeFileSync(draft, `${JSON.stringify(value, null, 1)}\n`, { mode: 0o600 });
        renameSync(draft, file);
        memory.delete(name);
      } catch (error) {
        memory.set(name, value);
        if (!isTold) tell(`${folder} cannot be written to, what belongs there is kept in memory: ${error instanceof Error ? error.message : String(error)}`);
        isTold = true;
      }
    },
    clear(name) {
      for (const key of memory.keys()) if (key.startsWith(`${name}/`)) memory.delete(key);
      rmSync(path.join(folder, name), { recursive: true, force: true });
    },
    prune(name, before) {
      try {
        for (const entry of readdirSync(path.join(folder, name))) {
          const inner = path.join(folder, name, entry);
          if (statSync(inner).mtimeMs < before) rmSync(inner, { recursive: true, force: true });
        }
      } catch {
        // nothing there, or not ours to take away
      }
    },
  };
}

/** Names are ours, ids of goals are the harness's: nothing of them leads out of the folder. */
function fileOf(folder: string, name: string): string {
  return path.join(folder, ...name.split('/').map((part) => part.replace(/[^\w-]/g, '_'))).concat('.json');
}
