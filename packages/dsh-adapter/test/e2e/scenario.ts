import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { installedHarness, runDsh } from '../../demo/harness.mjs';
import { type Exchange, type Scripted, startModel } from '../../demo/model.mjs';

/** One run of the real harness with a scripted model. */
export interface Scenario {
  /** Files of the workspace. */
  readonly files?: Readonly<Record<string, string>>;
  /** The configuration of the gate; 'off': without the plugin. */
  readonly config?: Readonly<Record<string, unknown>> | 'off';
  /** By a word of the first message; '' for all others. */
  readonly scripts: Readonly<Record<string, readonly Scripted[]>> | readonly Scripted[];
  readonly env?: Readonly<Record<string, string>>;
  readonly sessions?: (place: Place) => readonly Session[];
  /** Rows in front of the gate's, and behind it. */
  readonly before?: readonly object[];
  readonly after?: readonly object[];
  /** The process runs in another folder than the workspace. */
  readonly elsewhere?: boolean;
  /** Let the harness start the goal's rounds by itself. */
  readonly hasRounds?: boolean;
  /** The plugin as people install it, a folder or a tarball, instead of by an overlay. */
  readonly installed?: string;
  /** Row of the gate in the profile's own patch, which the harness watches, instead of in an overlay. */
  readonly isWatched?: boolean;
}

export interface Session {
  readonly cwd: string;
  readonly turns: readonly { readonly say?: string; readonly cancelWhen?: string; readonly watched?: string; readonly rows?: readonly object[] }[];
}

export interface Place {
  readonly root: string;
  readonly workspace: string;
  readonly home: string;
  /** Where a check may leave a mark, outside of the workspace. */
  readonly marks: string;
}

export interface Done extends Place {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly exchanges: readonly Exchange[];
  /** Results of update_goal that are errors. */
  readonly denials: readonly string[];
  /** What the gate said at the end of a turn. */
  readonly steers: readonly string[];
  /** The last phase of each goal. */
  readonly phases: readonly string[];
  readonly events: readonly Event[];
  /** How often a check wrote into a file of `marks`. */
  lines(mark: string): number;
}

export interface Event {
  readonly session: string;
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
}

const PLUGIN = path.resolve(import.meta.dirname, '../../dist/index.js');
const DRIVER = path.resolve(import.meta.dirname, 'driver/index.js');
/** A busy machine is slow, and no scenario hangs: what takes longer is a fault. */
const LONGEST_MS = 170_000;
const folders: string[] = [];

export const TASK = 'Fix add() and finish the goal';
export const CREATE: Scripted = { calls: [{ name: 'create_goal', args: { objective: 'make add() correct' } }] };
export const COMPLETE: Scripted = { calls: [{ name: 'update_goal', args: { goal_id: '$goal_id', revision: '$revision', action: 'complete' } }] };
export const say = (text: string): Scripted => ({ text });
export const bash = (command: string): Scripted => ({ calls: [{ name: 'bash', args: { command, description: 'Work on it' } }] });
export const FIX = bash("sed -i 's/a - b/a + b/' math.js");

/** A workspace whose only test fails. */
export const RED_FILES = {
  'package.json': '{ "name": "ws", "private": true, "type": "module", "scripts": { "test": "node --test" } }\n',
  'math.js': 'export const add = (a, b) => a - b;\n',
  'math.test.js': "import assert from 'node:assert/strict';\nimport test from 'node:test';\nimport { add } from './math.js';\n\ntest('adds', () => {\n  assert.equal(add(2, 3), 5);\n});\n",
} as const;

