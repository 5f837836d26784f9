import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { bash, COMPLETE, CREATE, done, dropPlaces, FIX, RED_FILES, say } from './scenario.js';

afterAll(dropPlaces);

const EARLY = path.resolve(import.meta.dirname, 'early-allow.js');
const COUNTED = { commands: ['echo run >> "$MARKS/runs" && node --test'] };

describe.concurrent('the completion of a goal', () => {
  test('control: without the gate a red stamp is accepted', async () => {
    const ran = await done({ config: 'off', scripts: [CREATE, COMPLETE, say('All done.')] });
    expect(ran.phases).toEqual(['complete']);
    expect(ran.denials).toEqual([]);
  });

  test('red: denied with what failed and where, and the goal stays active', async () => {
    const ran = await done({ config: { gateTurnEnd: false }, scripts: [CREATE, COMPLETE, say('Not done.')] });
    expect(ran.phases).toEqual(['active']);
    expect(ran.denials).toHaveLength(1);
    const [first, second, third] = ran.denials[0]?.split('\n') ?? [];
    expect(first).toBe('Error: Verification failed: the goal cannot be marked complete yet.');
    expect(second).toBe('`npm test` exit code 1, 1 failure:');
    expect(third).toMatch(/^ {2}adds \(math\.test\.js:5\)$/);
    expect(ran.denials[0]).toContain('-1 !== 5');
  });

  test('denied, fixed, accepted', async () => {
    const ran = await done({ scripts: [CREATE, COMPLETE, FIX, COMPLETE, say('All done.')] });
    expect(ran.denials).toHaveLength(1);
    expect(ran.phases).toEqual(['complete']);
    expect(ran.steers).toEqual([]);
  });

  test('happy path: not a word', async () => {
    const ran = await done({ scripts: [CREATE, FIX, COMPLETE, say('All done.')] });
    expect(ran.phases).toEqual(['complete']);
    expect([...ran.denials, ...ran.steers]).toEqual([]);
    expect(ran.stderr).toBe('');
    const seen = ran.exchanges.flatMap(({ seen }) => seen.map(({ text }) => text)).join('\n');
    expect(seen.toLowerCase()).not.toContain('verif');
  });

  test('no command was found: allowed by default', async () => {
    const ran = await done({ files: { 'note.txt': 'x\n' }, scripts: [CREATE, COMPLETE, say('Done.')] });
    expect(ran.phases).toEqual(['complete']);
    expect([...ran.denials, ...ran.steers]).toEqual([]);
  });

  test('no command was found: denied where the operator wants that, with both remedies', async () => {
    const ran = await done({ files: { 'note.txt': 'x\n' }, config: { onUndetected: 'deny' }, scripts: [CREATE, COMPLETE, say('Blocked.')] });
    expect(ran.phases).toEqual(['active']);
    expect(ran.denials[0]).toMatch(/`commands`/);
    expect(ran.denials[0]).toMatch(/test script in package\.json/);
    expect(ran.steers).toEqual([]);
  });

  test('a command that takes too long', async () => {
    const ran = await done({ config: { commands: ['sleep 20'], timeoutMs: 700, gateTurnEnd: false }, scripts: [CREATE, COMPLETE, say('Hm.')] });
    expect(ran.phases).toEqual(['active']);
    expect(ran.denials[0]).toContain('`sleep 20` timed out after 700 ms');
  });

  test('a command that is not there is no fault of the code', async () => {
    const command = 'definitely-not-a-real-command-xyz';
    const ran = await done({ config: { commands: [command] }, scripts: [CREATE, COMPLETE, { calls: [{ name: 'update_goal', args: { goal_id: '$goal_id', revision: '$revision', action: 'blocked', blocked_reason: 'the check cannot run' } }] }, say('Blocked.')] });
    expect(ran.phases).toEqual(['blocked']);
    expect(ran.denials[0]).toMatch(/^Error: Verification could not run/);
    expect(ran.denials[0]).toContain('exit code 127');
    expect(ran.denials[0]).toContain('`commands`');
    expect(ran.denials[0]).not.toMatch(/fix/i);
    expect(ran.stderr).toContain('`commands`');
    expect(ran.steers).toEqual([]);
  });

  test('from a program in code mode: gated, the program sees why', async () => {
    const code = "const { goal } = await tools.create_goal({ objective: 'x' });\ntry { await tools.update_goal({ goal_id: goal.id, revision: goal.revision, action: 'complete' }); return 'completed'; } catch (error) { return String(error.message); }";
    const ran = await done({ config: { gateTurnEnd: false }, env: { DSH_TOOLS_MODE: 'code' }, scripts: [{ calls: [{ name: 'run_code', args: { code, description: 'Finish' } }] }, say('Hm.')] });
    expect(ran.phases).toEqual(['active']);
    expect(ran.exchanges.flatMap(({ seen }) => seen.map(({ text }) => text)).join('\n')).toContain('`npm test` exit code 1');
  });

  test('a plugin that allows everything, and was there first, opens nothing', async () => {
    const ran = await done({ config: { gateTurnEnd: false }, before: [{ id: 'early-allow', name: EARLY }], scripts: [CREATE, COMPLETE, say('Hm.')] });
    expect(ran.phases).toEqual(['active']);
    expect(ran.denials[0]).toContain('`npm test` exit code 1');
  });

  test('nor does one that puts itself in front later: the guard asks for a pass', async () => {
    const ran = await done({ config: { gateTurnEnd: false }, after: [{ id: 'early-allow', name: EARLY, config: { prepend: true } }], scripts: [CREATE, COMPLETE, FIX, COMPLETE, say('Hm.')] });
    expect(ran.phases).toEqual(['active']);
    expect(ran.denials).toHaveLength(2);
    expect(ran.denials[0]).toContain('before it was verified');
  });

  test('a stale revision is left to the tool: nothing is run', async () => {
    const stale = { calls: [{ name: 'update_goal', args: { goal_id: '$goal_id', revision: 7, action: 'complete' } }] };
    const ran = await done({ config: { ...COUNTED, gateTurnEnd: false }, scripts: [CREATE, stale, say('Hm.')] });
    expect(ran.phases).toEqual(['active']);
    expect(ran.lines('runs')).toBe(0);
    expect(ran.denials).toEqual([]);
  });
});

