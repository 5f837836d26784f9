#!/usr/bin/env node
// What the gate does, on the real harness and without a key: the model plays a script, and everything else is as it is.
//   node demo/run-demo.mjs
// First the control with the gate off, then the same workspace with the gate on. Prints what model and harness said to each other.
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { installedHarness, runDsh } from './harness.mjs';
import { startModel } from './model.mjs';

const TASK = 'Make capitalize() right, by plan.md';
const create = { calls: [{ name: 'create_goal', args: { objective: 'capitalize() is right, by plan.md' } }] };
const stamp = { calls: [{ name: 'update_goal', args: { goal_id: '$goal_id', revision: '$revision', action: 'complete' } }] };
const bash = (command) => ({ calls: [{ name: 'bash', args: { command, description: 'Work on it' } }] });
const say = (text) => ({ text });
/** Of a longer message this many lines are shown. */
const SHOWN = 5;

const RUNS = [
  { title: 'Control: the gate is off, the test is red', isOff: true, script: [create, stamp, say('All done.')] },
  {
    title: 'The gate is on',
    isOff: false,
    script: [
      create, stamp,
      bash("sed -i \"s/test('a word/test.skip('a word/\" words.test.js"), stamp,
      bash("sed -i \"s/test.skip('a word/test('a word/\" words.test.js && sed -i 's/charAt(0) +/charAt(0).toUpperCase() +/' words.js"), stamp,
      bash("sed -i 's/\\[ \\]/[x]/' plan.md"), stamp,
      say('All done.'),
    ],
  },
];

const harness = await installedHarness((text) => { console.error(text); });
const root = mkdtempSync(path.join(tmpdir(), 'verifier-demo-'));
try {
  const home = path.join(root, 'home');
  mkdirSync(home);
  const added = await runDsh(harness, ['plugin', '--profile', 'headless', 'add', path.resolve(import.meta.dirname, '..')], { cwd: root, home });
  if (added.code !== 0) throw new Error(`the plugin could not be added: ${added.stdout}${added.stderr}`);
  for (const [index, run] of RUNS.entries()) await show(run, path.join(root, `workspace-${index}`), home);
} finally {
  rmSync(root, { recursive: true, force: true, maxRetries: 3 });
}

async function show({ title, isOff, script }, workspace, home) {
  cpSync(path.join(import.meta.dirname, 'workspace'), workspace, { recursive: true });
  writeFileSync(path.join(home, 'profiles/headless/cordis.patch.yml'), isOff ? '- id: verifier\n  disabled: true\n' : '[]\n');
  const model = await startModel({ '': script });
  console.log(`== ${title}`);
  try {
    const { code, stderr } = await runDsh(harness, ['--profile', 'headless', TASK], { cwd: workspace, home, model: model.url });
    if (code !== 0) throw new Error(`dsh ended with ${code}: ${stderr}`);
    let goal = '';
    for (const { seen, step } of model.exchanges.filter(({ seen: texts }) => texts.some(({ text }) => !text.startsWith('Generate the session title')))) {
      for (const { role, text } of seen) {
        goal = /"phase":"(\w+)"/.exec(text)?.[1] ?? goal;
        if (!text.startsWith('Current runtime context')) console.log(`${role === 'tool' ? 'harness' : 'person'}: ${shortened(text)}`);
      }
      console.log(`model: ${toldBy(step)}`);
    }
    console.log(`=> the goal is ${goal}\n`);
  } finally {
    await model.close();
  }
}

function shortened(text) {
  const lines = text.trim().replace(/"id":"[^"]+"/, '"id":"…"').replace(/,"roundsStarted".*?\}/, '}').split('\n').filter((line) => line.trim() !== '');
  return lines.length <= SHOWN ? lines.join('\n         ') : [...lines.slice(0, SHOWN), '…'].join('\n         ');
}

function toldBy({ text, calls = [] }) {
  return text ?? calls.map(({ name, args }) => (name === 'bash' ? `$ ${args.command}` : `${name} ${args.action ?? args.objective}`)).join('\n       ');
}