export async function done(scenario: Scenario): Promise<Done> {
  const place = newPlace(scenario.files ?? RED_FILES);
  const model = await startModel('length' in scenario.scripts ? { '': scenario.scripts as readonly Scripted[] } : scenario.scripts);
  try {
    const overlay = path.join(place.root, 'overlay.json'); // JSON is YAML
    writeFileSync(overlay, JSON.stringify(rowsOf(scenario, place)));
    if (scenario.isWatched === true) writeProfile(place, scenario.config);
    const harness = await installedHarness();
    if (scenario.installed !== undefined) await install(scenario.installed, harness, place);
    const ran = await runDsh(harness, ['--profile', 'headless', '--patch', overlay, TASK], { cwd: scenario.elsewhere === true ? place.root : place.workspace, home: place.home, model: model.url, timeoutMs: LONGEST_MS, env: { MARKS: place.marks, ...scenario.env } });
    if (ran.code === null) throw new Error(`the harness was ended, after ${model.exchanges.length} steps of the model: ${ran.stderr}`);
    const events = eventsIn(path.join(place.home, 'sessions'));
    return {
      ...place, ...ran, events, exchanges: model.exchanges,
      denials: model.exchanges.flatMap(({ seen }) => seen.filter(({ role, text }) => role === 'tool' && /^(?:Error: )?Verification /.test(text)).map(({ text }) => text)),
      steers: model.exchanges.flatMap(({ seen }) => seen.filter(({ role, text }) => role === 'user' && text.startsWith('This is the verifier')).map(({ text }) => text)),
      phases: phasesIn(events),
      lines: (mark) => linesIn(path.join(place.marks, mark)),
    };
  } finally {
    await model.close();
  }
}

export function newPlace(files: Readonly<Record<string, string>>): Place {
  const root = mkdtempSync(path.join(tmpdir(), 'dsh-e2e-'));
  folders.push(root);
  const place = { root, workspace: path.join(root, 'workspace'), home: path.join(root, 'home'), marks: path.join(root, 'marks') };
  for (const folder of [place.workspace, place.home, place.marks]) mkdirSync(folder);
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(place.workspace, name)), { recursive: true });
    writeFileSync(path.join(place.workspace, name), text);
  }
  return place;
}

export function dropPlaces(): void {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
}

export const rowOf = (config: Scenario['config']): object => ({ id: 'verifier', name: PLUGIN, ...(config === undefined || config === 'off' ? {} : { config }) });

/** The patch of a profile as a person has it. */
export const profileOf = (config: Scenario['config']): object[] => [{ insert: [rowOf(config)] }];
export const profileFile = ({ home }: Place): string => path.join(home, 'profiles/headless/cordis.patch.yml');

async function install(spec: string, harness: Awaited<ReturnType<typeof installedHarness>>, { root, home }: Place): Promise<void> {
  const { code, stdout, stderr } = await runDsh(harness, ['plugin', '--profile', 'headless', 'add', spec], { cwd: root, home, timeoutMs: LONGEST_MS });
  if (code !== 0 || /declares no dsh\.bundle/.test(stderr)) throw new Error(`the plugin was not installed: ${stdout}${stderr}`);
}

function rowsOf({ config, sessions, before = [], after = [], installed, isWatched, hasRounds }: Scenario, place: Place): object[] {
  const inserted = [...before, ...(config === 'off' || isWatched === true || installed !== undefined ? [] : [rowOf(config)]), ...after];
  const driven = sessions === undefined ? [] : [
    { id: 'headless-runner', disabled: true },
    ...(hasRounds === true ? [] : [{ id: 'goal-round-driver', disabled: true }]),
    { insert: [{ id: 'e2e-driver', name: DRIVER, config: { sessions: sessions(place) } }] },
  ];
  return [{ id: 'session-persistence-jsonl', config: { root: path.join(place.home, 'sessions'), compression: 'none' } }, ...driven, ...(inserted.length === 0 ? [] : [{ insert: inserted }])];
}

function writeProfile(place: Place, config: Scenario['config']): void {
  mkdirSync(path.dirname(profileFile(place)), { recursive: true });
  writeFileSync(profileFile(place), JSON.stringify(profileOf(config)));
}

function eventsIn(folder: string): Event[] {
  if (!existsSync(folder)) return [];
  const files = (readdirSync(folder, { recursive: true }) as string[]).filter((name) => name.endsWith('.jsonl')).sort();
  return files.flatMap((file) => readFileSync(path.join(folder, file), 'utf8').split('\n').filter((line) => line.startsWith('{')).map((line) => ({ session: path.dirname(file), ...(JSON.parse(line) as Omit<Event, 'session'>) })));
}

function phasesIn(events: readonly Event[]): string[] {
  const phases = new Map<string, string>();
  for (const { session, type, data } of events) {
    const goal = type === 'goal/change' ? (data['goal'] as { id: string; phase: string } | undefined) : undefined;
    if (goal !== undefined) phases.set(`${session} ${goal.id}`, goal.phase);
  }
  return [...phases.values()];
}

function linesIn(file: string): number {
  return existsSync(file) ? readFileSync(file, 'utf8').split('\n').length - 1 : 0;
}