describe.concurrent('the surface of the checks', () => {
  const EDITS = [
    ['skipped', "sed -i \"s/test('adds'/test.skip('adds'/\" math.test.js", 'integrity/test-skipped', '`adds`'],
    ['deleted', 'rm math.test.js', 'integrity/test-removed', '`adds`'],
    ['weakened', 'sed -i "s/assert.equal(add(2, 3), 5)/assert.ok(add)/" math.test.js', 'integrity/assertion-loosened', '`adds`'],
    ['expecting what the code gives', 'sed -i "s/add(2, 3), 5/add(2, 3), -1/" math.test.js', 'integrity/expected-changed', '`adds`'],
    ['replaced by nothing', "sed -i 's/node --test/exit 0/' package.json", 'integrity/command-changed', '`test` in package.json'],
  ] as const;

  // One harness for all of them: its start is what costs.
  test(`a test that is ${EDITS.map(([what]) => what).join(', ')}: denied with its name`, async () => {
    const tries = EDITS.flatMap(([, command]) => [bash(command), COMPLETE, bash('cp "$MARKS"/* .')]);
    const ran = await done({ config: { gateTurnEnd: false }, scripts: [CREATE, bash('cp math.test.js package.json "$MARKS"'), ...tries, say('Hm.')] });
    expect(ran.phases).toEqual(['active']);
    expect(ran.denials).toHaveLength(EDITS.length);
    for (const [at, [, , rule, named]] of EDITS.entries()) {
      expect(ran.denials[at]).toContain('The checks were weakened since the goal was created.');
      expect(ran.denials[at]).toContain(`[${rule}]`);
      expect(ran.denials[at]).toContain(named);
    }
  });

  test('a test that was added: accepted without a word', async () => {
    const add = bash("sed -i 's/a - b/a + b/' math.js && printf \"\\ntest('adds negatives', () => {\\n  assert.equal(add(-2, -3), -5);\\n});\\n\" >> math.test.js");
    const ran = await done({ scripts: [CREATE, add, COMPLETE, say('Done.')] });
    expect(ran.phases).toEqual(['complete']);
    expect([...ran.denials, ...ran.steers]).toEqual([]);
  });

  test('what was detected when the goal was created is what is run', async () => {
    const ran = await done({ config: { gateTurnEnd: false }, scripts: [CREATE, bash('rm package.json'), COMPLETE, say('Hm.')] });
    expect(ran.phases).toEqual(['active']);
    expect(ran.denials).toHaveLength(1);
  });
});

describe.concurrent('acceptance', () => {
  const plan = (boxes: string) => ({ ...RED_FILES, 'plan.md': `# Plan\n\n${boxes}` });

  test('an item that is not ticked: denied with its name; ticked: accepted', async () => {
    const ran = await done({
      files: plan('- [x] `add` adds\n- [ ] The sum of negatives is right\n'),
      config: { gateTurnEnd: false },
      scripts: [CREATE, FIX, COMPLETE, bash("sed -i 's/\\[ \\]/[x]/' plan.md"), COMPLETE, say('Done.')],
    });
    expect(ran.denials).toHaveLength(1);
    expect(ran.denials[0]).toContain('plan.md:4 The sum of negatives is right');
    expect(ran.phases).toEqual(['complete']);
    expect(ran.stderr).toContain('for a judge: The sum of negatives is right');
  });

  test('an item that is taken away is not done', async () => {
    const ran = await done({ files: plan('- [ ] The sum of negatives is right\n'), config: { gateTurnEnd: false }, scripts: [CREATE, FIX, bash("sed -i '/negatives/d' plan.md"), COMPLETE, say('Hm.')] });
    expect(ran.phases).toEqual(['active']);
    expect(ran.denials[0]).toContain('The sum of negatives is right');
  });

  test('a command of an item is run', async () => {
    const ran = await done({ files: plan('- [x] `node check.js` passes\n'), config: { gateTurnEnd: false }, scripts: [CREATE, FIX, COMPLETE, bash('echo "process.exit(0)" > check.js'), COMPLETE, say('Done.')] });
    expect(ran.denials).toHaveLength(1);
    expect(ran.denials[0]).toContain('`node check.js` exit code 1');
    expect(ran.phases).toEqual(['complete']);
  });
});
