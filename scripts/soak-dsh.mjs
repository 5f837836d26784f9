#!/usr/bin/env node
// The scenarios of `pnpm test:dsh` ten times in a row: what comes and goes shows. `node scripts/soak-dsh.mjs [times]`.
import { spawnSync } from 'node:child_process';
import path from 'node:path';

const times = Number(process.argv[2] ?? 10);
let failed = 0;
for (let at = 1; at <= times; at += 1) {
  const began = Date.now();
  const { status, stdout, stderr } = spawnSync(process.execPath, [path.join(import.meta.dirname, 'test-dsh.mjs')], { encoding: 'utf8', env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: '0' }, maxBuffer: 64 * 1024 * 1024 });
  const said = /^ +Tests +(.*)$/m.exec(stdout)?.[1] ?? 'no test ran';
  process.stdout.write(`${status === 0 ? 'ok  ' : 'BAD '} ${at}/${times}: ${said} in ${Math.round((Date.now() - began) / 1000)} s\n`);
  if (status === 0) continue;
  failed += 1;
  process.stdout.write(`${`${stdout}${stderr}`.split('\n').slice(-60).join('\n')}\n`);
}
process.stdout.write(`${times} times, ${failed} bad\n`);
process.exitCode = failed === 0 && times > 0 ? 0 : 1;
