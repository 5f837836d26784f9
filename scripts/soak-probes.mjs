// Every driver sees every defect of its fixture and none in the clean run, many times in a row. `tsx scripts/soak-probes.mjs [times]`;
// ends with 1 when anything does not hold.
import * as api from '../packages/probe-drivers/api/test/trials.ts';
import * as cli from '../packages/probe-drivers/cli/test/trials.ts';

const times = Number(process.argv[2] ?? 20);
let bad = 0;
for (const [driver, { DEFECTS, trialOf }] of Object.entries({ cli, api })) {
  for (const defect of ['', ...Object.keys(DEFECTS)]) {
    let good = 0;
    for (let time = 0; time < times; time += 1) {
      const trial = await trialOf(defect);
      const told = Object.entries(DEFECTS).filter(([, tells]) => tells(trial)).map(([name]) => name);
      if (defect === '' ? told.length === 0 : told.includes(defect)) good += 1;
      else process.stdout.write(`BAD  ${driver} ${defect || 'clean'}: told ${told.join(', ') || 'nothing'}: ${JSON.stringify(trial).slice(0, 500)}\n`);
    }
    bad += times - good;
    process.stdout.write(`${good === times ? 'ok  ' : 'BAD '} ${driver} ${defect || 'clean'}: ${good}/${times}\n`);
  }
}
process.stdout.write(`${times} times, ${bad} bad\n`);
process.exitCode = bad === 0 && times > 0 ? 0 : 1;
