import type { DiffFile, Rule } from '../../model/index.js';
import { clean } from './explain.js';
import { found } from './finding.js';
import { addedIn, type At, isComment, isMoved, removedIn } from './lines.js';

const PLACE = /["'`](?:[^"'`\n]{0,120}[/\\])?(?:__tests__|__snapshots__|__fixtures__|tests?[/\\](?:fixtures?|data|expected|golden)|fixtures?|testdata|test-data|test_data|golden(?:s|_?files)?|expected(?:[_-]?(?:output|results?|values?))?|specs?[/\\]fixtures?|cassettes)(?:[/\\][^"'`\n]{0,120}|\.(?:json|txt|ya?ml|csv|golden|out|snap))["'`]|["'`][^"'`\n]{1,120}\.(?:snap|golden|approved\.txt|expected|ambr)["'`]|["'`](?:\.{1,2}[/\\])+(?:tests?|spec|__tests__)[/\\][^"'`\n]{1,120}\.(?:json|txt|ya?ml|csv|golden|out|snap|xml)["'`]|\b(?:join|Join|resolve|path)\s*\([^)\n]{0,120}["'](?:testdata|fixtures?|__tests__|__snapshots__|golden|expected)["']/;
const READS = /\b(?:import|require|from|open|readFile\w*|read_text|read_bytes|ReadFile|ReadAll\w*|read_to_string|include_str!|include_bytes!|include|File\.(?:read|open|readlines|join)|file_get_contents|Files\.(?:read\w*|lines)|getResource\w*|Path\w*|load\w*|embed|glob|createReadStream|fetch|join|resolve|Open|IO\.read|YAML\.load_file|JSON\.parse|json\.load)\b|\/\/go:embed/;

export const rule: Rule = {
  id: 'integrity/expected-read',
  docs: {
    title: 'Product code reads what its tests expect',
    why: 'The answer is copied from the key, so the tests are green and the code can do nothing.',
    fix: 'Compute the answer, and leave the fixtures to the tests.',
    since: '0.1.0',
  },
  *check({ diff }) {
    for (const file of diff.files) {
      if (!isProduct(file)) continue;
      const at = addedIn(file).find((one) => isRead(one) && !isMoved(one, diff));
      if (at === undefined || removedIn(file).some(({ line }) => PLACE.test(line.text))) continue;
      yield found('block', `Product code in ${file.path}:${at.line.at} reads the expected output of tests (a fixture, snapshot or golden file): \`${clean(at.line.text, 80)}\`. Compute the answer instead`, [{ file, line: at.line }]);
    }
  },
};

const isProduct = ({ role, path }: DiffFile): boolean => role === 'source' && !/(?:^|\/)(?<!\b(?:com|org|net|io|dev)\/)(?:tests?|testing|spec|specs|e2e|scripts?|tools?|bin|cmd|evals?|examples?|demo|dev|seeds?|benchmarks?|internal\/test\w*|test-?utils?|test-?helpers?|storybook|docs|fixtures?|__mocks__)\/|(?:config|setup|conf|seed|demo|fixture|mock|testing|test_?util\w*|helpers?|stories|bench\w*|gulpfile|rakefile|build|generate\w*|codegen)\.\w+$|(?:^|\/)[\w.-]*(?:config|test|seed|demo|fixture|mock|bench)[\w.-]*\.\w+$/i.test(path);

const isRead = ({ line }: At): boolean => line.text.length < 1_000 && PLACE.test(line.text) && !/^\s*import\b.*\bfrom\s*["'][^"']*\.(?:[cm]?[jt]sx?)["']/.test(line.text) && READS.test(line.text) && !isComment(line) && (line.code === line.text || line.code.trim() !== '');
