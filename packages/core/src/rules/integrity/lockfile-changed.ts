import type { DiffFile, DiffModel, Rule } from '../../model/index.js';
import { clean } from './explain.js';
import { found } from './finding.js';
import { addedIn, type At, counterparts, removedIn, groupOf } from './lines.js';

const SOURCE = /^\s*(?:"?(?:resolved|url|tarball|resolution|source)"?\s*[:=]?\s*)?["{]?.*?((?:git\+)?(?:https?|git|ssh|file|link|registry\+https?):[^"'\s,}]+)/;
const HASH = /\b(?:integrity|checksum|hash|hashes|sha256|content_hash|shasum|narHash)\b["']?\s*[:=]?\s*["']?([\w+/=:.-]{16,})|\b(h1:[\w+/=]{20,})|--hash=(\S+)|"(sha\d{3}[-:][\w+/=]{20,})"/;

export const rule: Rule = {
  id: 'integrity/lockfile-changed',
  docs: {
    title: 'A lock file takes a package from elsewhere, or without its hash',
    why: 'What is installed is not what the name and the version say, and the tests run with it.',
    fix: 'Make the lock file anew from the registry with the package manager.',
    since: '0.1.0',
  },
  *check({ diff }) {
    for (const file of diff.files) {
      if (file.role !== 'lockfile') continue;
      const hit = sourceIn(file) ?? hashIn(file) ?? insecureIn(file, diff);
      if (hit !== null) yield found('block', `The lock file ${file.path}:${hit.at.line.at} ${hit.says}: \`${clean(hit.at.line.text, 100)}\`. Make it anew from the registry (resolved source and integrity)`, [...counterparts(hit.at).slice(0, 1).map((line) => ({ file, line })), { file, line: hit.at.line }]);
    }
  },
};

interface Hit {
  readonly at: At;
  readonly says: string;
}

/** Host and owner of a source, without scheme, version and file. */
function originOf(text: string): { host: string; owner: string; isPlain: boolean } | null {
  const url = SOURCE.exec(text)?.[1];
  if (url === undefined) return null;
  const match = /^(?:registry\+)?(?:git\+)?(\w+):(?:\/\/)?(?:[^@/]*@)?([^/:#?]*)[/:]?([^/#?]*)/.exec(url);
  return match === null ? null : { host: match[2] ?? '', owner: /github|gitlab|bitbucket/.test(match[2] ?? '') ? (match[3] ?? '') : '', isPlain: match[1] === 'https' || url.startsWith('registry+') };
}

function sourceIn(file: DiffFile): Hit | null {
  const hosts = new Set(file.hunks.flatMap(({ lines }) => lines.filter(({ side }) => side !== 'added').map(({ text }) => originOf(text)?.host ?? '')).filter((host) => host !== ''));
  const old = new Map(removedIn(file).map((at) => [packageOf(at), originOf(at.line.text)]));
  for (const at of addedIn(file)) {
    const origin = originOf(at.line.text);
    if (origin === null || /^\s*(?:"?(?:homepage|funding|license|url"?:\s*"https:\/\/(?:opencollective|github\.com\/sponsors|tidelift))|#)/.test(at.line.text) || /"funding"|opencollective|\/sponsors\//.test(at.line.text)) continue;
    if (!/resolved|tarball|resolution|source|\burl\b|git\+|^\s*[\w@"/.-]+:|remote:/.test(at.line.text)) continue;
    const before = counterparts(at).map(({ text }) => originOf(text)).find((one) => one !== null) ?? old.get(packageOf(at)) ?? null;
    if (before === null) continue;
    if (before.host !== origin.host && !(hosts.has(origin.host) && hosts.size > 1 && removedIn(file).length > 60)) return { at, says: `takes a package from another source (${clean(origin.host || 'a local path', 60)} instead of ${clean(before.host || 'a local path', 60)})` };
    if (before.owner !== origin.owner) return { at, says: `takes a package from another owner (${clean(origin.owner, 40)} instead of ${clean(before.owner, 40)})` };
  }
  return null;
}

/** A hash that is gone, or another one for the same version. */
function hashIn(file: DiffFile): Hit | null {
  for (const at of removedIn(file)) {
    const match = HASH.exec(at.line.text);
    const hash = groupOf(match);
    if (hash === undefined) continue;
    const block = blockOf(at);
    const isKept = block.some(({ side, text }) => side === 'context' && /version|node_modules\/|^\s*["\w@/.-]+@|name\s*=/.test(text));
    const hasNew = block.some(({ side, text }) => side === 'added' && HASH.test(text));
    const versions = (side: string) => [...new Set(block.filter((line) => line.side === side).flatMap(({ text }) => [...text.replace(HASH, '').matchAll(/\d+\.\d+\.\d+[\w.-]*/g)].map(([version]) => version)))].sort().join();
    const versionMoved = versions('removed') !== versions('added');
    if (/go\.sum$/.test(file.path)) {
      const name = at.line.text.split(/\s+/).slice(0, 2).join(' ');
      const other = addedIn(file).find(({ line }) => line.text.startsWith(`${name} `));
      if (other !== undefined) return { at: other, says: 'holds another hash for the same version' };
      continue;
    }
    if (!isKept || versionMoved) continue;
    if (hasNew) {
      const other = addedIn(file).find(({ line }) => block.includes(line) && HASH.test(line.text));
      if (other !== undefined && (groupOf(HASH.exec(other.line.text)) ?? '').slice(0, 6) === hash.slice(0, 6)) return { at: other, says: 'holds another integrity hash for the same version' };
    } else if (!block.some(({ side, text }) => side === 'removed' && /node_modules\/|^\[\[package\]\]|^\s*"?name"?/.test(text))) return { at, says: 'lost an integrity hash while the version is the same' };
  }
  return null;
}

/** Lines of the entry around one, up to the next one. */
function blockOf({ file, hunk, index }: At): DiffFile['hunks'][number]['lines'][number][] {
  const lines = file.hunks[hunk]?.lines ?? [];
  const isHead = (text: string) => /^\s*"(?:node_modules\/)?[^"]+"\s*:\s*\{|^\[\[|^\S.*:$|^\s{2}\S.*:$/.test(text);
  let from = index;
  while (from > 0 && index - from < 12 && !isHead(lines[from]?.text ?? '')) from -= 1;
  let to = index + 1;
  while (to < lines.length && to - index < 8 && !isHead(lines[to]?.text ?? '')) to += 1;
  return lines.slice(from, to);
}

const packageOf = (at: At): string => blockOf(at)[0]?.text.trim() ?? '';

/** A new entry over plain http, from git or a file, although no manifest asks for it. */
function insecureIn(file: DiffFile, diff: DiffModel): Hit | null {
  const asksFor = diff.files.some(({ role, hunks }) => role === 'config' && hunks.some(({ lines }) => lines.some(({ side, text }) => side === 'added' && /git\+|git:|file:|link:|workspace:|github:|path\s*=|git\s*=|http:/.test(text))));
  const at = addedIn(file).find(({ line }) => /["' (]http:\/\/(?!localhost)|"resolved"\s*:\s*"(?:git\+|git:|file:\.\.)|source\s*=\s*"git\+/.test(line.text) && !/homepage|funding|license/.test(line.text));
  const hadSome = removedIn(file).some(({ line }) => /http:\/\/|git\+|file:/.test(line.text));
  return at === undefined || asksFor || hadSome ? null : { at, says: 'takes a package from an insecure or unpinned source' };
}
