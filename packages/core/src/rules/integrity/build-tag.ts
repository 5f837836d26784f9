import type { DiffFile, Evidence, Rule } from '../../model/index.js';
import { clean } from './explain.js';
import { found } from './finding.js';
import { addedIn, type At, counterparts, isComment, isMoved } from './lines.js';

export const rule: Rule = {
  id: 'integrity/build-tag',
  docs: {
    title: 'Tests are compiled under a condition only',
    why: 'Tests behind a build tag, a feature or `#if` are not there in an ordinary run, and nobody is told.',
    fix: 'Take the condition away, or run the tests with it in the same pipeline.',
    since: '0.1.0',
  },
  *check(evidence) {
    for (const file of evidence.diff.files) {
      if (file.change === 'added' || file.change === 'deleted') continue;
      const hit = hiddenIn(file, evidence);
      if (hit === null) continue;
      yield found(hit.isSet ? 'warn' : 'block', `Tests in ${file.path}:${hit.at.line.at} are compiled out by a build tag or condition (cfg, feature): \`${clean(hit.at.line.text)}\`, so they are excluded from an ordinary run. Take it away`, [...counterparts(hit.at).slice(0, 1).map((line) => ({ file, line })), { file, line: hit.at.line }]);
    }
  },
};

function hiddenIn(file: DiffFile, { diff }: Evidence): { at: At; isSet: boolean } | null {
  for (const at of addedIn(file)) {
    const tag = tagOf(at);
    if (tag === null || isMoved(at, diff) || counterparts(at).some((line) => tagOf({ ...at, line }) !== null && line.text.length >= at.line.text.length)) continue;
    const isSet = tag.name !== '' && diff.files.some((other) => other !== file && other.role !== 'test' && other.role !== 'source' && addedIn(other).some(({ line }) => line.text.includes(tag.name) && !/^\s*#/.test(line.text)));
    return { at, isSet };
  }
  return null;
}

/** The condition under which tests are compiled. */
function tagOf({ file, line, hunk, index }: At): { name: string } | null {
  const { text } = line;
  switch (file.language) {
    case 'go': {
      const go = file.role === 'test' ? /^\/\/\s?(?:go:build|\+build)\s+(.+)$/.exec(text) : null;
      return go === null ? null : { name: /^!?[a-z]\w*$/.exec(go[1]?.trim() ?? '')?.[0].replace('!', '') ?? '' };
    }
    case 'rust': {
      const cfg = /^\s*#!?\[\s*cfg\s*\((.*)\)\s*\]/.exec(text)?.[1];
      if (cfg === undefined || /^\s*test\s*$/.test(cfg)) return null;
      const below = (file.hunks[hunk]?.lines ?? []).slice(index + 1, index + 5).filter(({ side }) => side !== 'removed').map((one) => one.text).join('\n');
      const isTest = /\btest\b/.test(cfg) || /#\[\s*(?:\w+::)*test\b|\bmod tests?\b/.test(below) || file.role === 'test';
      const feature = /feature\s*=\s*"([^"]+)"/.exec(cfg)?.[1];
      return isTest && (/any\(\s*\)|not\(\s*test|false/.test(cfg) || feature !== undefined || /\ball\(/.test(cfg)) ? { name: feature ?? '' } : null;
    }
    case 'c-sharp':
    case 'cpp':
    case 'swift':
      return file.role === 'test' && /^\s*#\s*(?:if|ifdef)\s+(?!DEBUG\b|_WIN32|defined\(_|NET|canImport|os\()/.test(text) && !isComment({ ...line, text: text.replace(/^\s*#/, '') }) ? { name: /#\s*\w+\s+(\w+)/.exec(text)?.[1] ?? '' } : null;
    case 'php':
      return file.role === 'test' && /^\s*if\s*\(\s*(?:false|0|!class_exists\('PHPUnit)/.test(text) ? { name: '' } : null;
    default:
      return /(?:build\.gradle(?:\.kts)?)$/.test(file.path) && /\bexclude\s*\(?\s*["'][^"']*(?:Test|Spec|test)/.test(text) ? { name: '' } : null;
  }
}
