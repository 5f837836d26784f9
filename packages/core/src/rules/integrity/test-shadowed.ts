import type { Rule } from '../../model/index.js';
import { clean } from './explain.js';
import { found } from './finding.js';

export const rule: Rule = {
  id: 'integrity/test-shadowed',
  docs: {
    title: 'Two tests bear one name, and the later one hides the earlier',
    why: 'Where a name is defined twice the first definition is lost, so its checks never run.',
    fix: 'Give each test a name of its own.',
    since: '0.1.0',
  },
  *check({ tests }) {
    for (const { old, now } of tests.duplicates) {
      yield found('warn', `\`${clean(now.name)}\` is defined twice in ${now.file.path}: the definition in line ${now.line.at} shadows the test of the same name in line ${old.line.at}, which never runs. Rename one duplicate`, [{ file: now.file, line: now.line }, { file: old.file, line: old.line }]);
    }
  },
};
