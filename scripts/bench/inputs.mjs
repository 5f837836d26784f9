import { spawnSync } from 'node:child_process';
import { closeSync, mkdirSync, openSync, writeFileSync, writeSync } from 'node:fs';
import path from 'node:path';

const MIB = 1024 * 1024;
const WORDS = 'alpha branch cursor dither ember fathom gravel harbor indigo jigsaw kernel lattice mortar nimbus orchid pebble quarry ripple saddle timber'.split(' ');

/** Writes every input below `folder` and returns where each one is. The same bytes on every machine. */
export function makeInputs(folder) {
  const at = (name) => path.join(folder, name);
  const texts = {
    task: 'Durations may also say days.\n',
    report: 'Taught it days. The suite passes.\n',
    smallDiff: diffOf('src/minutes.js', ['const MINUTES = { m: 1, h: 60, d: 24 * 60 };']),
    smallLog: '$ npm test\n\n RUN  v3.2.4 /repo\n\n ✓ src/minutes.test.js (3 tests) 4ms\n\n Test Files  1 passed (1)\n      Tests  3 passed (3)\n   Start at  10:00:00\n   Duration  210ms\n\nexit code 0\n',
    guardDiff: diffOf('src/orders.ts', ['export function cancel(user: User, order: Order) {', '  requirePermission(user, "orders:cancel");', '  return close(order);', '}']),
    diff9: bigDiff(9 * MIB),
  };
  for (const [name, text] of Object.entries(texts)) writeFileSync(at(name), text);
  writeLog(at('vitest'), vitestLines(''), 50 * MIB);
  writeLog(at('unknown'), unknownLines(), 50 * MIB);
  writeLog(at('coloured'), vitestLines('2026-01-05T10:00:00.1234567Z '), 50 * MIB);
  writeLog(at('log20'), unknownLines(), 20 * MIB);
  makeRepository(at('repo'), 10_000);
  writeFileSync(at('newlines.mjs'), NEWLINES);
  writeFileSync(at('redact.mjs'), REDACT);
  return at;
}

// What any reader of a log must at least do: read it in blocks and find its line breaks.
const NEWLINES = `import { closeSync, openSync, readSync } from 'node:fs';
const block = Buffer.allocUnsafe(64 * 1024);
const file = openSync(process.argv[2], 'r');
let lines = 0;
for (let read = readSync(file, block); read > 0; read = readSync(file, block)) {
  const bytes = block.subarray(0, read);
  for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) lines += 1;
}
closeSync(file);
console.log(lines);
`;

// The library, with and without the work.
const REDACT = `import { readFileSync } from 'node:fs';
const [, , library, file, what] = process.argv;
const { redact } = await import(library);
const text = readFileSync(file, 'utf8');
if (what === 'redact') redact(text);
`;

function diffOf(file, added) {
  const body = added.map((line) => `+${line}\n`).join('');
  return `diff --git a/${file} b/${file}\n--- a/${file}\n+++ b/${file}\n@@ -1,2 +1,${added.length + 2} @@\n // durations\n${body} \n`;
}

function bigDiff(size) {
  const dice = diceOf(1);
  const parts = [];
  for (let length = 0, file = 0; length < size; file += 1) {
    const lines = Array.from({ length: 60 }, () => `  const ${dice()} = ${dice()}(${dice()}, '${dice()} ${dice()}');`);
    const part = diffOf(`src/${dice()}/${dice()}-${file}.ts`, lines);
    parts.push(part);
    length += part.length;
  }
  return parts.join('');
}

/** A passing run with one line per test, as `vitest run --reporter=verbose` prints it; with a stamp also in colours. */
function* vitestLines(stamp) {
  const [green, grey, reset] = stamp === '' ? ['', '', ''] : ['\u001b[32m', '\u001b[90m', '\u001b[39m'];
  const dice = diceOf(2);
  yield `${stamp}\n${stamp} RUN  v3.2.4 /repo\n${stamp}\n`;
  for (let count = 1; ; count += 1) {
    const last = yield `${stamp} ${green}✓${reset} src/${dice()}/${dice()}.test.ts > ${dice()} > ${dice()} the ${dice()} without ${dice()} ${count} ${grey}${count % 90}ms${reset}\n`;
    if (last) return `${stamp}\n${stamp} Test Files  1 passed (1)\n${stamp}      Tests  ${count} passed (${count})\n${stamp}   Start at  10:00:00\n${stamp}   Duration  9.21s\n`;
  }
}

function* unknownLines() {
  const dice = diceOf(3);
  for (let count = 1; ; count += 1) {
    const last = yield `[${dice()}] ${dice()} ${dice()} ${count}: ${dice()} ${dice()} in ${dice()}/${dice()}.${dice()}\n`;
    if (last) return 'done\n';
  }
}

function writeLog(file, lines, size) {
  const out = openSync(file, 'w');
  let block = '';
  for (let written = 0; written < size; ) {
    block += lines.next(false).value;
    if (block.length < 64 * 1024) continue;
    written += writeSync(out, block);
    block = '';
  }
  writeSync(out, block + lines.next(true).value);
  closeSync(out);
}

/** A repository of `count` committed files in folders of 100, with one change on top. */
function makeRepository(repo, count) {
  const dice = diceOf(4);
  for (let index = 0; index < count; index += 1) {
    const folder = path.join(repo, `src/${Math.floor(index / 100)}`);
    mkdirSync(folder, { recursive: true });
    writeFileSync(path.join(folder, `${index}.js`), `export const ${dice()} = '${dice()} ${dice()}';\n`);
  }
  const git = (...words) => spawnSync('git', ['-c', 'user.name=Bench', '-c', 'user.email=bench@example.org', '-c', 'commit.gpgSign=false', ...words], { cwd: repo, env: { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' } });
  git('init', '--quiet', '--initial-branch=main');
  git('add', '--all');
  git('commit', '--quiet', '--message', 'base');
  writeFileSync(path.join(repo, 'src/0/0.js'), "export const changed = 'harbor';\n");
}

/** The same words in the same order, whoever asks. */
function diceOf(seed) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return WORDS[(state >>> 16) % WORDS.length];
  };
}
