import { devNull } from 'node:os';

export type Environment = Readonly<Record<string, string | undefined>>;

// A hook or a wrapper may have set any of git's variables (GIT_DIR, GIT_INDEX_FILE, GIT_EXTERNAL_DIFF, GIT_DIFF_OPTS).
// Only those stay that say where the caller's own settings are, and how far git may look for a repository.
const KEPT = /^GIT_(?:CONFIG(?:_(?:GLOBAL|SYSTEM|NOSYSTEM|COUNT|PARAMETERS|KEY_\d+|VALUE_\d+))?|CEILING_DIRECTORIES|DISCOVERY_ACROSS_FILESYSTEM|EXEC_PATH|SSL_\w+|SSH\w*|ASKPASS)$/;
const OWN = /^GIT_/;
/** Sentences in English, no locks taken, nobody asked for a password, no replaced objects. */
const CALM = {
  LC_ALL: 'C',
  LANGUAGE: 'C',
  GIT_OPTIONAL_LOCKS: '0',
  GIT_TERMINAL_PROMPT: '0',
  GIT_NO_REPLACE_OBJECTS: '1',
  GIT_PAGER: 'cat',
  GIT_GRAFT_FILE: devNull,
} as const;

/** For questions to the caller's repository: its settings count (`safe.directory`), a hook's variables do not. */
export function callerEnvironment(env: Environment): Record<string, string> {
  return { ...picked(env, (name) => !OWN.test(name) || KEPT.test(name)), ...CALM };
}

/** For a repository of our own at `gitDir` that sees the caller's files at `root`: nobody's settings count. */
export function isolatedEnvironment(env: Environment, gitDir: string, root: string): Record<string, string> {
  return {
    ...picked(env, (name) => !OWN.test(name)),
    ...CALM,
    HOME: gitDir,
    XDG_CONFIG_HOME: gitDir,
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: devNull,
    GIT_ATTR_NOSYSTEM: '1',
    GIT_DIR: gitDir,
    GIT_WORK_TREE: root,
  };
}

function picked(env: Environment, isWanted: (name: string) => boolean): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const [name, value] of Object.entries(env)) if (value !== undefined && isWanted(name)) kept[name] = value;
  return kept;
}
