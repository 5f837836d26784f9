import type { Worth } from '../../model/index.js';

const QUOTED = /'[^']*'|"(?:[^"\\]|\\.)*"/g;
const COMMENT = /(?:^|\s)#[^\n]*/g;
// Commands that always succeed and check nothing.
const TRIVIAL = /^(?:(?:true|:|echo|printf|exit 0|sleep|pwd|date|whoami|uname|cd|export|set|unset|ls|touch|mkdir|which|type|sh -c Q|bash -c Q)(?:\s|$)|exit$|$)/;
const SETUP = /^(?:[A-Z_][A-Z0-9_]*=\S*\s+)+/;
const ALWAYS_TRUE = /^(?:(?:true|:|exit 0|echo|printf)(?:\s|$)|exit$)/;
// Readers at the end of a pipe: the status is theirs, unless the shell was told `set -o pipefail`.
const PIPEFAIL = /\bpipefail\b/;
// jest, vitest; pytest; mocha and cargo list or check without running.
// `cat report.xml` shows a result that must speak for itself.
const SHOWS = /^(?:cat|type|more|less|head|tail) /;
const PERMISSIVE = /\s--?(?:passWithNoTests|pass-with-no-tests|collect-only|co|listTests|list-tests|list|no-run|dry-run|setup-plan|pass-on-no-tests|if-present)(?=[\s=]|$)/;
// Looks and changes nothing: for a formatter that is the check.
const DRY_CHECK = /^(?:\S*\/)?(?:git-)?clang-format\b/;

/** What exit 0 of this command says. Reads the shell's words only as far as needed: quotes, comments, `;`, `&&`, `||`, `|`. */
export function worthOf(command: string | null): Worth {
  if (command === null) return 'check';
  const text = command.replace(QUOTED, 'Q').replace(COMMENT, '').trim();
  const steps = text.split(/\s*(?:;|\n|&&|\|\|?|&(?=\s|$))\s*/).filter((step) => step !== '');
  if (steps.every((step) => TRIVIAL.test(step.replace(SETUP, '').replace(/^\(|\)$/g, '').trim()))) return 'trivial';
  if (isMasked(text)) return 'masked';
  return steps.some((step) => PERMISSIVE.test(step) && !DRY_CHECK.test(step)) || steps.every((step) => SHOWS.test(step)) ? 'permissive' : 'check';
}

function isMasked(text: string): boolean {
  const last = (parts: readonly string[]) => (parts.at(-1) ?? '').replace(/^[\s(]+|[\s)]+$/g, '');
  const fallbacks = text.split('||');
  if (fallbacks.length > 1 && ALWAYS_TRUE.test(last(fallbacks))) return true;
  const sequence = text.replace(/[;\s]+$/, '').split(/;|\n/);
  if (sequence.length > 1 && ALWAYS_TRUE.test(last(sequence))) return true;
  if (/(?:^|[^&])&$/.test(text)) return true; // sent to the background: nobody waits for its status
  const tail = last(sequence).split('&&').at(-1) ?? '';
  return tail.replaceAll('||', ' ').includes('|') && !PIPEFAIL.test(text);
}
