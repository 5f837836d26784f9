import type { Recognizer } from '../../../model/index.js';
import { openTable, sayClosed } from '../grammar/line-table.js';

// BuildKit's plain and terminal progress, the builder before it, docker compose build. What a step prints is read by the tools it runs.
const FAILED = /^(?:ERROR: |target \S{1,80}: |failed to build: |Error response from daemon: )?(?<what>failed to (?:solve|build|compute cache key)(?:: |\b).{1,500})$/;
const STEP_FAILED = /^#\d{1,5} ERROR: (?<what>.{1,500})$/;
const OLD_FAILED = /^(?:ERROR: Service '.{1,80}' failed to build ?: )?(?<what>The command '.{1,400}' returned a non-zero code: [1-9]\d{0,4}|COPY failed: .{1,300}|Build failed)$/;
const EXPORTED = /^#\d{1,5} (?:naming to \S{1,300}|writing image sha256:\w{1,64}|exporting manifest list sha256:\w{1,64})(?: [\d.]{1,8}s)? done$/;
const AMBIENT = /^(?:#\d{1,5} (?:\[|(?:DONE|CACHED|CANCELED)\b|(?:transferring|exporting|resolve|sha256:|extracting|writing|naming|building with|preparing|unpacking|merging|sending) ?)|Step \d{1,4}\/\d{1,4} : [A-Z]+ ? ?| ---> (?:Using cache|Running in [0-9a-f]{6,64}|[0-9a-f]{6,64})$|Removing intermediate container [0-9a-f]{6,64}$|Sending build context to Docker daemon )/;

export const recognizer: Recognizer = {
  tool: 'docker-build',
  kind: 'build',
  docs: {
    title: 'docker build and compose build',
    why: 'A step that left with a status other than 0 is red whatever it printed; the exported image is the closing statement',
    fix: 'Run with `--progress=plain`, so that the whole output of each step is printed',
    since: '0.1.0',
  },
  marks: ['failed to solve', '#1 [internal] ', '" did not complete successfully: exit code: ', "' returned a non-zero code: ", 'Step 1/', 'Successfully built ', 'load build definition from ', ' naming to ', "' failed to build", 'Sending build context to Docker', '[+] Building '],
  open: () =>
    openTable({
      rows: [
        { when: STEP_FAILED, say: ({ what = '' }, out) => { out.say({ kind: 'gate', name: what }); } },
        { when: FAILED, say: ({ what = '' }, out) => { out.say({ kind: 'gate', name: what.replace(/^failed to solve: /, '') }); } },
        { when: OLD_FAILED, say: ({ what = '' }, out) => { out.say({ kind: 'gate', name: what }); } },
        { when: /^ => ERROR (?<what>\[.{1,300}?)(?: {2,}[\d.]{1,8}s)?$/, say: ({ what = '' }, out) => { out.say({ kind: 'gate', name: what }); } },
        { when: EXPORTED, say: sayClosed(true) },
        { when: /^Successfully built [0-9a-f]{6,64}$/, say: sayClosed(true) },
        { when: /^\[\+\] Building [\d.]{1,8}s \(\d{1,5}\/\d{1,5}\)(?<end> FINISHED)?(?: .{0,80})?$/, say: ({ end }, out) => { if (end !== undefined) out.say({ kind: 'closed', ok: true }); } },
        { when: /^Successfully tagged \S/ },
        { when: AMBIENT },
        { when: /^ => (?:=> |CACHED |CANCELED |\[|exporting |transferring |naming )/ },
      ],
    }),
};
