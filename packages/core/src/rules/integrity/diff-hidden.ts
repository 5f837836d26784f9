import type { DiffFile, DiffModel, Rule } from '../../model/index.js';
import { clean } from './explain.js';
import { found } from './finding.js';
import { addedIn, type At, fileName, isMoved } from './lines.js';

const HIDES = /\s(?:-diff|binary|linguist-generated(?:=true)?|linguist-vendored(?:=true)?|merge=ours|-text\s+-diff|diff=(?:none|nodiff)|export-ignore)(?=\s|$)/;
const HARMLESS = /\.(?:png|jpe?g|gif|webp|ico|bmp|tiff?|svg|pdf|zip|gz|tgz|jar|woff2?|ttf|eot|otf|mp[34]|wav|ogg|webm|exe|dll|so|dylib|a|lib|bin|wasm|psd|ai|docx?|xlsx?|pptx?|db|sqlite3?|lock|lockb|sum|snap|map|min\.\w+|pb\.\w+|pbxproj|csv|parquet|npy|onnx|keystore|jks|p12|ipynb|cast|fbx|glb|uasset)\b|lock\.(?:json|ya?ml)|package-lock|pnpm-lock|generated|_pb2|\bdist\b|\bvendor|third_party|node_modules|(?:^|\/)(?:docs?|assets|images|static|public|fixtures?|testdata|examples?|\.yarn|\.github|gen)(?:\/|$)|\.(?:g|gen|freezed)\.\w+/i;

export const rule: Rule = {
  id: 'integrity/diff-hidden',
  docs: {
    title: 'Files are kept out of diffs or of the repository',
    why: 'A change that the diff does not show, or a test that git does not hold, is seen by no reviewer.',
    fix: 'Take the attribute or the pattern away.',
    since: '0.1.0',
  },
  *check({ diff }) {
    for (const file of diff.files) {
      const name = fileName(file.path);
      const hit = name === '.gitattributes' ? attributeIn(file, diff) : name === '.gitignore' || /\.git\/info\/exclude$/.test(file.path) ? ignoredIn(file, diff) : null;
      if (hit === null) continue;
      yield found(hit.isSoft ? 'warn' : 'block', `${file.path}:${hit.at.line.at} hides ${hit.what} from diffs and review (gitattributes, gitignore): \`${clean(hit.at.line.text, 80)}\`. Take it away`, [{ file, line: hit.at.line }]);
    }
  },
};

interface Hit {
  readonly at: At;
  readonly what: string;
  readonly isSoft: boolean;
}

function attributeIn(file: DiffFile, diff: DiffModel): Hit | null {
  for (const at of addedIn(file)) {
    const text = at.line.text.trim();
    const match = HIDES.exec(` ${text} `);
    const pattern = text.split(/\s+/)[0] ?? '';
    if (match === null || text.startsWith('#') || isMoved(at, diff) || /export-ignore/.test(match[0])) continue;
    if (HARMLESS.test(pattern) && !isInChange(pattern, diff)) continue;
    const isCode = /\.(?:[cm]?[jt]sx?|py|go|rs|java|kt|rb|php|cs|cpp|c|h|swift|sh|ya?ml|json|toml|md)\b|test|spec|src|lib|^\*{1,2}(?:\/\*)?$/i.test(pattern);
    return { at, what: `\`${clean(pattern, 50)}\``, isSoft: !isCode && !isInChange(pattern, diff) };
  }
  return null;
}

function ignoredIn(file: DiffFile, diff: DiffModel): Hit | null {
  const at = addedIn(file).find(({ line }) => /(?:^|\/)(?:tests?|specs?|__tests__)\/?(?:\*{1,2})?$|\.(?:test|spec)\.|_test\.\w+$|(?:^|\/)test_[\w*]+\.py$|\*?Tests?\.(?:java|kt|cs|php)$/.test(line.text.trim()) && !/^[#!]/.test(line.text.trim()) && !/output|results?|report|coverage|tmp|cache|dist|build|\.\w*cache/i.test(line.text));
  return at === undefined || isMoved(at, diff) ? null : { at, what: 'tests', isSoft: false };
}

/** The pattern speaks of a source file of this very change. */
function isInChange(pattern: string, diff: DiffModel): boolean {
  const fixed = pattern.replace(/^\//, '').replace(/\*.*$/, '');
  return fixed.length > 3 && diff.files.some(({ path, role }) => (role === 'source' || role === 'test') && path.startsWith(fixed));
}
