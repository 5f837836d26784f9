import type { DiffLine } from '../../model/index.js';
import { isMoved } from '../moved.js';
import { ANCHORS } from './anchors.js';
import { defineRisk } from './define-risk.js';
import { REQUEST } from './request.js';
import type { Sign } from './signs.js';
import { around, type Changed, type View, withStrings } from './view.js';

const OUT = 'no longer keeps a path inside its folder';

const SIGNS: readonly Sign[] = [
  // The checks that exist for nothing else, in every language
  { says: OUT, removed: /\bsecure_filename\(|\bfilepath\.(?:IsLocal|EvalSymlinks)\(|\bis_relative_to\(|\bsafe_join\(|\bsafeJoin\(|\bsafe_path\b|\bsanitize[-_]?[fF]ile_?[nN]ame|\b(?:isPathInside|is_?[pP]ath_?[iI]nside|isWithin|is_within|isSubPath|isSafePath|is_safe_path|assertInside|ensureInside|assertWithin|resolveWithin|resolveInside|isInside|validatePath|validate_path|checkPath|SecureJoin|securejoin|check_path|assert_path\w{0,10}|safePath|safeResolve|ensureSafePath|normalizeAndCheck|validateFilename|validate_filename)\s{0,2}\(|\bfilter\s{0,3}=\s{0,3}["'](?:data|tar)["']|\btoRealPath\(|\bgetCanonicalPath\(|\bcanonicalize\(|\brealpath\(|\bFile\.realpath\b|\bstandardizedFileURL\b|\bGetFullPath\(|\bexpand_path\b|\benclosed_name\(|\bos\.OpenRoot\(|\.openInRoot|\bos\.path\.commonpath\(|\bPath\.expand\(/, kept: /secure_filename|IsLocal|EvalSymlinks|is_relative_to|safe_?join|sanitize|isInside|inside|within|validate_?path|safe_?path|filter\s{0,3}=|toRealPath|getCanonicalPath|canonicalize|realpath|GetFullPath|expand_path|enclosed_name|OpenRoot|commonpath|securejoin|relative_to/i },
  { says: OUT, removed: /(?:includes|contains|indexOf|Contains|strstr|strchr|IndexOf|include\?|match|test|strpos|str_contains|find|HasPrefix|contains\?|in|=~)\W{1,6}(?:\w{1,30},\s{0,3})?(?:["'`/^\\]{0,3})\.\.|\bisAbsolute\(|["']\.\.["']\s{1,3}in\b|\.\.[/\\'"`]{1,3}[^\n]{0,10}(?:throw|return|raise|deny|abort|400|403)/, kept: /["'`/^\\]\.\.|isAbsolute|normalize|resolve|relative/, unless: /\b(?:import|require)\b.{0,40}\.\.\// },
  { says: OUT, removed: /\.(?:startsWith|startswith|start_with\?|StartsWith|hasPrefix|starts_with|HasPrefix)\(\s{0,3}(?:this\.)?(?:\w{0,30}(?:[rR]oot|[bB]ase|[dD]ir|[dD]irectory|[fF]older|[dD]est\w{0,10}|ROOT|DIR|BASE|UPLOADS?|[uU]ploads?)\w{0,20})\b|\b(?:strings\.HasPrefix|str_starts_with|strncmp|strpos)\(\s{0,3}\$?\w{1,30},\s{0,3}\$?(?:\w{0,20}(?:root|base|dir|folder|dest)\w{0,10})\b/i, kept: /starts_?with|HasPrefix|hasPrefix|start_with|str_starts|relative/i },
  { says: 'unpacks an archive wherever its entries point to', added: /\b(?:tar|tf|t|archive|tarfile\.open\([^)]{0,60}\))\.extractall\((?!.{0,80}filter\s{0,3}=)|\bfully_trusted\b|filter\s{0,3}=\s{0,3}lambda \w{1,10}, \w{1,10}: \w|preservePaths['"]?\s{0,3}:\s{0,3}true/, files: /\.(?:py|[cm]?[jt]s)$/ },
  { says: 'shows or serves files outside of the public folder', added: /\bexpress\.static\(\s{0,3}(?:['"](?:\/|\.|\.\.)['"]|__dirname\s{0,3}\)|process\.cwd\(\)\s{0,3}\))|\bdotfiles['"]?\s{0,3}:\s{0,3}['"]allow|\bautoindex on\b|\bOptions \+?Indexes\b|\bfollow_symlinks\s{0,3}=\s{0,3}True|\bFileServer\(http\.Dir\(\s{0,3}["'](?:\/|\.)["']|\bUseDirectoryBrowser\(|\ballow_dotfiles|\bserve-static\b.{0,40}dotfiles|\bstrict\s{0,3}:\s{0,3}false.{0,20}\bfs\b/ },
];
// Calls that reach a file by name.
const FILE_CALL = /\b(?:join|resolve|open|sendFile|send_file|send_from_directory|sendfile|readFile(?:Sync)?|readfile|readTextFile|writeFile(?:Sync)?|createReadStream|createWriteStream|unlink(?:Sync)?|rm(?:Sync)?|stat(?:Sync)?|ServeFile|ReadFile|OpenFile|Open|Create|Join|Combine|get|Paths\.get|Path\.of|File|FileReader|FileInputStream|FileResponse|FileSystemResource|file_get_contents|fopen|include(?:_once)?|require(?:_once)?|download|res\.download|read_to_string|NamedFile::open|PathBuf|Path|read_text|read|ReadAllText|ReadAllBytes|PhysicalFile|File\.(?:read|open|join|expand_path)|File\.(?:read!|open!)|Path\.join|contentsOfFile|appendingPathComponent|appending|static_file|render_file|storage_path|Storage::(?:get|download|disk)|push)\b\s{0,2}\(?/;
const PATH_CALL = /\b(?:path|filepath|Paths?|os\.path|fs|fsp|File|Files|FileUtils|IO|Storage|Bun|Deno)\b|\b(?:open|sendFile|send_file|sendfile|readfile|readFile(?:Sync)?|createReadStream|createWriteStream|file_get_contents|fopen|include|include_once|require_once|ServeFile|FileResponse|FileInputStream|NamedFile|PathBuf|FileReader|FileSystemResource|send_from_directory|download)\s{0,2}\(?/;
// Who starts a program may name any file.
const COMMAND_LINE = /\b(?:process\.argv|argv|sys\.argv|os\.Args)\b/g;
const REQUEST_PATH = /\b(?:req|request|r|ctx)\.(?:URL\.Path|path|url\.path\w{0,4}|originalUrl)\b|["'](?:path|url|file)["']/g;
const CLEANED = /\bbasename\b|secure_filename|\bbase_?name\(|filepath\.Base|Path\.GetFileName|getFileName\(|\.file_name\(|File\.basename|lastPathComponent|\bparseInt\(|\bNumber\(|\buuid|encodeURIComponent|\bint\(|IsLocal|safe_?join|sanitiz|params\.require|headers\b|allow(?:ed|list)|whitelist/i;
const BASENAME = /\b(?:path\.)?basename\(|\bos\.path\.basename\(|\bfilepath\.(?:Base|Clean)\(|\bpath\.(?:Base|Clean)\(|\bPath\.GetFileName\(|\bFile\.basename\(|\.getFileName\(|\.file_name\(|\bpath\.normalize\(|\bos\.path\.normpath\(|\.normalize\(\)|\bFilenameUtils\.getName\(|\blastPathComponent\b|\bPath\.basename\(|(?<![\w.])(?:sanitize|sanitise|clean|safe)(?:_?(?:name|path|file|segment|component)s?)?\(/i;
// A name, and what it is given.
const GIVEN = /^\s{0,60}(?:(?:const|let|var|val|final|auto|String|string)\s{1,3})?(\$?[A-Za-z_]\w{0,40})\s{0,3}:?=(?!=)\s{0,3}(\S.*)$/;
const FILE_CALL_ONLY = /\b(?:file|upload|files)\b.{0,20}\b(?:read|save)\b/i;
const CHOSEN = /in_array|includes\(|\bin\s|has\(|contains/i;
// What is looked up, matched or refused before it is used.
const KEPT_IN = /\b(?:includes|has|contains|indexOf|in_array|match(?:es)?|test|startsWith|startswith|starts_with|HasPrefix|isalnum|fullmatch|array_key_exists|isset|is_relative_to|relative)\b\s{0,2}\(|\b(?:not )?in\s+[A-Za-z_]|\.\.|=~/;
const NEAR = 8;
const NAME_GIVEN = /\b\w{0,30}(?:name|Name|file|File|path|Path|entry|Entry|slug|key|id|Id|header|Header)\b/;

/** A name that somebody else gave decides which file is read or written. */
export const rule = defineRisk({
  id: 'risk/path',
  area: 'file paths',
  docs: {
    title: 'A path may leave its folder',
    why: 'A name such as `../../etc/passwd` reaches files that nobody meant to serve or overwrite.',
    fix: 'Resolve the path and refuse it outside of the folder, or run a test with a name that holds `..`.',
    since: '0.1.0',
  },
  todo: 'Refuse paths outside of the folder, or run a test of path traversal with a name that holds `..`',
  cover: { words: /\b(?:travers\w*|dotdot|dot dot|zip ?slip|slip|symlinks?|basename|file ?names? (?:\w+ ){0,2}(?:refus|reject|sanitiz|clean)\w*|outside (?:of )?(?:the )?(?:root|folder|directory|base|dir|uploads?)|(?:leave|leaves|escape|escapes) (?:the )?(?:root|folder|directory|base|sandbox)|path (?:escape|injection|inclusion|containment)|file inclusion|lfi|absolute paths?|parent (?:folder|directory)|secure filename|unsafe (?:names?|paths?|entries)|(?:refuses?|rejects?|forbids?) (?:\w+ ){0,2}paths?)\b/ },
  anchor: ANCHORS.path,
  signs: SIGNS,
  *find(view, diff) {
    for (const change of view.anchored) {
      if (isMoved(change.line, diff)) continue;
      if (change.line.side === 'added' ? opensRequest(change, view) || opensGiven(change, view) : losesBasename(change, view)) yield { change, says: change.line.side === 'added' ? 'opens a file that a request names' : OUT };
    }
  },
});

/** `name = request.args["name"]` on an added line, and a file of that name is reached on the next ones. */
function opensGiven(change: Changed, { file }: View): boolean {
  const { line, group } = change;
  const given = (item: DiffLine) => GIVEN.exec(withStrings(item, file).slice(0, 400));
  const [, name, value = ''] = given(line) ?? [];
  if (name === undefined || !REQUEST.test(value.replace(COMMAND_LINE, ' ')) || CLEANED.test(value) || FILE_CALL_ONLY.test(value)) return false;
  if (group.removed.some((item) => { const [, other, old = ''] = given(item) ?? []; return other === name && REQUEST.test(old) && !CLEANED.test(old) && !CHOSEN.test(old); })) return false;
  const uses = new RegExp(`(?<![\\w.$])${name.replace('$', '\\$')}(?![\\w(])`);
  const below = around(change, 0, NEAR).map((item) => withStrings(item, file));
  const at = below.findIndex((text) => uses.test(text) && FILE_CALL.test(text) && (PATH_CALL.test(text) || (file.language === 'php' && /^\s*(?:require|include)\b/.test(text))) && !CLEANED.test(text) && !/\b(?:URL|url|https?|fetch|axios|redirect|router|requests)\b/.test(text));
  return at >= 0 && !below.slice(0, at + NEAR).some((text) => uses.test(text) && (CLEANED.test(text) || KEPT_IN.test(text)));
}

function opensRequest({ line, group }: Changed, { file }: View): boolean {
  // A request has a path of its own, which is no file.
  const opens = (text: string) => FILE_CALL.test(text.replace(REQUEST_PATH, ' ')) && PATH_CALL.test(text.replace(REQUEST_PATH, ' ')) && REQUEST.test(text.replace(COMMAND_LINE, ' ')) && !CLEANED.test(text) && !/\b(?:URL|url|http|fetch|axios|redirect|router|app)\b/.test(text.replace(REQUEST, ''));
  return opens(withStrings(line, file)) && !group.removed.some((item) => opens(withStrings(item, file)));
}

/** A name that was cut down to its last part is used as it comes. */
function losesBasename({ line, group }: Changed, { file }: View): boolean {
  if (!BASENAME.test(line.code) || group.added.length === 0 || group.added.some(({ code }) => BASENAME.test(code) || CLEANED.test(code))) return false;
  const given = withStrings(line, file);
  if (REQUEST.test(given)) return group.added.some((item) => REQUEST.test(withStrings(item, file)));
  if (!FILE_CALL.test(given.replace(BASENAME, ''))) return false;
  return group.added.some((item) => /["'`]\/["'`]\s{0,3}\+|\/\$\{/.test(withStrings(item, file)) || (PATH_CALL.test(item.code) && NAME_GIVEN.test(item.code) && FILE_CALL.test(item.code)));
}
