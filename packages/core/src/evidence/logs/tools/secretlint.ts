import type { Recognizer } from '../../../model/index.js';

// secretlint 9–12 -f json, on one line; its stylish format is eslint's.
const START = '[{"filePath":"';
const KEY = '"sourceContentType":"';

export const recognizer: Recognizer = {
  tool: 'secretlint',
  kind: 'lint',
  docs: { title: 'Secretlint, json', why: 'A message of the level error is red.', fix: 'Remove the secret and revoke it.', since: '0.1.0' },
  marks: [KEY],
  open: () => ({
    read(line, _at, out) {
      if (!line.startsWith(START) || !line.includes(KEY)) return false;
      // A quote inside of a string is escaped, so the key cannot stand in the quoted source.
      const isRed = line.includes('"severity":"error"');
      out.say({ kind: 'closed', ok: !isRed, text: isRed ? 'a secret was found' : 'no secret was found' });
      return true;
    },
    end() { /* one line says all */ },
  }),
};
