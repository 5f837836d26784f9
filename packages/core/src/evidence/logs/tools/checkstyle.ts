import type { Out, Recognizer, Reducer } from '../../../model/index.js';
import { readTags, type Tag } from '../grammar/xml-tags.js';

// Checkstyle XML: eslint 8 -f checkstyle, shellcheck -f checkstyle, phpcs --report=checkstyle, Checkstyle itself.
const START = /^\s{0,20}(?:<\?xml [^>]{0,80}\?>\s{0,4})?<checkstyle[\s>]/;

export const recognizer: Recognizer = {
  tool: 'checkstyle',
  kind: 'lint',
  docs: { title: 'Checkstyle XML', why: 'Reads each error with its place from a report that is printed into the log.', fix: 'Print the whole report.', since: '0.1.0' },
  marks: ['<checkstyle'],
  open: openCheckstyle,
};

function openCheckstyle(): Reducer {
  let isOpen = false;
  let file: string | null = null;
  let errors = 0;
  let warnings = 0;
  let tags = readTags();

  const readTag = (tag: Tag, out: Out) => {
    if (tag.name === 'file') file = tag.kind === 'close' ? null : tag.attribute('name');
    else if (tag.name === 'error' && tag.kind !== 'close') {
      const severity = tag.attribute('severity') ?? 'error';
      if (severity === 'error') {
        errors += 1;
        const line = Number(tag.attribute('line') ?? Number.NaN);
        const message = tag.attribute('message') ?? '';
        out.say({ kind: 'diagnostic', level: 'error', file, line: Number.isInteger(line) ? line : null, text: `${file ?? ''}: ${message}` });
      } else if (severity === 'warning') warnings += 1;
    } else if (tag.name === 'checkstyle' && tag.kind !== 'open') {
      out.say({ kind: 'closed', ok: errors === 0, text: `checkstyle report: ${errors} errors, ${warnings} warnings` });
      if (warnings > 0) out.say({ kind: 'soft', what: 'warning', amount: warnings, text: `checkstyle report: ${warnings} warnings` });
      isOpen = false;
      errors = 0;
      warnings = 0;
      tags = readTags();
    }
  };

  return {
    read(line, _at, out) {
      if (!isOpen) {
        if (!START.test(line.slice(0, 200))) return false;
        isOpen = true;
      }
      if (line !== '') tags.read(line, (tag) => { readTag(tag, out); });
      return true;
    },
    end(out) {
      if (isOpen) out.say({ kind: 'unfinished', text: 'a checkstyle report that is cut off' });
    },
  };
}
