import { mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { bash, COMPLETE, CREATE, done, dropPlaces, FIX, type Place, profileFile, profileOf, RED_FILES, say, TASK } from './scenario.js';

afterAll(dropPlaces);

const COUNTED = { commands: ['echo run >> "$MARKS/runs" && node --test'] };
const one = (...turns: object[]) => ({ workspace }: Place) => [{ cwd: workspace, turns }];
const counted = (file: string) => readFileSync(file, 'utf8').trim().split('\n');

describe.concurrent('the end of a turn', () => {
  test('done in prose: sent back exactly twice, verified once, then let go', async () => {
    const ran = await done({ config: COUNTED, scripts: [CREATE, ...[0, 1, 2, 3, 4].map((at) => say(`Really, it is done (${at}).`))] });
    expect(ran.steers).toHaveLength(2);
    expect(ran.steers[0]).toContain('adds (math.test.js:5)');
    expect(ran.lines('runs')).toBe(1);
    expect(ran.exchanges.at(-1)?.step.text).toBe('Really, it is done (2).');
    expect(ran.phases).toEqual(['active']);
  });

  test('the message says that no person wrote it', async () => {
    const ran = await done({ config: COUNTED, scripts: [CREATE, say('Done.')] });
    const sources = ran.events.filter(({ type }) => type === 'user/message').map(({ data }) => (data['source'] as { kind: string; plugin?: string }));
    expect(sources.filter(({ kind }) => kind === 'user')).toHaveLength(1);
    expect(sources.filter(({ plugin }) => plugin === 'verifier')).toHaveLength(2);
  });

  test('rounds that change nothing cost neither a run nor a step', async () => {
    const create = { calls: [{ name: 'create_goal', args: { objective: 'make add() correct', max_goal_rounds: 3 } }] };
    const ran = await done({ config: COUNTED, hasRounds: true, sessions: one({ say: TASK }), scripts: [create, ...Array.from({ length: 12 }, () => say('Done.'))] });
    expect(ran.steers).toHaveLength(2);
    expect(ran.lines('runs')).toBe(1);
  });

  test('a denial is not said twice', async () => {
    const ran = await done({ config: COUNTED, scripts: [CREATE, COMPLETE, say('It does not work.')] });
    expect(ran.denials).toHaveLength(1);
    expect(ran.steers).toEqual([]);
    expect(ran.lines('runs')).toBe(1);
  });

  test('green at the end of a turn: not a word; stamped without an edit: not run again', async () => {
    const ran = await done({ config: COUNTED, sessions: one({ say: TASK }, { say: 'Stamp it' }), scripts: [CREATE, FIX, say('Done.'), COMPLETE, say('Bye.')] });
    expect(ran.steers).toEqual([]);
    expect(ran.phases).toEqual(['complete']);
    expect(ran.lines('runs')).toBe(1);
  });

  test('green, then an edit, then stamped: verified again', async () => {
    const ran = await done({ config: COUNTED, sessions: one({ say: TASK }, { say: 'Stamp it' }), scripts: [CREATE, FIX, say('Done.'), bash("sed -i 's/a + b/a * b/' math.js"), COMPLETE, FIX, bash("sed -i 's/a \\* b/a + b/' math.js"), COMPLETE, say('Bye.')] });
    expect(ran.denials).toHaveLength(1);
    expect(ran.phases).toEqual(['complete']);
    expect(ran.lines('runs')).toBe(2); // the files are again those of the first pass
  });

  test('a paused goal asks for nothing', async () => {
    const pause = { calls: [{ name: 'update_goal', args: { goal_id: '$goal_id', revision: '$revision', action: 'pause' } }] };
    const ran = await done({ config: COUNTED, scripts: [CREATE, pause, say('Later.')] });
    expect(ran.lines('runs')).toBe(0);
    expect(ran.steers).toEqual([]);
  });
});

describe.concurrent('who is asked', () => {
  test.each([['of a turn', [CREATE, say('Done.')]], ['of a goal', [CREATE, COMPLETE, say('Done.')]]])('a cancel while the end %s is verified starts no turn', async (_what, script) => {
    const ran = await done({
      config: { commands: ['touch "$MARKS/began"; sleep 20; npm test'] },
      sessions: (place) => [{ cwd: place.workspace, turns: [{ say: TASK, cancelWhen: path.join(place.marks, 'began') }] }],
      scripts: [...script, say('I should never be asked.'), say('Nor now.')],
    });
    expect(ran.code).toBe(0);
    expect(ran.events.filter(({ type }) => type === 'turn/start')).toHaveLength(1);
    expect(ran.exchanges.map(({ step }) => step.text)).not.toContain('I should never be asked.');
    expect(ran.steers).toEqual([]);
    expect(ran.phases).toEqual(['active']);
  });

  test('neither a subagent nor a forked child', async () => {
    const call = (name: string, prompt: string) => ({ calls: [{ name, args: { description: 'Help out', prompt, run_in_background: false } }] });
    const ran = await done({
      config: COUNTED,
      sessions: one({ say: TASK }, { say: 'Ask the others' }),
      scripts: {
        'child work': [say('Child is done.'), say('Child was asked again.')],
        '': [CREATE, COMPLETE, say('Not yet.'), call('subagent', 'child work one'), call('subagent_fork', 'fork work'), COMPLETE, say('Fork is done.'), FIX, COMPLETE, say('Done.')],
      },
    });
    expect(ran.exchanges.filter(({ script }) => script === 'child work').map(({ step }) => step.text)).toEqual(['Child is done.']);
    expect(ran.phases.at(-1) ?? ran.phases[0]).toBeDefined();
    expect(ran.phases).toContain('complete');
    expect(ran.steers).toEqual([]);
    expect(ran.lines('runs')).toBe(2); // the two stamps of the root
  });

  test('two sessions in one workspace: one run at a time', async () => {
    const script = [CREATE, COMPLETE, say('Done.')];
    const ran = await done({
      files: { ...RED_FILES, 'math.js': 'export const add = (a, b) => a + b;\n' },
      config: { commands: ['echo begin >> "$MARKS/order"; sleep 0.6; npm test && echo end >> "$MARKS/order"'] },
      sessions: ({ workspace }) => [{ cwd: workspace, turns: [{ say: 'alpha' }] }, { cwd: workspace, turns: [{ say: 'beta' }] }],
      scripts: { alpha: script, beta: script },
    });
    expect(ran.phases).toEqual(['complete', 'complete']);
    expect(counted(path.join(ran.marks, 'order'))).toEqual(['begin', 'end', 'begin', 'end']);
  });

  test('in the default sandbox, with a session in another folder than the process', async () => {
    const ran = await done({
      env: { DSH_PERMISSION_MODE: 'workspace-write' },
      config: { commands: ['pwd > where.txt', 'npm test'], gateTurnEnd: false },
      elsewhere: true,
      sessions: one({ say: TASK }),
      scripts: [CREATE, COMPLETE, FIX, COMPLETE, say('Done.')],
    });
    expect(ran.denials).toHaveLength(1);
    expect(ran.denials[0]).toContain('`npm test` exit code 1');
    expect(ran.phases).toEqual(['complete']);
    expect(counted(path.join(ran.workspace, 'where.txt'))).toEqual([ran.workspace]);
  });
});

describe.concurrent('the configuration', () => {
  test('a mistake fails the start and says what is wrong', async () => {
    const ran = await done({ config: { comands: ['npm test'] }, scripts: [say('Never.')] });
    expect(ran.code).toBe(1);
    expect(ran.stderr).toContain('unknown key "comands"');
    expect(ran.exchanges).toEqual([]);
  });

  test('a change while it runs holds for the next goal; the old goal is judged by what it was created with', async () => {
    const config = (mark: string) => ({ commands: [`echo run >> "$MARKS/${mark}" && npm test`], gateTurnEnd: false });
    const ran = await done({
      config: config('a'),
      isWatched: true,
      sessions: (place) => {
        mkdirSync(path.dirname(profileFile(place)), { recursive: true });
        return [{ cwd: place.workspace, turns: [{ say: TASK }, { watched: profileFile(place), rows: profileOf(config('b')), say: 'Stamp it' }, { say: 'Another one' }] }];
      },
      scripts: [CREATE, COMPLETE, FIX, say('Done.'), COMPLETE, say('Stamped.'), CREATE, COMPLETE, say('Bye.')],
    });
    expect(ran.phases).toEqual(['complete', 'complete']);
    expect([ran.lines('a'), ran.lines('b')]).toEqual([2, 1]);
  });
});
