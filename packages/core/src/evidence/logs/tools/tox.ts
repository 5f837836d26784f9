import type { Recognizer } from '../../../model/index.js';
import { openTable, sayClosed } from '../grammar/line-table.js';

// Printed by tox 3.28; tox 4 closes with `  congratulations :) (1.23 seconds)` or `  evaluation failed :(`.
export const recognizer: Recognizer = {
  tool: 'tox',
  kind: 'wrapper',
  docs: {
    title: 'tox',
    why: 'Its last lines say of each environment whether its commands succeeded, whatever they printed',
    fix: 'Run the named environment alone: `tox -e <env>`',
    since: '0.1.0',
  },
  marks: [' run-test: commands[', ': commands[', ' create: /', '  congratulations :)', ': commands failed', 'InvocationError for command', ': commands succeeded', ': exit 1 (', ' evaluation failed', ': FAIL ', ': OK ('],
  open: () =>
    openTable({
      isOpenRegion: true,
      unfinished: 'tox began and printed no summary',
      rows: [
        { when: /^[\w.-]{1,60} (?:create|recreate|installed|installdeps|inst|inst-nodeps|run-test-pre|run-test|sdist-make): \S/, opens: true },
        { when: /^[\w.-]{1,60}: (?:commands(?:_pre|_post)?\[\d{1,4}\]> |install_(?:deps|package)> )/, opens: true },
        { when: /^ {2}congratulations :\)/, closes: true, say: sayClosed(true) },
        { when: /^ERROR: {1,4}(?<env>[\w.-]{1,60}): (?:commands failed|.{0,200}(?:could not install|InvocationError|parallel child exit code [1-9]).{0,200})$/, say: ({ env = '' }, out) => { out.say({ kind: 'gate', name: `tox ${env}: commands failed` }); } },
        { when: /^ERROR: InvocationError for command / },
        { when: /^ {2}[\w.-]{1,60}: (?:commands succeeded|ignored failed command|skipped tests)/ },
        { when: /^ {2}evaluation failed :\(/, closes: true, say: sayClosed(false) },
        { when: /^ {2}(?<env>[\w.-]{1,60}): (?:FAIL|OK|SKIP)(?: code \d{1,5})? \(\d/ },
        { when: /^(?<env>[\w.-]{1,60}): exit [1-9]\d{0,4} \(/, say: ({ env = '' }, out) => { out.say({ kind: 'gate', name: `tox ${env}: commands failed` }); } },
        { when: /^_{20,60} summary _{20,60}$/, closes: true },
      ],
    }),
};
