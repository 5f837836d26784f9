import { type Inferred, sectionOf } from './inferred.js';
import type { Project } from './project.js';

/** How the project's environment is entered: by its lockfile, else by its settings. */
const ENTERED = [['uv.lock', 'tool.uv', 'uv run '], ['poetry.lock', 'tool.poetry', 'poetry run '], ['pdm.lock', 'tool.pdm', 'pdm run '], ['Pipfile.lock', null, 'pipenv run ']] as const;
const PROJECT = ['pyproject.toml', 'setup.py', 'setup.cfg', 'requirements.txt'];

/** The project's own test command (hatch), pytest where anything speaks of it or there are tests, else tox or nox. */
export function pythonTest(project: Project): readonly Inferred[] {
  const pyproject = project.text('pyproject.toml') ?? '';
  const hatch = hatchTest(pyproject);
  if (hatch !== null) return [hatch];
  const reason = pytestReason(project, pyproject);
  const isTox = project.names.has('tox.toml') || /^\[(?:tox|testenv)\b/m.test(project.text('tox.ini') ?? '') || /^\[tool\.tox\b/m.test(pyproject) || /^\[tox:tox\]/m.test(project.text('setup.cfg') ?? '');
  // A folder of tests says less than a tool that the project is set up for.
  if (reason !== null && (reason.isSure || !(isTox || project.names.has('noxfile.py')))) {
    const run = ENTERED.find(([lock, section]) => project.names.has(lock) || (section !== null && sectionOf(pyproject, (name) => name === section || name.startsWith(`${section}.`)) !== null))?.[2] ?? '';
    return [{ command: `${run}${run === '' ? 'python -m pytest' : 'pytest'}`, because: `${reason.from} speaks of pytest, or holds tests` }];
  }
  if (isTox || project.names.has('tox.ini')) return [{ command: 'tox', because: 'the project is set up for tox' }];
  return project.names.has('noxfile.py') ? [{ command: 'nox', because: 'noxfile.py is there' }] : [];
}

/** `[tool.hatch.envs.<env>.scripts]` with a `test`, or the settings of `hatch test` (hatch 1.10 and newer). */
function hatchTest(pyproject: string): Inferred | null {
  if (!pyproject.includes('tool.hatch.envs.')) return null;
  const scripts = sectionOf(pyproject, (name) => /^tool\.hatch\.envs\.[\w-]+\.scripts$/.test(name));
  const env = scripts?.name.split('.')[3] ?? '';
  if (scripts !== null && env !== 'hatch-test' && /^[ \t]*["']?test["']?[ \t]*=/m.test(scripts.body)) return { command: `hatch run ${env === 'default' ? '' : `${env}:`}test`, because: `pyproject.toml has a hatch script test` };
  return sectionOf(pyproject, (name) => name.startsWith('tool.hatch.envs.hatch-test')) === null ? null : { command: 'hatch test', because: 'pyproject.toml sets up hatch test' };
}

function pytestReason(project: Project, pyproject: string): { from: string; isSure: boolean } | null {
  const sure = ['pytest.ini', 'conftest.py'].find((name) => project.names.has(name))
    ?? (/pytest/.test(pyproject) ? 'pyproject.toml' : undefined) ?? (/pytest/.test(project.text('setup.cfg') ?? '') ? 'setup.cfg' : undefined)
    ?? (/^\[pytest\]/m.test(project.text('tox.ini') ?? '') ? 'tox.ini' : undefined);
  if (sure !== undefined) return { from: sure, isSure: true };
  const tests = PROJECT.some((name) => project.names.has(name)) ? ['tests/', 'test/'].find((name) => project.names.has(name)) : undefined;
  return tests === undefined ? null : { from: tests, isSure: false };
}
