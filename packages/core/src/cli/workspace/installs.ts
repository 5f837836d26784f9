// npm 11, pnpm 10, Yarn 4, bun 1.3, pip 25, uv, poetry 2, pdm, Bundler 2, Composer 2, mix, bower.
const INSTALLER = /\b(?:npm|pnpm|bun|yarn|bundle|composer|poetry|pdm|pipenv|bower)\s+(?:[\w=.-]+\s+){0,4}?(?:ci|i|install|sync|add|update)\b|\byarn(?:\s+--\S+)*\s*(?:$|&&|;|\|)|\bpip3?\s+install\b|\buv\s+(?:sync|pip|run)\b|\bmix\s+deps\.get\b/;

/** Whether one of the commands installs dependencies itself: it needs none, and must not write into those of the workspace. */
export const installs = (commands: readonly string[]): boolean => commands.some((command) => INSTALLER.test(command.slice(0, 10_000)));
