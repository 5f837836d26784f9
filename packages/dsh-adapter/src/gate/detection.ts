import { inferCommands, type Project } from '../core.js';

// core says `<pm> run test`; the harness's users know the short form. `bun test` would be bun's own runner.
const SHORT: readonly (readonly [long: RegExp, short: string])[] = [
  [/^npm run test$/, 'npm test'],
  [/^pnpm run test$/, 'pnpm test'],
  [/^yarn run test$/, 'yarn test'],
  [/^bun run test$/, 'bun run test'],
];

/** The commands that verify a workspace of which the operator says nothing: its test script, else what core infers. */
export function detectedCommands(project: Project): string[] {
  const inferred = inferCommands(project).map(({ command }) => command);
  for (const command of inferred) {
    const short = SHORT.find(([long]) => long.test(command))?.[1];
    if (short !== undefined) return [short];
  }
  const own = inferred.find((command) => command === 'go test ./...' || command === 'cargo test');
  return own === undefined ? inferred : [own];
}
