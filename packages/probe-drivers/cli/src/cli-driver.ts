import { type DetectResult, LaunchError, type LaunchContext, type ProbeDriver, type ProjectContext } from '@verifier/probe-sdk';
import { readInside } from './read-inside.js';
import { openSession } from './session.js';

const NO_COMMAND = 'no command is registered: give LaunchContext.commands';

/** Probes command-line programs: a step names a command that the caller registered, and nothing of it can be changed by a scenario. */
export const cliDriver: ProbeDriver = {
  targetType: 'cli',
  detect: detected,
  launch: (context) => {
    const { commands = {}, signal } = context;
    if (signal?.aborted === true) throw new LaunchError('it was aborted', { retryable: false });
    if (Object.keys(commands).length === 0) throw new LaunchError(NO_COMMAND, { retryable: false });
    return openSession(withDefaults(context));
  },
};

/** A package with a `bin`, a Cargo or Go program, a Python script entry. */
function detected({ root }: ProjectContext): DetectResult | null {
  const reasons = [
    ...(hasBin(root) ? ['package.json: bin'] : []),
    ...(/^\[\[?bin\]?\]/m.test(textOf(root, 'Cargo.toml')) || textOf(root, 'src/main.rs') !== '' ? ['Cargo: a binary'] : []),
    ...(/^\[project\.scripts\]/m.test(textOf(root, 'pyproject.toml')) ? ['pyproject.toml: project.scripts'] : []),
    ...(/^package main$/m.test(textOf(root, 'main.go')) ? ['main.go'] : []),
  ];
  return reasons.length === 0 ? null : { targetType: 'cli', reasons };
}

function hasBin(root: string): boolean {
  try {
    const manifest: unknown = JSON.parse(textOf(root, 'package.json'));
    return typeof manifest === 'object' && manifest !== null && 'bin' in manifest;
  } catch {
    return false;
  }
}

const textOf = (root: string, file: string): string => readInside(root, file).text;

const withDefaults = (context: LaunchContext): LaunchContext & { readonly stepTimeoutMs: number } => ({ stepTimeoutMs: 10_000, ...context });
