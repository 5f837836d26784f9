import type { DiffFile, Rule } from '../../model/index.js';
import { clean } from './explain.js';
import { found } from './finding.js';
import { addedIn, fileName } from './lines.js';

const VENDORED = /(?:^|\/)(?:node_modules|site-packages|dist-packages|bower_components)\/|(?:^|\/)(?:vendor|third_party|vendored)\/|(?:^|\/)\.yarn\/(?:patches|releases|plugins|unplugged)\/|(?:^|\/)patches\/[^/]+\.patch$|(?:^|\/)\.pnp\.c?js$/;
const INSTALLED = /(?:^|\/)(?:node_modules|site-packages|dist-packages)\//;
const TOOL = /(?:jest|vitest|mocha|chai|ava|jasmine|expect|assert|playwright|cypress|eslint|typescript|pytest|unittest|_pytest|pluggy|mypy|ruff|coverage|rspec|minitest|rubocop|phpunit|phpstan|testify|ginkgo|gomega|go-cmp|junit|insta|istanbul|nyc|c8|test)/i;
const INSTALL = /^\s*"(?:pre|post)?install"\s*:\s*"|^\s*"prepare"\s*:\s*"(?!husky|lefthook|simple-git-hooks|npm run build|tsc|node-gyp)/;
const RUNS = /\.(?:exe|dll|so|dylib|node|class|jar|wasm|pyc|pyd|o|a|bin|com|msi|apk|elf)$|^[^.]+$/i;
const IMAGE = /\.(?:png|jpe?g|gif|webp|avif|ico|bmp|tiff?|svg|pdf|mp[34]|wav|ogg|webm|mov|ttf|otf|woff2?|eot|zip|gz|tgz|bz2|xz|7z|parquet|sqlite3?|db|npy|npz|pkl|onnx|psd|ai|sketch|docx?|xlsx?|pptx?|keystore|jks|p12|der|crt|key|gpg|mo|res|icns|heic|glb|fbx|blend|bag|snap|golden|lockb|traineddata|gguf|safetensors|pt|h5|mdb|swf|cur|raw|dat|data|proto|pb)$/i;

export const rule: Rule = {
  id: 'integrity/vendored-edited',
  docs: {
    title: 'Code of others was edited in place, or a binary came along',
    why: 'Nobody reviews what lies in `node_modules` or `vendor`, and a changed runner or matcher says what it likes.',
    fix: 'Take the edit away, and update the package through its manifest.',
    since: '0.1.0',
  },
  *check({ diff }) {
    const isUpdate = diff.files.some(({ role, path }) => role === 'lockfile' || /(?:^|\/)(?:go\.mod|modules\.txt|vendor\.json|Gopkg\.lock|composer\.lock|\.gitmodules)$/.test(path));
    for (const file of diff.files) {
      if (VENDORED.test(file.path) && !/(?:^|\/)(?:tests?|fixtures?|__fixtures__|testdata|examples?|spec|samples?)\//.test(file.path) && !(isUpdate && !INSTALLED.test(file.path)) && file.change !== 'deleted') {
        const isTool = INSTALLED.test(file.path) || TOOL.test(file.path);
        const isNew = file.change === 'added' && !INSTALLED.test(file.path) && !/\.patch$/.test(file.path);
        if (isNew && !isTool) continue;
        yield found(isTool && !isNew ? 'block' : 'warn', `Vendored code of others was edited in ${file.path}${isTool ? ', which tests or checks' : ''}, with no matching update of the package. Take the edit away, and update through the manifest`, [{ file, line: addedIn(file)[0]?.line ?? null }]);
        return;
      }
      const install = /(?:^|\/)package\.json$/.test(file.path) ? addedIn(file).find(({ line }) => INSTALL.test(line.text)) : undefined;
      if (install !== undefined && VENDORED.test(file.path)) yield found('block', `A vendored package runs a script when it is installed (${file.path}:${install.line.at}): \`${clean(install.line.text)}\`. Take it away`, [{ file, line: install.line }]);
    }
    const binary = diff.files.find(isProgram);
    if (binary !== undefined) yield found(isOnPath(binary) ? 'block' : 'warn', `A binary that can be executed was committed: ${binary.path} (${fileName(binary.path)}), and nobody can review it. Take it out, or build it from source`, [{ file: binary }]);
  },
};

/** No picture, no archive, no data: something that runs. */
function isProgram({ path, binary, change, newMode, role }: DiffFile): boolean {
  if (!binary || (change !== 'added' && change !== 'modified') || IMAGE.test(path) || role === 'data' || /fixtures?|testdata|samples?|examples?/i.test(path)) return false;
  return newMode === '100755' || RUNS.test(fileName(path));
}

const isOnPath = ({ path, newMode }: DiffFile): boolean => newMode === '100755' && /(?:^|\/)(?:bin|scripts|tools|ci|\.bin|hooks|\.husky)\//.test(path);
