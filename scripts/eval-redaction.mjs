// Measures redaction on fresh, seeded corpora: `tsx scripts/eval-redaction.mjs [--seeds n] [--seed first] [--misses]`.
import { corpus, kindCount, survives } from '../packages/core/test/redact/corpus/index.ts';
import { redact, scanSecrets } from '../packages/core/src/text/redact/index.ts';

const option = (name, fallback) => {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? fallback : Number(process.argv[at + 1]);
};
const first = option('seed', Math.floor(Date.now() / 1000) % 1_000_000);
const seeds = option('seeds', 5);
const groups = { token: [0, 0], value: [0, 0], structure: [0, 0], clean: [0, 0] };
const misses = new Map();
let flagged = 0;
let cleanFlagged = 0;

for (let seed = first; seed < first + seeds; seed += 1) {
  for (const sample of corpus(seed)) {
    const group = groups[sample.group];
    const out = redact(sample.text);
    group[1] += 1;
    const flags = scanSecrets(sample.text).some((span) => span.tier === 'flag');
    if (sample.group === 'clean') {
      if (flags) cleanFlagged += 1;
      if (out === sample.text) continue;
    } else {
      if (flags) flagged += 1;
      if (sample.secrets.every((secret) => !survives(out, secret))) {
        group[0] += 1;
        continue;
      }
    }
    if (sample.group === 'clean') group[0] += 1;
    misses.set(`${sample.group} ${sample.id}`, [...(misses.get(`${sample.group} ${sample.id}`) ?? []), out]);
  }
}

const share = ([part, all]) => `${part} of ${all} (${((100 * part) / all).toFixed(2)} %)`;
const secret = ['token', 'value', 'structure'].reduce((sum, name) => [sum[0] + groups[name][0], sum[1] + groups[name][1]], [0, 0]);
process.stdout.write(`seeds ${first}…${first + seeds - 1}, ${kindCount()} kinds of secrets\n`);
process.stdout.write(`masked: ${share(secret)}; tokens ${share(groups.token)}; named values ${share(groups.value)}; structures ${share(groups.structure)}\n`);
process.stdout.write(`clean touched: ${share(groups.clean)}; flagged: secrets ${share([flagged, secret[1]])}, clean ${cleanFlagged}\n`);
if (process.argv.includes('--misses')) for (const [id, outs] of [...misses].sort((a, b) => b[1].length - a[1].length)) process.stdout.write(`${outs.length} × ${id}\n      ${JSON.stringify(outs[0]).slice(0, 300)}\n`);
