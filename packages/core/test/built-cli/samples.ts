import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type AnySchemaObject, Ajv, type ValidateFunction } from 'ajv';
import type { Verdict } from '../../src/model/index.js';
import type { Ended } from './built.js';

export const TASK = 'Durations may also say days.';
export const REPORT = 'Taught it days. The suite passes.';

export const DIFF = `diff --git a/src/minutes.js b/src/minutes.js
index 1111111..2222222 100644
--- a/src/minutes.js
+++ b/src/minutes.js
@@ -1,3 +1,3 @@
-const MINUTES = { m: 1, h: 60 };
+const MINUTES = { m: 1, h: 60, d: 1440 };
 
 export const minutes = (amount, unit) => amount * MINUTES[unit];
`;

/** Printed by vitest 4.1.12, with a name that sounds worse than it is. */
export const GREEN = `$ npx vitest run

 RUN  v4.1.12 /repo

 ✓ test/minutes.test.js (2 tests) 3ms

 Test Files  1 passed (1)
      Tests  2 passed (2)
   Start at  10:00:00
   Duration  120ms

exit code 0
`;

export const RED = `$ npx vitest run

 RUN  v4.1.12 /repo

 ❯ test/minutes.test.js (2 tests | 1 failed) 5ms
     ✓ adds hours 1ms
     × a day has 24 hours 3ms

⎯⎯⎯⎯⎯⎯⎯ Failed Tests 1 ⎯⎯⎯⎯⎯⎯⎯

 FAIL  test/minutes.test.js > a day has 24 hours
AssertionError: expected 720 to be 1440 // Object.is equality

 Test Files  1 failed (1)
      Tests  1 failed | 1 passed (2)
   Start at  10:00:00
   Duration  130ms

exit code 1
`;

const schema = JSON.parse(readFileSync(path.resolve(import.meta.dirname, '../../../../schemas/verdict.schema.json'), 'utf8')) as AnySchemaObject;
const isVerdict: ValidateFunction<Verdict> = new Ajv({ allErrors: true }).compile<Verdict>(schema);

/** The verdict on stdout. Throws when stdout is anything but one, by the published schema. */
export function verdictOf({ stdout, stderr, code }: Ended): Verdict {
  let data: unknown;
  try {
    data = JSON.parse(stdout);
  } catch (cause) {
    throw new Error(`no JSON on stdout (exit ${code}): ${stdout.slice(0, 500)} ${stderr.slice(0, 500)}`, { cause });
  }
  if (!isVerdict(data)) throw new Error(`not by the schema: ${JSON.stringify(isVerdict.errors)}`);
  return data;
}
