import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '../generate/files.js';
import { adapter } from './adapter.js';
import { recognizer } from './recognizer.js';
import { reporter } from './reporter.js';
import { rule } from './rule.js';

/** What one kind of plugin starts with. */
export interface Kind {
  readonly name: RegExp;
  readonly example: string;
  /** Path, relative to the repository, and text of each file. */
  files(name: string): Readonly<Record<string, string>>;
  /** What to do now, one line each. */
  next(name: string): readonly string[];
}

export const KINDS: Readonly<Record<string, Kind>> = { recognizer, rule, reporter, adapter };

/** Makes the files and generates. Returns the exit code: 2 when the call is wrong, and then nothing was written. */
export function startNew(words: readonly string[], root: string = ROOT): number {
  const [kindName = '', name = ''] = words;
  const kind = Object.hasOwn(KINDS, kindName) ? KINDS[kindName] : undefined;
  const wrong = kind === undefined || words.length !== 2 ? usage(kindName, words.length) : wrongName(root, kind, kindName, name);
  if (kind === undefined || wrong !== null) {
    console.error(`pnpm new: ${wrong ?? 'unknown kind'}`);
    return 2;
  }
  const files = kind.files(name);
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    writeFileSync(path.join(root, file), text);
    console.log(`made ${file}`);
  }
  const { status } = spawnSync(process.execPath, [path.join(root, 'scripts/generate.mjs')], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
  console.log(['', 'Next:', ...kind.next(name).map((line, index) => `  ${index + 1}. ${line}`)].join('\n'));
  return status ?? 1;
}

function usage(kindName: string, words: number): string {
  const kinds = Object.entries(KINDS).map(([kind, { example }]) => `  pnpm new ${kind} ${example}`);
  const said = words === 0 ? 'say what to make' : Object.hasOwn(KINDS, kindName) ? 'give exactly one name' : `there is no kind "${kindName}"`;
  return [`${said}. For example:`, ...kinds].join('\n');
}

function wrongName(root: string, kind: Kind, kindName: string, name: string): string | null {
  if (!kind.name.test(name)) return `"${name}" is no name for a ${kindName}: expected something like ${kind.example}`;
  const there = Object.keys(kind.files(name)).find((file) => existsSync(path.join(root, file)));
  return there === undefined ? null : `${there} exists already`;
}
