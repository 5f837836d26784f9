import type { Recognizer } from '../../../model/index.js';
import { countsIn } from '../grammar/counts.js';
import { addTo, numberOf, openTable } from '../grammar/line-table.js';
import { sayTally } from '../grammar/totals.js';

// Printed by Gradle 4.4 (`:test FAILED`) and later (`> Task :test FAILED`).
const TASK = /^(?:> Task )?(?<task>:[\w:.-]{1,200}?)(?: (?<state>UP-TO-DATE|NO-SOURCE|SKIPPED|FROM-CACHE|FAILED|EXECUTED))?$/;
const TASK_GLUED = /^(?<task>:[\w:.-]{0,200}?[a-z])(?:WARNING: |\/\S{1,300}\.java:\d)/;
const COUNTS = /^(?<rest>\d{1,9} tests? completed(?:, \d{1,9} (?:failed|skipped)){0,2})$/;
const CASE = /^(?<suite>[\w.$]{1,300}(?: > [^>]{1,200}){0,4}) > (?<name>\S.{0,300}?) (?<word>PASSED|FAILED|SKIPPED)$/;
const PLACE = /^ {4}[\w.$]{1,300} at (?<file>[\w$.-]{1,200}\.\w{1,8}):(?<line>\d{1,7})$/;
const TEST_TASK = /(?:^|:)(?:test|check\w{0,40}Test|\w{1,60}Test)(?:Debug|Release)?(?:UnitTest)?$/;

export const recognizer: Recognizer = {
  tool: 'gradle',
  kind: 'build',
  docs: {
    title: 'Gradle',
    why: 'Reads the closing sentence, the counts of failed tests and the failed task; a test task without sources executes nothing',
    fix: 'Run the named task alone, with `--info`',
    since: '0.1.0',
  },
  marks: ['> Task :', 'BUILD SUCCESSFUL', 'BUILD FAILED', ' tests completed, ', ' test completed, ', 'FAILURE: Build ', ' actionable task', ':compile', ':test', ':classes', ' FAILED', ' PASSED', 'Deprecated Gradle features'],
  open: () =>
    openTable({
      isOpenRegion: true,
      unfinished: 'Gradle began and printed no closing sentence',
      rows: [
        {
          when: TASK, opens: true,
          say: ({ task = '', state }, out, memory) => {
            if (TEST_TASK.test(task) && !task.includes(':compile')) addTo(memory, state === 'NO-SOURCE' || state === 'SKIPPED' ? 'idle' : 'ran');
            if (state === 'FAILED') memory.notes.set('task', task);
            if (state === 'FAILED' && !memory.notes.has('named')) out.say({ kind: 'failure', name: task, file: null, line: null });
            if (state === 'SKIPPED' && TEST_TASK.test(task)) out.say({ kind: 'soft', what: 'skipped', amount: 1 });
          },
        },
        { when: TASK_GLUED, opens: true, say: ({ task = '' }, _out, memory, line) => {
          if (TEST_TASK.test(task)) addTo(memory, 'ran');
          return !line.includes('.java:');
        } },
        {
          when: COUNTS,
          say: ({ rest = '' }, out, { notes }) => {
            const counts = countsIn(rest);
            const all = numberOf(/^\d{1,9}/.exec(rest)?.[0]);
            notes.set('named', '1');
            sayTally(out, { passed: Math.max(0, all - counts.of('failed', 'skipped')), failed: counts.of('failed'), skipped: counts.of('skipped') });
          },
        },
        {
          when: CASE,
          say: ({ suite = '', name = '', word }, out, memory, line, at) => {
            if (word === 'PASSED') out.passed(`${suite} > ${name}`);
            else if (word === 'SKIPPED') out.say({ kind: 'soft', what: 'skipped', amount: 1 });
            else memory.notes.set('failure', `${suite} > ${name}`).set('text', line).set('at', String(at)).set('named', '1');
          },
        },
        {
          when: PLACE,
          say: ({ file = null, line }, out, { notes }) => {
            const name = notes.get('failure');
            if (name === undefined) return false;
            notes.delete('failure');
            out.say({ kind: 'failure', name, file, line: numberOf(line), text: notes.get('text') ?? name, from: Number(notes.get('at')) });
            return true;
          },
        },
        {
          when: /^BUILD SUCCESSFUL(?: in .{1,40})?$/, closes: true,
          say: (_groups, out, { sums, notes }) => {
            if (notes.has('named')) return;
            const isIdle = (sums.get('idle') ?? 0) > 0 && (sums.get('ran') ?? 0) === 0;
            out.say(isIdle ? { kind: 'no-tests' } : { kind: 'closed', ok: true });
          },
        },
        { when: /^BUILD FAILED(?: in .{1,40})?$/, closes: true, say: (_groups, out) => { out.say({ kind: 'closed', ok: false }); } },
        { when: /^FAILURE: Build (?:failed with an exception|completed with \d{1,6} failures)\.$/, say: (_groups, out, { notes }) => {
          notes.set('why', '1');
          out.say({ kind: 'closed', ok: false });
        } },
        { when: /^Deprecated Gradle features were used in this build/, say: (_groups, out) => { out.say({ kind: 'soft', what: 'deprecated', amount: 1 }); } },
        { when: /^\d{1,7} actionable tasks?: / },
        { when: /^(?: FAILED$|\* (?:What went wrong|Try|Exception is|Where|Get more help at):?|Execution failed for task |> (?:There were failing tests|Compilation failed|Process '|A failure occurred|Run with )|Run with --|Task '.{1,200}' not found in )/, say: (_groups, _out, { notes }, line) => notes.has('why') || line === ' FAILED' },
        { when: /^WARNING: (?:A terminally deprecated method|System::setSecurityManager|Please consider reporting this)/ },
      ],
      end(out, { notes }) {
        const name = notes.get('failure');
        if (name !== undefined) out.say({ kind: 'failure', name, file: null, line: null, text: notes.get('text') ?? name, from: Number(notes.get('at')) });
      },
    }),
};
