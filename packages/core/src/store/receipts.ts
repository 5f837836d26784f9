import { createHash } from 'node:crypto';
import { closeSync, constants, fstatSync, lstatSync, openSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { Receipt, Redacted } from '../model/index.js';
import { HOME, ownFolder, thingAt } from './place.js';
import { homeFolder } from './home.js';
import { putInPlace, writeNew } from './write-file.js';

/** Of each command the newest stay, and of commands those that were used last. */
const PER_COMMAND = 20;
const COMMANDS = 200;
/** What is larger is not remembered. */
const LARGEST = 16 * 1024 * 1024;
/** A result is shared with those who wait for it right then. */
const SHARED_MS = 600_000;
const NAME = /^[0-9a-f]{32}$/;
const RECEIPT = /^[0-9a-f]{32}\.json$/;
const SHARED = /^[\w.-]{1,80}\.shared$/;
const FLAGS = constants.O_RDONLY | (process.platform === 'win32' ? 0 : constants.O_NOFOLLOW | constants.O_NONBLOCK);

/** What is remembered of one command in a workspace. */
export interface ReceiptShelf {
  /** Where its locks lie. */
  readonly folder: string;
  read(digest: string): Receipt | null;
  write(digest: string, receipt: Receipt, clean: (value: unknown) => Redacted): void;
  /** A result that is nobody's but of those who wait for the run with this token. */
  readShared(token: string): Receipt | null;
  share(token: string, receipt: Receipt, clean: (value: unknown) => Redacted): void;
  /** Forgets all of them. */
  void(): void;
}

export function receiptsFolder(workspace: string): string {
  return path.join(workspace, HOME, 'receipts');
}

/** `command` is the command's digest. Errors: UsageError for a link where a folder belongs, and what the system says. */
export function openShelf(workspace: string, command: string): ReceiptShelf {
  homeFolder(workspace);
  const folder = ownFolder(workspace, [HOME, 'receipts', command]);
  const at = (name: string) => path.join(folder, name);
  const write = (name: string, receipt: Receipt, clean: (value: unknown) => Redacted) => {
    const text = textOf(receipt, clean);
    if (text.length > LARGEST) return;
    const draft = at(`.${name}.${process.pid}.tmp`);
    rmSync(draft, { force: true });
    writeNew(draft, text);
    putInPlace(draft, at(name));
    prune(path.dirname(folder), folder);
  };
  return {
    folder,
    read: (digest) => receiptAt(at(`${digest}.json`)),
    write: (digest, receipt, clean) => { write(`${digest}.json`, receipt, clean); },
    readShared: (token) => receiptAt(at(`${token}.shared`)),
    share: (token, receipt, clean) => { write(`${token}.shared`, receipt, clean); },
    void: () => { for (const name of namesIn(folder)) if (RECEIPT.test(name)) rmSync(at(name), { force: true }); },
  };
}

/** All receipts of a workspace, the newest first; of one command when its digest is given. Makes nothing. */
export function receiptsIn(workspace: string, command?: string): Receipt[] {
  const home = receiptsFolder(workspace);
  const folders = commandFolders(home).filter((folder) => command === undefined || path.basename(folder) === command);
  const all = folders.flatMap((folder) => namesIn(folder).filter((name) => RECEIPT.test(name)).map((name) => receiptAt(path.join(folder, name))));
  return all.filter((receipt) => receipt !== null).sort((one, other) => (one.created < other.created ? 1 : -1));
}

/** Forgets everything. Gives how many receipts there were. A lock that somebody holds stays. */
export function clearReceipts(workspace: string): number {
  let count = 0;
  for (const folder of commandFolders(receiptsFolder(workspace))) {
    for (const name of namesIn(folder)) {
      if (!RECEIPT.test(name) && !SHARED.test(name)) continue;
      rmSync(path.join(folder, name), { force: true });
      if (RECEIPT.test(name)) count += 1;
    }
  }
  return count;
}

/** Line one is the digest of line two. Fields hold digests, versions and names; what was printed is in the result, and clean. */
function textOf({ result, ...about }: Receipt, clean: (value: unknown) => Redacted): Redacted {
  const line = `{"about":${JSON.stringify(about)},"result":${clean(result)}}`;
  return `${digestOf(line)}\n${line}\n` as Redacted;
}

/** null for what is no receipt of ours: damaged, a link, or a file that somebody else may write, as a checkout makes them. */
function receiptAt(file: string): Receipt | null {
  try {
    const fd = openSync(file, FLAGS);
    try {
      const stat = fstatSync(fd);
      if (!stat.isFile() || stat.size > 2 * LARGEST || !isOwn(stat.uid, stat.mode)) return null;
      const [digest = '', line = ''] = readFileSync(fd, 'utf8').split('\n');
      if (digestOf(line) !== digest) return null;
      const { about, result } = JSON.parse(line) as { about: Omit<Receipt, 'result'>; result: Receipt['result'] };
      return { ...about, result };
    } finally {
      closeSync(fd);
    }
  } catch {
    return null;
  }
}

function isOwn(uid: number, mode: number): boolean {
  return process.platform === 'win32' || (uid === process.geteuid?.() && (mode & 0o077) === 0);
}

function prune(home: string, folder: string): void {
  const aged = (names: readonly string[], at: string) => names.map((name) => ({ file: path.join(at, name), time: thingAt(path.join(at, name))?.mtimeMs ?? 0 })).sort((one, other) => other.time - one.time);
  const names = namesIn(folder);
  for (const { file } of aged(names.filter((name) => RECEIPT.test(name)), folder).slice(PER_COMMAND)) rmSync(file, { force: true });
  for (const { file, time } of aged(names.filter((name) => SHARED.test(name)), folder)) if (time < Date.now() - SHARED_MS) rmSync(file, { force: true });
  const folders = commandFolders(home);
  if (folders.length > COMMANDS) for (const { file } of aged(folders.map((one) => path.basename(one)), home).slice(COMMANDS)) rmSync(file, { recursive: true, force: true });
}

function commandFolders(home: string): string[] {
  const isFolder = (at: string) => thingAt(at)?.isDirectory() === true;
  if (!isFolder(path.dirname(home)) || !isFolder(home)) return [];
  return namesIn(home).filter((name) => NAME.test(name) && lstatSync(path.join(home, name)).isDirectory()).map((name) => path.join(home, name));
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex');
