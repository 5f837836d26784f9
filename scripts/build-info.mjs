// Writes dist/build-info.json: the commit that the package was built from, when, and whether anything differed from it.
// The built command line is asked, so that the build and `verifier --version --json` read a checkout in the same way.
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';

export function writeBuildInfo(dist = path.resolve('dist')) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [path.join(dist, 'cli.js'), '--version', '--json'], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`the command line does not say its version: ${stderr}`);
  const { commit, dirty } = JSON.parse(stdout).runtime;
  writeFileSync(path.join(dist, 'build-info.json'), `${JSON.stringify({ commit, builtAt: new Date().toISOString(), dirty }, null, 2)}\n`);
}
