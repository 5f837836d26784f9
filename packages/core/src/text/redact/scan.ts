import type { Hit, RedactOptions } from './types.js';

/** What is looked for; group 1, when there is one, is the secret itself. */
const RULES: readonly (readonly [rule: string, tier: Hit['tier'], pattern: RegExp])[] = [
  ['private-key', 'flag', /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----([\s\S]{1,16384}?)-----END/g],
  ['url-credentials', 'mask', /[a-z][a-z0-9+.-]{1,30}:\/\/[^\s/:@'"]{0,100}:([^\s/@'"${<[]{3,200})@/gi],
  ['github-token', 'flag', /\b(?:gh[pousr]_[A-Za-z0-9]{30,255}|github_pat_[A-Za-z0-9_]{22,255})/g],
  ['aws-access-key', 'flag', /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/g],
  ['api-key', 'flag', /\b(?:sk|rk)[-_](?:live|test|proj|ant|or)?[-_]?[A-Za-z0-9_-]{20,200}/g],
  ['slack-token', 'flag', /\bxox[abeoprs]-[A-Za-z0-9-]{10,200}/g],
  ['jwt', 'mask', /\beyJ[A-Za-z0-9_-]{8,4000}\.eyJ[A-Za-z0-9_-]{4,8000}\.[A-Za-z0-9_-]{4,2000}/g],
  ['bearer', 'mask', /\b(?:bearer|basic)[ \t]{1,4}([A-Za-z0-9._~+/-]{12,4000}={0,2})/gi],
  ['assignment', 'mask', /(?:passw(?:or)?d|passphrase|pwd|secret(?:[_-]?access)?(?:[_-]?key)?|api[_-]?key|private[_-]?key|access[_-]?key|token)(?:\\*["'])?[ \t]{0,4}(?:=|:)[ \t]{0,4}\\*["']([^"'\\\n]{4,400})\\*["']/gi],
  ['assignment', 'mask', /(?:passw(?:or)?d|passphrase|pwd|secret(?:[_-]?access)?(?:[_-]?key)?|api[_-]?key|private[_-]?key|access[_-]?key|token)=([^\s"'`,;&)}\]{(<[$]{6,400})(?![\w(])/gi],
];
const NO_SECRET = /^(?:\[REDACTED\]|x{4,}|\*{3,}|\.{3}|<.*>|\$.*|your[-_].*|example|placeholder.*|string|undefined|null|true|false|\w+[.(].*)$/i;

/** Where secrets stand, in order, without overlap. */
export function secretHits(text: string, _options: RedactOptions = {}): readonly Hit[] {
  const hits: Hit[] = [];
  for (const [rule, tier, pattern] of RULES) {
    for (const match of text.matchAll(pattern)) {
      const body = match[1] ?? match[0];
      if (NO_SECRET.test(body.trim())) continue;
      const start = match.index + match[0].lastIndexOf(body);
      hits.push({ start, end: start + body.length, rule, tier });
    }
  }
  hits.sort((a, b) => a.start - b.start || b.end - a.end);
  let end = 0;
  return hits.filter((hit) => {
    if (hit.start < end) return false;
    end = hit.end;
    return true;
  });
}
