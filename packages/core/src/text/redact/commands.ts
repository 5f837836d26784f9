import type { Cursor } from './cursor.js';
import { isPlaceholder, isReference } from './placeholders.js';
import type { Tier } from './types.js';

/** Ways of tools to take a password without naming it. Group 1 is the secret; the pattern is tried where its word stands. */
const WORD = '(?:"([^"\\n]{2,200})"|\'([^\'\\n]{2,200})\'|([^\\s"\'`|;&<>\\\\)]{3,200}))';
const LITERAL = `(?:\\\\{0,3}"([^"\\n\\\\]{6,200})\\\\{0,3}"|\\\\{0,3}'([^'\\n\\\\]{6,200})\\\\{0,3}')`;
export const COMMANDS: readonly { readonly anchor: string; readonly pattern: string; readonly tier: Tier }[] = [
  { anchor: 'mysql', pattern: `mysql(?:dump|admin|import|sh)?\\b[^\\n|;]{0,200}?[ ,"']-p${WORD}`, tier: 'flag' },
  { anchor: 'mariadb', pattern: `mariadb(?:-dump)?\\b[^\\n|;]{0,200}?[ ,"']-p${WORD}`, tier: 'flag' },
  { anchor: 'sshpass', pattern: `sshpass[^\\n|;]{0,40}?[ ,"']-p[ ,"']{0,4}${WORD}`, tier: 'flag' },
  { anchor: 'docker login', pattern: `docker login[^\\n|;]{0,200}?\\s-p[ =]?${WORD}`, tier: 'flag' },
  { anchor: 'podman login', pattern: `podman login[^\\n|;]{0,200}?\\s-p[ =]?${WORD}`, tier: 'flag' },
  { anchor: 'helm registry login', pattern: `helm registry login[^\\n|;]{0,200}?\\s-p[ =]?${WORD}`, tier: 'flag' },
  { anchor: 'mongo', pattern: `mongo(?:sh|dump|restore|export|import)?\\b[^\\n|;]{0,200}?\\s-p[ =]?${WORD}`, tier: 'flag' },
  { anchor: 'redis-cli', pattern: `redis-cli\\b[^\\n|;]{0,200}?\\s-a[ ]?${WORD}`, tier: 'flag' },
  { anchor: 'sqlcmd', pattern: `sqlcmd\\b[^\\n|;]{0,200}?\\s-P[ ]?${WORD}`, tier: 'flag' },
  { anchor: 'ldap', pattern: `ldap(?:search|modify|add|whoami|passwd|delete)\\b[^\\n|;]{0,200}?\\s-w[ ]?${WORD}`, tier: 'flag' },
  { anchor: 'zip', pattern: `(?:un)?zip\\b[^\\n|;]{0,100}?\\s-P[ ]?${WORD}`, tier: 'flag' },
  { anchor: '7z', pattern: `7za?\\b[^\\n|;]{0,100}?\\s-p${WORD}`, tier: 'flag' },
  { anchor: 'smbclient', pattern: `smbclient\\b[^\\n|;]{0,200}?\\s-U\\s?["']?[^\\s%"']{1,60}%${WORD}`, tier: 'flag' },
  { anchor: 'htpasswd', pattern: `htpasswd\\b[^\\n|;]{0,40}?\\s-[a-zA-Z]{0,6}b[a-zA-Z]{0,6}\\s[^\\n|;]{0,100}?\\S\\s\\S{1,60}\\s${WORD}[ \\t]*(?:\\n|$|\\\\)`, tier: 'flag' },
  { anchor: 'net use', pattern: `net use\\b[^\\n|;]{0,120}?\\s${WORD}\\s/user:`, tier: 'flag' },
  { anchor: 'vault login', pattern: `vault login\\s(?:-[\\w=-]{1,40}\\s){0,4}${WORD}`, tier: 'flag' },
  { anchor: 'vncpasswd', pattern: `vncpasswd\\s(?:-f\\s)?<<<\\s?${WORD}`, tier: 'flag' },
  { anchor: 'curl', pattern: `curl\\b[^\\n]{0,400}?\\s(?:-[a-zA-Z]{0,4}u[ ]?|--user[ =]|--proxy-user[ =]|-U )["']?[^\\s:"'$]{1,100}:${WORD}`, tier: 'flag' },
  { anchor: ' -u ', pattern: ` -u ["']?[^\\s:"'$/]{1,60}:(?=[^\\s"']{0,80}[\\d!@#%^*])(?!\\d{1,5}(?:\\s|$))${WORD}`, tier: 'flag' },
  { anchor: '--user ', pattern: `--user ["']?[^\\s:"'$/]{1,60}:(?=[^\\s"']{0,80}[\\d!@#%^*])(?!\\d{1,5}(?:\\s|$))${WORD}`, tier: 'flag' },
  { anchor: 'identified by', pattern: `identified by (?:password )?(?=\\\\?["'][^"'\\n]{0,60}[\\d!@#$%^*])\\\\?${WORD}`, tier: 'flag' },
  { anchor: "identified with", pattern: `identified with [\\w"'\`]{1,40} (?:by|as) ${WORD}`, tier: 'flag' },
  { anchor: 'convertto-securestring', pattern: `convertto-securestring[^\\n"'$]{0,60}${WORD}`, tier: 'flag' },
  { anchor: 'jdbc:oracle:thin:', pattern: `jdbc:oracle:thin:[\\w.$-]{1,60}/${WORD}@`, tier: 'flag' },
  { anchor: 'IDENTIFIED BY', pattern: `IDENTIFIED BY (?:VALUES )?(?=[^\\s"';]{0,60}\\d)${WORD}`, tier: 'flag' },
  { anchor: 'jwt.sign(', pattern: `jwt\\.sign\\([^"'\`\\n]{1,120}?, ?${LITERAL}`, tier: 'flag' },
  { anchor: 'jwt.verify(', pattern: `jwt\\.verify\\([^"'\`\\n]{1,120}?, ?${LITERAL}`, tier: 'flag' },
  { anchor: 'jwt.encode(', pattern: `jwt\\.encode\\([^"'\`\\n]{1,120}?, ?${LITERAL}`, tier: 'flag' },
  { anchor: 'jwt.decode(', pattern: `jwt\\.decode\\([^"'\`\\n]{1,120}?, ?${LITERAL}`, tier: 'flag' },
  { anchor: 'createHmac(', pattern: `createHmac\\(["'][\\w-]{3,12}["'], ?${LITERAL}`, tier: 'flag' },
  { anchor: 'cookieParser(', pattern: `cookieParser\\(${LITERAL}`, tier: 'flag' },
  { anchor: 'BasicAuth(', pattern: `BasicAuth\\(["'][^"'\\n]{1,80}["'], ?${LITERAL}`, tier: 'flag' },
  { anchor: 'PasswordCredentials(', pattern: `PasswordCredentials\\(["'][^"'\\n]{1,80}["'], ?${LITERAL}`, tier: 'flag' },
  { anchor: 'AWSCredentials(', pattern: `AWSCredentials\\(["'][^"'\\n]{1,80}["'], ?${LITERAL}`, tier: 'flag' },
  { anchor: 'auth=(', pattern: `auth=\\(["'][^"'\\n]{1,80}["'], ?${LITERAL}`, tier: 'flag' },
  { anchor: 'ssh-keygen', pattern: `ssh-keygen\\b[^\\n|;]{0,100}?\\s-N ?${WORD}`, tier: 'flag' },
  { anchor: 'snmp', pattern: `snmp(?:walk|get|set|bulkwalk)\\b[^\\n|;]{0,100}?\\s-A ?${WORD}`, tier: 'flag' },
  { anchor: 'put-parameter', pattern: `put-parameter\\b[^\\n|;]{0,200}?\\s--value ?${WORD}[^\\n]{0,80}SecureString`, tier: 'flag' },
  { anchor: 'gh secret set', pattern: `gh secret set\\b[^\\n|;]{0,120}?\\s(?:--body|-b)[ =]?${WORD}`, tier: 'flag' },
  { anchor: 'http -a', pattern: `http -a ?[^\\s:]{1,60}:${WORD}`, tier: 'flag' },
  { anchor: 'echo ', pattern: `echo (?:-n )?(?=[^\\n|$]{1,200}\\| ?(?:docker login|sudo -S|podman login|docker secret|gh auth login|gh secret set|helm registry login|kinit|passwd|chpasswd)\\b)${WORD}`, tier: 'flag' },
  { anchor: 'printf ', pattern: `printf (?:["']?%s(?:\\\\n)?["']? )?(?=[^\\n|$]{1,200}\\| ?(?:docker login|sudo -S|podman login|docker secret|gh auth login|gh secret set|kinit|chpasswd)\\b)${WORD}`, tier: 'flag' },
  { anchor: 'pass:', pattern: `pass(?:in|out)? pass:${WORD}`, tier: 'flag' },
  { anchor: '-pass', pattern: `-pass(?:in|out)? pass:${WORD}`, tier: 'flag' },
  { anchor: 'machine ', pattern: 'machine\\s{1,4}\\S{1,200}\\s{1,20}(?:login\\s{1,4}\\S{1,200}\\s{1,20})?(?:account\\s{1,4}\\S{1,200}\\s{1,20})?password\\s{1,4}((?:[^\\s"\'\\\\]|\\\\(?![nrt"\'\\\\])){3,400})', tier: 'flag' },
  { anchor: ':5432:', pattern: ':5432:[^:\\s/]{1,64}:[^:\\s/]{1,64}:([^\\s:@/]{3,200})(?=\\s|$)', tier: 'flag' },
  { anchor: ':5433:', pattern: ':5433:[^:\\s/]{1,64}:[^:\\s/]{1,64}:([^\\s:@/]{3,200})(?=\\s|$)', tier: 'flag' },
  { anchor: ':6432:', pattern: ':6432:[^:\\s/]{1,64}:[^:\\s/]{1,64}:([^\\s:@/]{3,200})(?=\\s|$)', tier: 'flag' },
  { anchor: 'private-mac:', pattern: 'private-mac:\\s{1,4}([0-9a-f]{40,64})', tier: 'flag' },
  { anchor: 'minisign encrypted secret key', pattern: 'minisign encrypted secret key\\s{1,4}([A-Za-z0-9+/=]{100,300})', tier: 'flag' },
];
const compiled = new Map<string, RegExp>();

/** Masks what a command gives away, `at` its word. Answers where to go on; `at`: nothing. */
export function readCommand(cursor: Cursor, command: (typeof COMMANDS)[number], at: number): number {
  let pattern = compiled.get(command.pattern);
  if (pattern === undefined) {
    pattern = new RegExp(command.pattern, /^(?:identified|machine|minisign|private|:)/.test(command.anchor) || command.anchor.startsWith('convert') ? 'iyd' : 'yd');
    compiled.set(command.pattern, pattern);
  }
  pattern.lastIndex = at;
  const match = pattern.exec(cursor.text);
  if (match === null) return at;
  const [from, to] = (match.indices?.slice(1) as ([number, number] | undefined)[] | undefined)?.find((group) => group !== undefined) ?? [at, at];
  const value = cursor.text.slice(from, to);
  if (value.startsWith('-') || value.includes('[REDACTED') || isReference(value) || isPlaceholder(value) || /^(?:password|pass|pwd|stdin|prompt)$/i.test(value)) return at;
  cursor.put(from, to, 'command', command.tier === 'flag' && value.length >= 8 && /\d/.test(value) && !/test|pass|secret/i.test(value) ? 'flag' : 'mask');
  return to;
}
