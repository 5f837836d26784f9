import { ANCHORS } from './anchors.js';
import { defineRisk } from './define-risk.js';
import type { Sign } from './signs.js';
import { around, type Changed, type View, withStrings } from './view.js';

const EVERYONE = 'lets everybody read or write it';
const ROOT = 'gives a process rights over its host';
const WIDE = 'grants more than one role needs';
const PUBLIC = 'opens a resource to the public';

const SIGNS: readonly Sign[] = [
  { says: EVERYONE, added: /\bchmod\b(?:\s{1,3}-{1,2}[\w-]{1,20}){0,3}\s{1,3}(?:[0-7]?[0-7][0-7][2367]|(?:a|o|ugo|go)?\+r?wx?|[ugoa]*o[ugoa]*\+\w*w\w*|[ug]\+s|[2467][0-7]{3})\b|\b(?:chmod|fchmod|chmodSync|Chmod|setPermissions|lchmod|set_mode|from_mode|mkdir|makedirs|mkdirSync|Mkdir|MkdirAll|umask|mode|perms?|permissions?|WriteFile|writeFile(?:Sync)?|OpenFile|open|file_mode|directory_mode|defaultMode)\b[^;\n]{0,120}?\b0?o?777\b|\bS_IRWXO\b|\bS_IWOTH\b|['"]?rwxrwxrwx|\bumask\s{1,3}0{1,4}\b|\b[uU]mask\(\s{0,3}0{1,4}o?0{0,4}\s{0,3}\)|\bset(?:Readable|Writable|Executable)\(\s{0,3}true,\s{0,3}false|\bMODE_WORLD_(?:READABLE|WRITEABLE)\b|\bEveryone\b.{0,40}(?:FullControl|:F\b|\(F\))|FullControl.{0,60}\bEveryone\b|\bmode\s{0,3}[:=]\s{0,3}["']?0?o?[0-7]?777\b/, on: 'strings' },
  { says: ROOT, added: /\bNOPASSWD\b|\bsetcap\b|--privileged\b|\bprivileged['"]?\s{0,3}[:=]\s{0,3}["']?true|\bhost(?:Network|PID|IPC)['"]?\s{0,3}[:=]\s{0,3}true|\ballowPrivilegeEscalation['"]?\s{0,3}[:=]\s{0,3}true|\brunAsNonRoot['"]?\s{0,3}[:=]\s{0,3}false|\brunAsUser['"]?\s{0,3}[:=]\s{0,3}0\b|\breadOnlyRootFilesystem['"]?\s{0,3}[:=]\s{0,3}false|^\s{0,40}-\s{0,3}["']?(?:ALL|SYS_ADMIN|SYS_PTRACE|NET_ADMIN|SYS_MODULE)["']?\s{0,3}$|--cap-add[= ](?:ALL|SYS_ADMIN|SYS_PTRACE|NET_ADMIN)|\badd['"]?\s{0,3}[:=]\s{0,3}\[\s{0,3}["']?(?:ALL|SYS_ADMIN|NET_ADMIN)|\bnetwork_mode\s{0,3}:\s{0,3}["']?host|--net(?:work)?[= ]host\b|--pid[= ]host\b|\/var\/run\/docker\.sock\s{0,3}:|\b(?:seccomp|apparmor)[=:]\s{0,3}["']?unconfined|^\s{0,40}user\s{0,3}:\s{0,3}["']?(?:root|0(?::0)?)["']?\s{0,3}$|\bhostPath\s{0,3}:\s{0,3}\{?\s{0,3}path\s{0,3}:\s{0,3}["']?\/["']?\s{0,3}\}?$/, on: 'strings', unless: /drop/ },
  { says: ROOT, removed: /\brunAsNonRoot['"]?\s{0,3}[:=]\s{0,3}true|\ballowPrivilegeEscalation['"]?\s{0,3}[:=]\s{0,3}false|\breadOnlyRootFilesystem['"]?\s{0,3}[:=]\s{0,3}true|\bno-new-privileges\b|\bNoNewPrivileges\s{0,3}=\s{0,3}(?:true|yes)|\bdrop['"]?\s{0,3}:\s{0,3}\[\s{0,3}["']?ALL|\bcap_drop\b|\bsetuid\(|\bsetgid\(|\bProtectSystem\s{0,3}=|\bPrivateTmp\s{0,3}=/ },
  // AWS, Azure, Google Cloud, Kubernetes
  { says: WIDE, added: /["']?\b(?:Action|NotResource|actions)["']?\s{0,3}[:=]\s{0,3}\[?\s{0,3}["'](?:\*|\*:\*)["']|["'](?:iam|s3|ec2|sts|kms|dynamodb|lambda|rds|sqs|sns|secretsmanager|ssm|logs|cloudformation|organizations|ecr|ecs|eks):\*["']|\bPrincipal["']?\s{0,3}[:=]\s{0,3}(?:\{\s{0,3}["']?AWS["']?\s{0,3}[:=]\s{0,3})?\[?\s{0,3}["']\*["']|["']?\bAWS["']?\s{0,3}[:=]\s{0,3}\[?\s{0,3}["']\*["']|\bAdministratorAccess\b|\bPowerUserAccess\b|\bIAMFullAccess\b|\broles\/(?:owner|editor)\b|\bcluster-admin\b|\bverbs\s{0,3}[:=]\s{0,3}\[\s{0,3}["']\*|\b(?:resources|apiGroups)\s{0,3}:\s{0,3}\[\s{0,3}["']\*|\b(?:actions|not_actions)\s{0,3}=\s{0,3}\[\s{0,3}["']\*["']|\brole_definition_name\s{0,3}=\s{0,3}["'](?:Owner|Contributor)["']|\bgrant(?:Admin|FullAccess|All)\(|\bPolicyStatement\b.{0,80}["']\*["']|^\s{0,40}-\s{0,3}["']\*["']\s{0,3}$|\bsystem:(?:anonymous|unauthenticated|masters)\b/, on: 'strings', files: /^(?!.*(?:tsconfig|eslint|prettier|renovate|dependabot|workflow|\.github)).*\.(?:tf|tfvars|hcl|json|ya?ml|tpl|template|bicep|[cm]?[jt]sx?|py|go|java|cs|rb|sh|conf)$/ },
  { says: PUBLIC, added: /\ballUsers\b|\ballAuthenticatedUsers\b|['"= ](?:public-read(?:-write)?|PublicRead(?:Write)?)['"\s),]|\b(?:block_public_acls|block_public_policy|restrict_public_buckets|ignore_public_acls|BlockPublicAcls|BlockPublicPolicy|RestrictPublicBuckets|IgnorePublicAcls|blockPublicAcls|blockPublicPolicy)['"]?\s{0,3}[:=]\s{0,3}["']?false|\b(?:publicly_accessible|PubliclyAccessible|publiclyAccessible|publicReadAccess|public_network_access_enabled|allow_blob_public_access|allow_nested_items_to_be_public|map_public_ip_on_launch|associate_public_ip_address|endpoint_public_access)['"]?\s{0,3}[:=]\s{0,3}["']?(?:true|True)|--allow-unauthenticated\b|\bcontainer_access_type\s{0,3}=\s{0,3}["'](?:blob|container)|\bpublic_access_prevention\s{0,3}=\s{0,3}["']inherited|BlockPublicAccess\.(?:BLOCK_ACLS)\b|--acl[= ]public-read|\bauthorization_?type["']?\s{0,3}[:=]\s{0,3}["']NONE|\bAnyPrincipal\(|\bpublicNetworkAccess['"]?\s{0,3}[:=]\s{0,3}['"]Enabled/i, on: 'strings' },
  { says: WIDE, added: /\bGRANT\s{1,3}(?:ALL|SUPER|SUPERUSER)\b|\bWITH GRANT OPTION\b|\bGRANT\b[^;\n]{1,120}\bTO\s{1,3}(?:PUBLIC|public|anon)\b|\bALTER (?:ROLE|USER)\b[^;\n]{1,60}\b(?:SUPERUSER|BYPASSRLS|CREATEROLE)\b|\bCREATE (?:ROLE|USER)\b[^;\n]{1,60}\bSUPERUSER\b/i },
  // Electron, Android, browser extensions, Deno
  { says: 'gives a page or a program more of the device', added: /\bnodeIntegration['"]?\s{0,3}:\s{0,3}true|\bcontextIsolation['"]?\s{0,3}:\s{0,3}false|\bwebSecurity['"]?\s{0,3}:\s{0,3}false|\ballowRunningInsecureContent['"]?\s{0,3}:\s{0,3}true|\bandroid:exported="true"|\bsetAllowUniversalAccessFromFileURLs\(\s{0,3}true|\bsetAllowFileAccess\(\s{0,3}true|["']<all_urls>["']|\bdeno run\b[^\n]{0,80}\s(?:-A|--allow-all)\b|\badd_?[jJ]avascript_?[iI]nterface\(/ },
  { says: 'asks for one more permission', effect: 'warn', added: /<uses-permission\b|\bcom\.apple\.security\.[\w.-]{1,60}/ },
];
const MODE = /(?<![\w.])(?:0o?|0)?([0-7]{3})(?![\w.])/;
const MODE_CALL = /chmod|mkdir|mode|perm|umask|WriteFile|writeFile|OpenFile|open\(|Mkdir|install -m|install -d/i;
const OPEN_WORLD = /["']?(?:0\.0\.0\.0\/0|::\/0)["']?/;
const INGRESS = /ingress|inbound|source_ranges|source-ranges|SourceRanges|CidrIp|cidr_blocks|cidr_ipv4|source_address_prefix|sourceAddressPrefix|FromPort|from_port|allow|Peer\.(?:any|ipv4)|authorized_networks/i;
const EGRESS = /egress|outbound|route|destination/i;
const USER_LINE = /^\s{0,20}USER\s{1,3}(\S{1,60})/i;

/** File modes, containers, cloud roles and networks that let in more than before. */
export const rule = defineRisk({
  id: 'risk/permissions',
  area: 'permissions',
  docs: {
    title: 'Access to files, hosts or cloud resources was widened',
    why: 'A wide permission breaks nothing and shows in no test; it only makes the next mistake worse.',
    fix: 'Name the narrow right that is needed, or run a test that says which permissions hold.',
    since: '0.1.0',
  },
  todo: 'Name the narrow right that is needed, or run a test of the permissions',
  cover: {
    words: /\b(?:permissions?|chmod|(?:file )?modes?|umask|privileg\w*|iam|acls?|access|roles?|rbac|least|capabilit\w*|public|private|world (?:readable|writable)|readable|writable|security groups?|ingress|non ?root|root|polic(?:y|ies)|grants?|unauthenticated|exposed|7[0-7]0|6[0-4]0|sandbox\w*|isolation)\b/,
    near: /\b(?:notification permissions?|(?:camera|microphone|location|clipboard) permissions?|(?:dark|light|strict|edit|view) modes?|public (?:folder|path|url)s?|retry polic\w+|role (?:button|dialog|main|status)|has role|get by role|render root|react root|root element)\b/g,
  },
  anchor: ANCHORS.permissions,
  signs: SIGNS,
  *find(view) {
    for (const change of view.anchored) {
      const says = widened(change, view);
      if (says !== null) yield { change, says };
    }
  },
});

function widened(change: Changed, { file }: View): string | null {
  const { line, group } = change;
  const text = withStrings(line, file);
  if (/dockerfile|containerfile/i.test(file.path)) {
    const user = USER_LINE.exec(text)?.[1];
    const others = group.added.flatMap((item) => USER_LINE.exec(item.text)?.[1] ?? []);
    if (line.side === 'removed' && user !== undefined && !isRoot(user) && !others.some((name) => !isRoot(name))) return ROOT;
  }
  if (line.side !== 'added') return null;
  if (OPEN_WORLD.test(text) && !group.removed.some((item) => OPEN_WORLD.test(item.text))) {
    const near = [...around(change, 12, 0).map((item) => item.text), text];
    const side = near.reverse().find((item) => INGRESS.test(item) || EGRESS.test(item));
    const block = near.find((item) => /egress|ingress|outbound|inbound/i.test(item));
    if (side !== undefined && !EGRESS.test(side) && !(block !== undefined && EGRESS.test(block))) return PUBLIC;
  }
  return isLooser(text, group.removed.map((item) => item.text)) ? EVERYONE : null;
}

const isRoot = (user: string): boolean => /^(?:root|0(?::0|:root)?)$/.test(user);

/** The same call with a mode that gives others a right that they did not have: `0600` became `0666`. */
function isLooser(text: string, before: readonly string[]): boolean {
  const now = MODE.exec(text)?.[1];
  if (now === undefined || !MODE_CALL.test(text)) return false;
  const shape = text.trim().replace(MODE, '#');
  return before.some((item) => {
    const old = MODE.exec(item)?.[1];
    return old !== undefined && item.trim().replace(MODE, '#') === shape && (Number(now[2]) & ~Number(old[2])) > 0;
  });
}
