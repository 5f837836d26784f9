// Hostile shapes at 128 KiB and 1 MiB: time must grow with size, and stay below 2 s per MiB. `tsx scripts/soak-redaction.mjs [name]`.
import { redact } from '../packages/core/src/text/redact/index.ts';

const q = '"';
const UNITS = {
  'token=': 'token=', 'token=[': 'token=[', 'cookie pairs': 'cookie: a=b; ', 'cookie session': 'Cookie: sid=a1b2c3d4e5f6a7b8; ', 'token then blanks': 'token        ', 'password:': 'password: ', 'password quotes': 'password="', 'escaped quotes': 'password\\": \\"a\\"', 'mixed quotes': `password='"`, 'open quotes': `${q}token${q}: ${q}x `,
  'begin lines': '-----BEGIN PRIVATE KEY-----\n', 'begin glued': '-----BEGIN PRIVATE KEY-----', 'begin and text': '-----BEGIN RSA PRIVATE KEY-----\nabcdefghijklmnop\n', 'end lines': '-----END PRIVATE KEY-----\n', 'urls': 'http://a:b', 'url at': 'a://@', 'url colons': 'x://a:', 'url slashes': '://', 'kind secret': 'kind: Secret\n', 'kind data': 'kind: Secret\ndata:\n  a: YWJjZGVm\n', 'kty': '{"kty":"EC"', 'kty open': '"kty"', 'bearer': 'Bearer ', 'bearer long': 'Bearer abcdefghijklmnopqrstuv', 'basic': 'Basic dXNlcjpwYXNz ', 'base64 runs': 'dG9rZW49YWJjZGVmZ2hpamts ', 'base64 nested': 'WVdKalpHVm1aMmhwYW10c2JXNXZjSEZ5YzNSMWRuZDRlWG89 ', 'base64 one run': 'QUJD', 'eyJ': 'eyJ', 'eyJ dots': 'eyJaaaaaaaa.', 'sk-': 'sk-', 'sk- long': 'sk-aaaaaaaaaaaaaaaaaaaaaaaaaa', 'ghp': 'ghp_', 'glpat': 'glpat-aaaaaaaaaaaaaaaaaaa ',
  'mysql': 'mysql ', 'mysql dashes': 'mysql -h x -p', 'curl': 'curl ', 'curl -u': 'curl -u a:', 'docker login': 'docker login ', 'machine': 'machine ', 'machine lines': 'machine a\n', 'pgpass': ':5432:a:', 'identified by': "identified by '", 'private-lines': 'Private-Lines: 99\n', 'ansi': '\u001b[31m', 'ansi token': '\u001b[31mtoken\u001b[0m=', 'osc': '\u001b]0;', 'escaped ansi': '\\u001b[31m', 'backslashes': '\\', 'backslash quotes': '\\"', 'token backslashes': 'token\\\\\\\\', 'percent': '%22token%22%3A%22', 'entities': '&quot;token&quot;:', 'names': '_password', 'dashes': '--password ', 'dots': 'password.', 'long name': 'passwordpassword', 'json keys': '"password":{"password":', 'arrays': '"tokens":["a",', 'braces': '{', 'xml': '<password>', 'plist': '<key>password</key>', 'name value': 'name: token\n', 'terraform': 'token" {', 'define': '#define TOKEN ', 'yaml block': 'token: |\n', 'yaml deep': 'token:\n  ', 'spoken': 'password is ', 'equals': 'token==', 'jsn': 'jsn', 'dashes us': '-us', 'at signs': '@', 'pw': 'pw:', 'newlines': '\n', 'triple': 'token="""', 'backtick': 'token=`', 'secret words': 'secret secret_key api_key token ', 'pin': 'pin 1234 pin=1234 ', 'auth scheme': 'Authorization: Token ', 'slack hook': 'hooks.slack.com/', 'q~': 'Q~', 'hex': 'deadbeef0123', 'azure': 'AccountKey=', 'url in key': 'token=https://a:b@c ',
};
const only = process.argv[2];
let worst = [0, ''];
let failed = 0;
for (const [name, unit] of Object.entries(UNITS)) {
  if (only !== undefined && !name.includes(only)) continue;
  const small = timeOf(unit, 128 * 1024);
  const large = timeOf(unit, 1024 * 1024);
  const bad = large > 2000 || (large > 150 && large > 10 * Math.max(small, 15));
  if (bad) failed += 1;
  if (large > worst[0]) worst = [large, name];
  if (bad || only !== undefined || large > 400) process.stdout.write(`${bad ? 'BAD ' : 'ok  '} ${name}: ${small.toFixed(0)} ms → ${large.toFixed(0)} ms\n`);
}
process.stdout.write(`${Object.keys(UNITS).length} shapes, worst ${worst[1]} ${worst[0].toFixed(0)} ms per MiB, ${failed} bad\n`);
process.exitCode = failed > 0 ? 1 : 0;

function timeOf(unit, size) {
  const text = unit.repeat(Math.ceil(size / unit.length)).slice(0, size);
  // The better of two: a collection of garbage in between is not the text's.
  const once = () => {
    const before = process.cpuUsage();
    redact(text);
    const used = process.cpuUsage(before);
    return (used.user + used.system) / 1000;
  };
  return Math.min(once(), once());
}
