import { isMoved } from '../moved.js';
import { ANCHORS } from './anchors.js';
import { defineRisk } from './define-risk.js';
import type { Sign } from './signs.js';
import { type Changed, type View, withStrings } from './view.js';

const SCRIPT = 'runs a script straight from the network';
const SOURCE = 'takes packages from another or an unprotected source';
const CHECKSUM = 'takes the check of a download away';
const SHELLS = String.raw`(?:sudo\s{1,3}(?:-\w{1,3}\s{1,3})?)?(?:env\s[^|;&]{0,40}\s)?(?:/bin/|/usr/bin/)?(?:ba|z|da|k)?sh|python[23]?|node|perl|ruby|php|pwsh|iex|deno`;

// Where an entry of a lock file says where it comes from: npm, yarn, pnpm, Cargo, Poetry.
const ENTRY = /(?:"resolved"|\bresolved|\bresolution|\bsource)"?\s{0,3}[:= ]/;

const SIGNS: readonly Sign[] = [
  { says: SCRIPT, uncoverable: true, added: new RegExp(String.raw`\b(?:curl|wget|fetch|http|aria2c)\s[^|;\n]{0,300}\|\s{0,3}(?:tee\s[^|]{0,40}\|\s{0,3})?(?:${SHELLS})\b|\b(?:ba|z|da)?sh\s{1,3}(?:-\w{1,4}\s{1,3})?["']?(?:<\(|\$\(|\x60)\s{0,3}(?:curl|wget)\b|\b(?:source|\.|eval)\s{1,3}["']?(?:<\(|\$\(|\x60)\s{0,3}(?:curl|wget)\b|\biex\s{0,3}[("(]{0,3}\s{0,3}(?:irm|iwr|curl|Invoke-\w{1,20}|\(?New-Object)|\b(?:irm|iwr|Invoke-RestMethod|Invoke-WebRequest)\b[^|\n]{0,200}\|\s{0,3}(?:iex|Invoke-Expression)|DownloadString\([^)]{0,200}\)\s{0,3}\|?\s{0,3}(?:iex|Invoke)`, 'i') },
  { says: SCRIPT, uncoverable: true, added: /\b(?:curl|wget)\b[^;&|\n]{0,200}(?:&&|;)\s{0,3}(?:chmod \+x [^;&]{1,80}(?:&&|;)\s{0,3})?(?:sudo\s)?(?:(?:ba)?sh\s{1,3}\S{1,60}\.sh|\.\/\S{1,60}\.sh|python3?\s{1,3}\S{1,60}\.py)\b|\bexec\(\s{0,3}(?:urllib\.request\.urlopen|requests\.get|urlopen)\(|\beval\(\s{0,3}(?:await\s)?\(?(?:await\s)?fetch\(/ },
  { says: SOURCE, added: /\bregistry\s{0,3}[=:]\s{0,3}["']?http:|--(?:extra-)?index-url[= ]["']?http:|\bextra-index-url\b|--extra-index-url\b|\btrusted-host\b|\bGO(?:NOSUMCHECK|NOSUMDB|INSECURE)\s{0,3}=\s{0,3}\S|\bGOSUMDB\s{0,3}=\s{0,3}["']?off|\bGOFLAGS\b.{0,20}-insecure|\bGOPROXY\s{0,3}=\s{0,3}["']?http:|["']secure-http["']\s{0,3}:\s{0,3}false|\[\s{0,3}trusted\s{0,3}=\s{0,3}yes|--allow-unauthenticated\b(?=.*(?:apt|install))|\bapt(?:-get)?\b[^\n]{0,120}--(?:allow-unauthenticated|force-yes|allow-insecure-repositories)|--nogpgcheck\b|\bgpgcheck\s{0,3}=\s{0,3}0|--no-gpg-check\w{0,2}\b|\brepo_gpgcheck\s{0,3}=\s{0,3}0|\bsource\s{1,3}['"]http:|\ballowInsecureProtocol\s{0,3}=?\s{0,3}\(?true|\bisAllowInsecureProtocol\s{0,3}=\s{0,3}true|<url>http:|\b(?:maven|url)\s{0,3}[({=]?\s{0,3}(?:uri\()?["']http:\/\/(?!localhost|127\.)|\bunsafe-perm\s{0,3}=\s{0,3}true|\bNPM_CONFIG_REGISTRY\W{1,4}http:|\bnpmRegistryServer:\s{0,3}["']?http:|\bPIP_(?:EXTRA_)?INDEX_URL\W{1,4}http:|\bpnpm(?:Registry)?\b.{0,20}http:|\bunsafeHttpWhitelist\b|\binsecure-registr\w{1,10}\b/i, unless: /xmlns|schemaLocation|localhost|127\.0\.0\.1/ },
  { says: 'lets packages run scripts while they are installed', added: /\bignore-?_?scripts\s{0,3}[=:]\s{0,3}["']?(?:false|no|0)|\benableScripts\s{0,3}:\s{0,3}true|\bdangerouslyAllowAllBuilds\s{0,3}[:=]\s{0,3}true|--unsafe-perm\b|\bneverBuiltDependencies\s{0,3}:\s{0,3}\[\s{0,3}\]|\benablePrePostScripts\s{0,3}:\s{0,3}true/i },
  { says: 'lets packages run scripts while they are installed', removed: /\bignore-?_?scripts\s{0,3}[=:]\s{0,3}["']?(?:true|yes|1)|--ignore-scripts\b|\benableScripts\s{0,3}:\s{0,3}false/i, kept: /ignore-?_?scripts\b(?!\s{0,3}[=:]\s{0,3}["']?(?:false|no|0))|enableScripts\s{0,3}:\s{0,3}false/i },
  { says: CHECKSUM, removed: /\b(?:sha(?:1|224|256|384|512)sum|shasum|md5sum|b2sum)\b[^\n]{0,80}(?:\s-c\b|--check|--status)|--hash[= ]sha256:|--require-hashes\b|\bgpgv?\b[^\n]{0,60}--verify|\bcosign verify|\bslsa-verifier\b|\bminisign -V|\bgh attestation verify|\bnpm audit signatures\b|Get-FileHash|\bhashlib\.sha\w{1,6}\([^\n]{0,60}!=|\bsha256\s{0,3}[=:]\s{0,3}["'][0-9a-f]{64}|\bchecksum\s{0,3}[=:]\s{0,3}["'](?:sha256:)?[0-9a-f]{64}|\bintegrity\s{0,3}=\s{0,3}["']sha(?:256|384|512)-|\bverify_checksum\b|\bverifyChecksum\(|\bcheckIntegrity\(/i, kept: /sha(?:1|224|256|384|512)sum|shasum|--hash|require-hashes|--verify|cosign|attestation|Get-FileHash|sha256|checksum|integrity|sha384|sha512/i },
  { says: CHECKSUM, removed: /\b(?:npm ci|yarn install[^\n]{0,40}--(?:immutable|frozen-lockfile)|pnpm (?:i|install)[^\n]{0,40}--frozen-lockfile|--frozen-lockfile|--immutable\b|cargo \w{1,10}[^\n]{0,60}--locked|--locked\b|uv sync[^\n]{0,40}--(?:frozen|locked)|poetry install[^\n]{0,40}--sync|bundle (?:config set )?(?:--local )?(?:deployment|frozen))\b/, kept: /npm ci|--immutable|--frozen|--locked|deployment|frozen/, effect: 'warn' },
  { says: 'takes a pinned image without its digest', removed: /\bFROM\s[^\n]{1,120}@sha256:[0-9a-f]{64}|\bimage\s{0,3}:\s{0,3}["']?[^\s"']{1,120}@sha256:[0-9a-f]{64}/, kept: /@sha256:/ },
  { says: 'runs foreign code while a package is built or installed', added: /\bcmdclass\s{0,3}=|\b(?:os\.system|subprocess\.\w{1,12}|urlopen|urlretrieve|requests\.get)\(/, files: /(?:^|\/)setup\.py$/ },
  { says: 'runs foreign code while a package is built or installed', added: /\b(?:Command::new\(\s{0,3}"(?:curl|wget|sh|bash)|reqwest::|ureq::)/, files: /(?:^|\/)build\.rs$/ },
];
const PINNED = /\buses\s{0,3}:\s{0,3}["']?([\w.-]{1,60}\/[\w./-]{1,100})@[0-9a-f]{40}\b/;
const USES = /\buses\s{0,3}:\s{0,3}["']?([\w.-]{1,60}\/[\w./-]{1,100})@([\w.-]{1,80})/;
const BRANCH = /^(?:main|master|develop|dev|latest|HEAD|trunk)$/;
const HOOK = /^\s{0,20}"(preinstall|install|postinstall|prepublish|preprepare|postprepare)"\s{0,3}:\s{0,3}"((?:[^"\\]|\\.){0,400})"/;
// Tools whose documented set-up is an install hook.
const KNOWN_HOOK = /^(?:npx (?:--yes |-y )?)?(?:husky(?: install)?|patch-package|prisma generate|nuxt prepare|nuxi prepare|svelte-kit sync|ngcc.{0,60}|electron-builder install-app-deps|lerna bootstrap|lefthook install|simple-git-hooks|only-allow (?:pnpm|yarn|npm)|is-ci.{0,40}|pnpm (?:build|-r build|run build)|npm run build|yarn build|tsc|node-gyp(?:-build| rebuild)|prebuild-install.{0,60}|fumadocs-mdx|wxt prepare|astro sync|panda codegen|velite|contentlayer build|expo-yarn-workspaces.{0,40}|skip-postinstall|opencollective-postinstall|pinst .{0,20}|ts-patch install.{0,10})(?:\s{0,3}\|\|.{0,30})?$/;
const MANIFEST = /(?:^|\/)(?:package\.json|composer\.json|requirements[\w.-]{0,40}\.(?:txt|in)|pyproject\.toml|Pipfile|Cargo\.toml|Gemfile|go\.mod|pubspec\.yaml|mix\.exs|Package\.swift|deno\.json|bower\.json)$/;
const GIT_SOURCE = /^\s{0,20}"(?:@[\w.-]{1,60}\/)?[\w.-]{1,80}"\s{0,3}:\s{0,3}"(?:git\+|git:|git@|github:|gitlab:|bitbucket:|http:\/\/|https:\/\/[^"]{1,200}(?:\.tgz|\.tar\.gz|\.git)\b|[\w-]{1,40}\/[\w.-]{1,60}(?:#[\w./-]{1,60})?"\s{0,3},?\s{0,3}$)|^\s{0,8}(?:-e\s{1,3})?(?:[\w.[\]-]{1,80}\s{0,3}@\s{0,3})?(?:git\+|https?:\/\/)\S{1,300}|\bgit\s{0,3}(?:=|:|=>)\s{0,3}["'](?:https?|git|ssh):|\bgithub:\s{0,3}["']|^\s{0,8}(?:replace\s)?\S{1,120}(?:\sv\S{1,40})?\s{0,3}=>\s{0,3}(?!\.{0,2}\/)\S{1,120}\.\S{1,120}\sv|\.package\([^)]{0,120}branch:/;
const NOT_A_DEPENDENCY = /"(?:url|homepage|repository|bugs|author|funding|\$schema|type|license|email|web|resolved|registry|directory|documentation|source|issues|support|main|module|types|browser|bin|files|name|version)"\s{0,3}:|^\s{0,8}(?:repository|homepage|documentation|url|readme|issues|source)\s{0,3}=|--index-url|^\s{0,8}#/i;
const FLOATING = /^\s{0,20}"(?:@[\w.-]{1,60}\/)?[\w.-]{1,80}"\s{0,3}:\s{0,3}"(?:\*|latest|x|>=\s?0(?:\.0)*|next)"/;
const RESOLVED = /"?resolved"?:?\s{1,3}"?(https?:\/\/[^/"'\s]{1,120})/;
const KNOWN_HOSTS = /^https:\/\/(?:registry\.npmjs\.org|registry\.yarnpkg\.com|npm\.pkg\.github\.com|codeload\.github\.com|registry\.npmmirror\.com)$/;
const INTEGRITY = /"?integrity"?:?\s{1,3}"?sha\d{3}-/;

/** What is downloaded, installed and run on the way to a build. */
export const rule = defineRisk({
  id: 'risk/supplychain',
  area: 'supply chain',
  docs: {
    title: 'Foreign code gets in without a check',
    why: 'Whoever controls the source of a script or a package then controls the build and every machine that installs it.',
    fix: 'Pin a version with its checksum, take it from the usual registry, and do not run scripts from the network.',
    since: '0.1.0',
  },
  todo: 'Pin a version with its checksum and take it from the usual registry, or run a check of the dependencies',
  cover: { words: /\b(?:supply chain|lock ?files?|integrity|checksums?|sha ?256|dependenc\w+|registry|post ?install|pre ?install|install (?:scripts?|hooks?)|pinn?ed|pins|provenance|signatures?|digests?|audit\w*|scripts? (?:\w+ ){0,2}download\w*|packages?)\b/ },
  anchor: ANCHORS.supplychain,
  alsoRoles: ['lockfile'],
  signs: SIGNS,
  *find(view, diff) {
    for (const change of view.anchored) {
      if (change.line.side !== 'added' || isMoved(change.line, diff)) continue;
      const says = sayOf(change, view);
      if (says !== null) yield { change, says };
    }
    const lost = view.file.role === 'lockfile' ? lostIntegrity(view) : undefined;
    if (lost) yield { change: lost, says: CHECKSUM };
  },
});

function sayOf(change: Changed, { file }: View): string | null {
  const { group } = change;
  const text = withStrings(change.line, file);
  const before = group.removed.map((line) => line.text);
  if (file.role === 'lockfile') {
    const host = RESOLVED.exec(text)?.[1];
    return host !== undefined && !KNOWN_HOSTS.test(host) && before.some((line) => RESOLVED.test(line) && !line.includes(`${host}/`)) ? SOURCE : null;
  }
  const [, action, ref] = USES.exec(text) ?? [];
  if (action !== undefined && ref !== undefined && !/^[0-9a-f]{40}$/.test(ref)) {
    if (before.some((line) => PINNED.exec(line)?.[1] === action)) return 'takes an action by a name that can move, not by its commit';
    if (BRANCH.test(ref) && before.some((line) => PINNED.test(line) || (USES.exec(line)?.[1] === action && !line.includes(`@${ref}`)))) return 'takes an action from a branch';
  }
  const [, hook, command] = /package\.json$/.test(file.path) ? (HOOK.exec(text) ?? []) : [];
  if (hook !== undefined && command !== undefined && command !== '' && !KNOWN_HOOK.test(command.trim())) return `adds an install script (${hook}) that runs on every machine`;
  if (!MANIFEST.test(file.path) || NOT_A_DEPENDENCY.test(text)) return null;
  if (GIT_SOURCE.test(text) && !before.some((line) => GIT_SOURCE.test(line))) return SOURCE;
  return FLOATING.test(text) && /package\.json$/.test(file.path) && before.some((line) => /\d/.test(line) && line.split(':')[0] === text.split(':')[0]) ? 'takes whatever version is newest' : null;
}

/** Entries of a lock file lost their integrity while their version stayed or changed. */
// An entry that goes as a whole takes its check along; one that stays, or comes without, has lost it.
function lostIntegrity({ changed }: View): Changed | undefined {
  return changed.find((change) => {
    const { line, group, index } = change;
    if (line.side !== 'removed' || !INTEGRITY.test(line.text)) return false;
    const checks = group.added.filter(({ text }) => INTEGRITY.test(text)).length;
    if (checks >= group.removed.filter(({ text }) => INTEGRITY.test(text)).length) return false;
    return group.hunk.lines[index - 1]?.side === 'context' || group.added.filter(({ text }) => ENTRY.test(text)).length > checks;
  });
}
