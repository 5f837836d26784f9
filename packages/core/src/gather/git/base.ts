import { GatherError, UsageError } from '../../model/index.js';
import type { Environment } from './environment.js';
import type { Repository } from './repository.js';
import { askGit } from './run-git.js';

/** What the change is compared with: its name as chosen, and the commit that it came to. */
export interface Base {
  readonly ref: string;
  readonly commit: string;
}

interface Candidate {
  readonly ref: string;
  readonly name: string;
}

/** Who asks for a base by name: a command line may insist where the history is cut off, a standing file may not. */
export interface Wanted {
  readonly ref: string;
  readonly from: '--base' | 'config';
}

// GitHub Actions: https://docs.github.com/actions/learn-github-actions/variables; GitLab: predefined CI/CD variables.
const CI_TARGETS = ['GITHUB_BASE_REF', 'CI_MERGE_REQUEST_TARGET_BRANCH_NAME'] as const;
const USUAL: readonly Candidate[] = [
  { ref: 'refs/remotes/origin/HEAD', name: 'origin/HEAD' },
  { ref: 'refs/remotes/origin/main', name: 'origin/main' },
  { ref: 'refs/remotes/origin/master', name: 'origin/master' },
  { ref: 'refs/heads/main', name: 'main' },
  { ref: 'refs/heads/master', name: 'master' },
];
const CUT_OFF = 'the history is cut off: run git fetch --unshallow, set fetch-depth: 0 for actions/checkout, or give --base';

/** The base by name, replaced by its merge-base with HEAD where there is one. */
export async function namedBase(repo: Repository, wanted: Wanted): Promise<Base> {
  refuseOption(wanted.ref, wanted.from);
  const found = await askGit(['rev-parse', '--quiet', '--verify', `${wanted.ref}^{commit}`], repo.place);
  const commit = found.stdout.toString().trim();
  if (found.code !== 0 || !/^[0-9a-f]{40,64}$/.test(commit)) {
    throw new UsageError(`the base ${JSON.stringify(wanted.ref)} (${wanted.from}) names no commit here: ${await isRemote(repo, wanted.ref) ? `did you mean origin/${wanted.ref}?` : 'give a branch, a tag or a commit that was fetched'}`);
  }
  const fork = await mergeBase(repo, commit);
  if (fork === null && repo.shallow && wanted.from !== '--base') throw new GatherError(CUT_OFF);
  return { ref: wanted.ref, commit: fork ?? commit };
}

/** A clone of one branch knows the others by the name of the remote only. */
async function isRemote(repo: Repository, ref: string): Promise<boolean> {
  return (await askGit(['rev-parse', '--quiet', '--verify', `refs/remotes/origin/${ref}^{commit}`], repo.place)).code === 0;
}

/** The base that nobody named: the target branch in CI, the usual branches, the first commit. */
export async function inferredBase(repo: Repository): Promise<Base> {
  const candidates = [...targetsOf(repo.env), ...USUAL];
  const known = await askGit(['for-each-ref', '--format=%(refname)%00%(objectname)%00%(symref:short)', ...candidates.map(({ ref }) => ref)], repo.place);
  const refs = new Map(known.stdout.toString().split('\n').map((line) => line.split('\0')).map(([ref = '', commit = '', target = '']) => [ref, { commit, target }]));
  for (const { ref, name } of candidates) {
    const there = refs.get(ref);
    if (there === undefined) continue;
    const fork = await mergeBase(repo, there.commit);
    if (fork === null && repo.shallow) throw new GatherError(CUT_OFF);
    return { ref: there.target === '' ? name : there.target, commit: fork ?? there.commit };
  }
  if (repo.shallow) throw new GatherError(CUT_OFF);
  return firstCommit(repo);
}

function targetsOf(env: Environment): Candidate[] {
  return CI_TARGETS.flatMap((variable) => {
    const branch = env[variable]?.trim() ?? '';
    if (branch === '') return [];
    refuseOption(branch, variable);
    return [{ ref: `refs/remotes/origin/${branch}`, name: `origin/${branch}` }, { ref: `refs/heads/${branch}`, name: branch }];
  });
}

function refuseOption(ref: string, from: string): void {
  if (ref.startsWith('-')) throw new UsageError(`the base ${JSON.stringify(ref)} (${from}) begins with a dash: it must name a branch, a tag or a commit`);
  if (/[\u0000-\u001f\u007f]/.test(ref)) throw new UsageError(`the base ${JSON.stringify(ref)} (${from}) holds a control character: it must name a branch, a tag or a commit`);
}

async function mergeBase(repo: Repository, commit: string): Promise<string | null> {
  if (commit === repo.commit) return commit;
  const answer = await askGit(['merge-base', commit, 'HEAD'], repo.place);
  const fork = answer.stdout.toString().trim();
  return answer.code === 0 && fork !== '' ? fork : null;
}

async function firstCommit(repo: Repository): Promise<Base> {
  const answer = await askGit(['rev-list', '--first-parent', '--max-parents=0', 'HEAD'], repo.place);
  const commit = answer.stdout.toString().trim().split('\n').at(-1) ?? '';
  return answer.code === 0 && commit !== '' ? { ref: commit, commit } : { ref: 'HEAD', commit: repo.commit };
}
