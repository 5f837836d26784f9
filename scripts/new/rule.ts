import type { Kind } from './index.js';
import { versionOf } from './version.js';

const DIFF = (line: string) => `diff --git a/src/example.ts b/src/example.ts
--- a/src/example.ts
+++ b/src/example.ts
@@ -1,2 +1,3 @@
 export function example() {
+  ${line}
 }
`;

export const rule: Kind = {
  name: /^[a-z][a-z0-9-]*\/[a-z][a-z0-9-]*$/,
  example: 'risk/my-rule',
  files: (id) => ({
    [`packages/core/src/rules/${id}.ts`]: source(id),
    [`fixtures/rules/${id}/warn.first/diff.patch`]: DIFF('replaceMe();'),
    [`fixtures/rules/${id}/ok.first/diff.patch`]: DIFF('keepMe();'),
  }),
  next: (id) => [
    `put a real change into fixtures/rules/${id}/, in folders named <effect>.<case>: one that must fire, one that must not (ok.…)`,
    `write packages/core/src/rules/${id}.ts until \`npx vitest run packages/core/src/rules\` is green`,
    '`pnpm generate`, and commit code, fixtures and page together',
  ],
};

function source(id: string): string {
  return `import type { Rule } from '../../model/index.js';

// Say here why this pattern is the right one, and where it was seen.
const SIGN = /\\breplaceMe\\(/;

export const rule: Rule = {
  id: '${id}',
  docs: {
    title: 'Something in the change deserves a look',
    why: 'Say what goes wrong when nobody looks',
    fix: 'Say what the author of the change should do',
    since: '${versionOf()}',
  },
  *check({ diff }) {
    for (const { path, hunks } of diff.files) {
      for (const { at, side, code, text } of hunks.flatMap(({ lines }) => lines)) {
        if (side !== 'added' || !SIGN.test(code)) continue;
        yield { effect: 'warn', source: 'diff', message: \`\${path}:\${at} calls replaceMe, look at it\`, evidence: text.trim(), at: { file: path, line: at } };
      }
    }
  },
};
`;
}
