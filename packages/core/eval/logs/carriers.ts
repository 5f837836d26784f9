/** What carries a log on its way without changing what it says. */
export const CARRIERS: Readonly<Record<string, (text: string) => string>> = {
  crlf: (text) => text.replace(/\r?\n/g, '\r\n'),
  colour: eachLine((line) => (line.trim() === '' ? line : `\u001b[36m${line}\u001b[39m`)),
  'github stamps': eachLine((line, at) => `2026-01-05T10:00:${String(at % 60).padStart(2, '0')}.1234567Z ${line}`),
  'gitlab stamps': eachLine((line, at) => `2026-01-05T10:00:${String(at % 60).padStart(2, '0')}.123456Z 00O ${line}`),
  'docker compose': eachLine((line) => `web-1  | ${line}`),
  'pnpm -r': eachLine((line) => `packages/a test: ${line}`),
  turbo: eachLine((line) => `@scope/a:test: ${line}`),
  concurrently: eachLine((line) => `[test] ${line}`),
  buildkit: eachLine((line, at) => `#12 ${(0.3 + at / 100).toFixed(3)} ${line}`),
  'markdown quote': eachLine((line) => (line === '' ? '>' : `> ${line}`)),
  // Behind the returns with which a progress line begins: what is quoted is what the terminal showed.
  'markdown indent': eachLine((line) => (line === '' ? '' : line.replace(/^\r*/, '$&    '))),
  'markdown fence': (text) => `\`\`\`\n${text.endsWith('\n') ? text : `${text}\n`}\`\`\`\n`,
  redraws: eachLine((line, at) => `⠋ working ${at}\r\u001b[2K${line}`),
  'trailing blanks': eachLine((line) => `${line}  `),
  'no last line end': (text) => text.replace(/\n+$/, ''),
};

function eachLine(carry: (line: string, at: number) => string): (text: string) => string {
  return (text) => {
    const lines = text.split('\n');
    const last = lines.at(-1) === '' ? lines.pop() : undefined;
    return lines.map((line, at) => carry(line, at)).join('\n') + (last === undefined ? '' : '\n');
  };
}
