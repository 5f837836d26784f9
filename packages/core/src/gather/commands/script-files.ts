import path from 'node:path';

const SHELLS = new Set(['sh', 'bash', 'zsh', 'dash', 'ksh']);
const ASSIGNMENT = /^[A-Za-z_]\w*=/;

/** Files that a shell text runs as programs, as it names them: `./ci/test.sh`, `bash ci/test.sh`. What a program reads is none. */
export function scriptFiles(text: string): string[] {
  return text.split(/[;&|\n()]+/).flatMap((step) => {
    const words = step.trim().split(/\s+/).map((word) => word.replace(/^["']|["']$/g, '')).filter((word) => !ASSIGNMENT.test(word));
    const [program = '', ...rest] = words;
    const file = SHELLS.has(program) ? rest.find((word) => !word.startsWith('-')) : program;
    return file?.includes('/') === true || (file !== program && file !== undefined) ? [path.posix.normalize(file)] : [];
  });
}
