import { isMoved } from '../moved.js';
import { ANCHORS } from './anchors.js';
import { defineRisk } from './define-risk.js';
import { holdsRequest } from './request.js';
import type { Sign } from './signs.js';
import { isWholeRemoval } from './symbols.js';
import { around, type Changed, type View, withStrings } from './view.js';

const ALL = 'deletes data without a condition';
const GUARD = 'takes a protection against destruction away';
const FILES = 'deletes files whose place a variable or a caller decides';
// A migration answers to the database rule.
const NOT_MIGRATION = /^(?!.*(?:migrat|schema\.rb|structure\.sql|(?:^|\/)[VUB]\d[\w.]*__|\.(?:up|down)\.sql|alembic\/versions|changelog)).*$/i;

const SIGNS: readonly Sign[] = [
  { says: 'drops data that cannot come back', files: NOT_MIGRATION, added: /\bDROP\s{1,3}(?:TABLE|DATABASE|SCHEMA|COLLECTION|KEYSPACE|TABLESPACE)(?=\s{1,3}[\w"'`[$%{.?:]|\s{0,3}$)|\bTRUNCATE\s{1,3}(?:TABLE\s{1,3})?(?!-)["'`\w.${]|\bdrop_?[dD]atabase\s{0,2}\(|\bdropDatabase\b|\bdropSchema\(|\bdropCollection\(|\bdropAllTables\(|\.collection\([^)]{1,60}\)\.drop\(|\bdrop_collection\(|\bdrop_all\(\s{0,3}(?!tables)|\bdb\.drop\(|\bDropDatabase\(|\bDeleteKeyspace\b|\bdropdb\s/, unless: /\b(?:log|print|console|throw|Error|message|title|label|expect|assert)\b.{0,30}["'`].{0,40}(?:DROP|TRUNCATE)\b.{0,40}(?:is|are|not|never|will)\b/i },
  { says: ALL, added: /\.(?:deleteMany|removeMany|remove|destroy|delete|deleteAll|updateMany)\(\s{0,3}(?:\{\s{0,3}\}|\{\s{0,3}where\s{0,3}:\s{0,3}\{\s{0,3}\}\s{0,3}[,}]|\{\s{0,3}truncate\s{0,3}:\s{0,3}true)|\.deleteMany\(\s{0,3}\)|\bdelete_many\(\s{0,3}(?:\{\s{0,3}\}|bson::doc!\s{0,3}\{\s{0,3}\}|doc!\s{0,3}\{\s{0,3}\})|\bDeleteMany\([^)]{0,60}bson\.[MD]\{\s{0,3}\}|\bFilter(?:Definition)?\w{0,3}<?\w{0,20}>?\.Empty\b.{0,40}|\bAllowGlobalUpdate\s{0,3}:\s{0,3}true|\bobjects\.all\(\)\.delete\(|\bobjects\.delete\(\s{0,3}\)|\bdeleteAllIn\w{0,10}\(|\btruncate\s{0,3}:\s{0,3}true\s{0,3}[,}]|\b\w{0,30}(?:[rR]epository|[rR]epo|[dD]ao|Table|Collection|Mapper|[mM]odel)\w{0,10}\.(?:deleteAll\w{0,10}|removeAll|truncate|deleteAllInBatch)\(\s{0,3}\)|\.delete_by_query\([^)]{0,80}match_all|\bmatch_all\b.{0,40}delete/ },
  { says: ALL, added: /\b[A-Z]\w{1,40}(?:::\w{1,40})?\.(?:delete_all|destroy_all)\b(?!\s{0,3}\()|\b[A-Z]\w{1,40}::(?:truncate|query\(\)->delete)\(|\bDB::table\([^)]{1,60}\)->(?:delete|truncate)\(|\bRepo\.delete_all\(\s{0,3}[A-Z]\w{0,60}\s{0,3}\)/, unless: /where|Where/ },
  { says: 'empties a queue, a cache or a bucket', added: /\bflush_?(?:all|db)\b\s{0,2}\(|\bFLUSH(?:ALL|DB)\b|\b[pP]urge_?[qQ]ueue\b|\bqueue_purge\b|\bqueuePurge\b|\bpurgeQueue\b|\.obliterate\(|\bqueue\.(?:empty|purge|clean)\(\s{0,3}\)|\bdelete_?[tT]opics?\(|\b[dD]elete_?[qQ]ueue\(|\b[dD]elete_?[bB]ucket\(|\bDeleteBucketCommand\b|\bbucket\.objects\.(?:all\(\)\.)?delete\(|\bobject_versions\.(?:all\(\)\.)?delete\(|\bbucket\.deleteFiles\(|\baws s3 (?:rm\b[^\n]{0,120}--recursive|rb\b[^\n]{0,120}--force)|\bgsutil\b[^\n]{0,20}\srm\s[^\n]{0,20}-r|\bgcloud storage rm\b[^\n]{0,60}(?:-r|--recursive)|\bmc rm\b[^\n]{0,60}--recursive|\brclone (?:delete|purge)\b|\bindices\.delete\(|\bdelete_?[iI]ndex\(|\bDeleteTable(?:Command|Request|Async)?\b|\bdelete_table\(|\bclear_all\(\s{0,3}\)|\bcache\.clear\(\s{0,3}\)\s{0,3}#\s{0,3}all|\bemptyTrash\b|\bremove_?Bucket\w{0,20}\(|\bemptyBucket\(|\brabbitmqctl (?:purge_queue|reset|delete)|\bkafka-topics\b[^\n]{0,120}--delete|\bkafka-delete-records\b|\bredis-cli\b[^\n]{0,80}\bflush/i, unless: /^\s{0,20}(?:import|from|use|using)\b|new (?:Map|Set)\b/ },
  // Terraform, CloudFormation, CDK, Pulumi, Kubernetes
  { says: GUARD, added: /\bforce_destroy\s{0,3}=\s{0,3}true|\bforceDestroy\s{0,3}[:=]\s{0,3}true|\bprevent_destroy\s{0,3}=\s{0,3}false|\bdeletion_?[pP]rotection(?:_enabled)?['"]?\s{0,3}[:=]\s{0,3}["']?(?:false|False|INACTIVE)|\bDeletionProtection(?:Enabled)?['"]?\s{0,3}:\s{0,3}["']?false|\bskip_final_snapshot\s{0,3}=\s{0,3}true|\bskipFinalSnapshot\s{0,3}[:=]\s{0,3}true|\bbackup_retention_(?:period|days)\s{0,3}=\s{0,3}0\b|\bBackupRetentionPeriod\s{0,3}:\s{0,3}0\b|\bDeletionPolicy['"]?\s{0,3}:\s{0,3}["']?Delete|[rR]eclaimPolicy\s{0,3}:\s{0,3}["']?Delete|\bRemovalPolicy\.DESTROY\b|\bautoDeleteObjects['"]?\s{0,3}[:=]\s{0,3}true|\bdisable_?[aA]pi_?[tT]ermination\s{0,3}[:=]\s{0,3}false|\bpoint_in_time_recovery\b.{0,40}false|\bpurge_protection_enabled\s{0,3}=\s{0,3}false|\brecovery_window_in_days\s{0,3}=\s{0,3}0\b|\bdelete_contents_on_destroy\s{0,3}=\s{0,3}true|\bapply_immediately\s{0,3}=\s{0,3}true.{0,20}destroy|\bpersistentVolumeClaimRetentionPolicy\b.{0,60}Delete|\bwhenDeleted\s{0,3}:\s{0,3}Delete/ },
  { says: GUARD, removed: /\bprevent_destroy\s{0,3}=\s{0,3}true|\bdeletion_?[pP]rotection(?:_enabled)?['"]?\s{0,3}[:=]\s{0,3}["']?(?:true|ACTIVE)|\bDeletionProtection(?:Enabled)?['"]?\s{0,3}:\s{0,3}["']?true|\bDeletionPolicy['"]?\s{0,3}:\s{0,3}["']?(?:Retain|Snapshot)|\bRemovalPolicy\.(?:RETAIN|SNAPSHOT)\b|\bretainOnDelete\s{0,3}:\s{0,3}true|\bprotect\s{0,3}:\s{0,3}true|\bhelm\.sh\/resource-policy['"]?\s{0,3}:\s{0,3}["']?keep|\bpoint_in_time_recovery\b|\bversioning_configuration\b|\benable_versioning\b/, kept: /prevent_destroy\s{0,3}=\s{0,3}true|deletion_?protection(?:_enabled)?['"]?\s{0,3}[:=]\s{0,3}["']?true|DeletionPolicy|RemovalPolicy|retainOnDelete|protect\s{0,3}:\s{0,3}true|resource-policy|point_in_time|versioning/i },
  { says: 'destroys what is deployed', added: /\bterraform\s[^\n]{0,80}\bdestroy\b|\b(?:tofu|pulumi|cdk|sls|serverless)\s{1,3}(?:destroy|remove)\b|\bkubectl\s[^\n]{0,80}\bdelete\s[^\n]{0,80}(?:--all\b|\bnamespaces?\b|\bns\b|\bpvc?\b|\ball\b)|\bhelm (?:uninstall|delete)\b|\bdocker\s{1,3}(?:system prune[^\n]{0,40}--volumes|volume (?:rm|prune))|\bdocker[ -]compose\b[^\n]{0,60}\bdown\b[^\n]{0,40}(?:-v\b|--volumes)|\bgit push\b[^\n]{0,80}(?:--force(?!-with-lease)\b|\s-f\b|\s--mirror\b)|\bmkfs(?:\.\w{2,5})?\s|\bdd\s[^\n]{0,80}\bof=\/dev\/|\bshred\s|\bwipefs\s|\bsupabase db reset\b|\bprisma migrate reset\b|\bprisma db push\b[^\n]{0,60}--(?:accept-data-loss|force-reset)|\bheroku pg:reset\b|\bdb:(?:drop|reset|migrate:reset|schema:load)\b|\bmigrate:fresh\b|\bflyway\b[^\n]{0,30}\bclean\b|\bzfs destroy\b|\blvremove\b/, unless: /\bif: |name:|description|^\s{0,8}#/i },
  { says: 'skips a confirmation or a dry run', added: /\b(?:dry_?[rR]un|DRY_?RUN|dry-run)['"]?\s{0,3}(?::\s{0,3}\w{1,12}\s{0,3})?[:=]\s{0,3}["']?(?:false|False|0)\b/, files: NOT_MIGRATION, effect: 'warn' },
  { says: 'takes backups away', removed: /\b(?:pg_dump|mysqldump|mongodump|create_?[sS]napshot|createBackup|create_backup|backup_?[dD]atabase|take_?[bB]ackup|BackupPlan|aws_backup_\w{1,20})\b/, kept: /dump|snapshot|backup/i },
];
const DELETE_SQL = /\bDELETE\s{1,3}FROM\s{1,3}["'`[\w.${}()]{1,80}/i;
const UPDATE_SQL = /\bUPDATE\s{1,3}["'`[\w.${}]{1,80}\s{1,3}SET\b/i;
const BULK = /\b(?:delete|delete_all|destroy_all|destroy|remove|deleteMany|deleteAll|delete_many|ExecuteDelete|ExecuteDeleteAsync|DeleteMany|DeleteAll|Delete|RemoveRange|bulk_delete|forceDelete|delete_by_query|Unscoped|updateMany|update_all|ExecuteUpdateAsync|purge|clear)!?\b\s{0,2}[(!]?/;
const FILTER = /\b(?:where|Where|filter|Filter|having|find_by|eq|lt|lte|gt|in_|and|limit|Limit|older_than|prefix|Prefix|only|scope|by_\w{1,30}|for_\w{1,30})\b\s{0,3}[({:!=]/;
const SOFT = /\bdeleted_?[aA]t\b|\bis_?[dD]eleted\b|\bsoft_?[dD]elete|\barchived_?[aA]t\b|\bdiscard!?\b|status['"]?\s{0,3}[:=]\s{0,3}['"](?:deleted|archived)/;
const HARD = /\.(?:delete|destroy|remove|deleteOne|deleteMany|forceDelete|really_destroy)!?\s{0,2}\(|\bDELETE FROM\b|\.destroy!?\b|\.delete\b/;
const RECURSIVE = /\bdeleteDirectory\(|\brmtree\(|\bremove_dir_all\(|\bRemoveAll\(|\brm_rf?\b|\brecursive\s{0,3}[:=]\s{0,3}[tT]rue|\bdeleteRecursively\(|\brimraf\b|\bDirectory\.Delete\([^)]{0,80},\s{0,3}true|\brm\s{1,3}-\w{0,4}r/;
const SINGLE = /\bunlink\w{0,6}\(|\bFiles\.delete\w{0,12}\(|\bos\.[rR]emove\(|\bremove_file\(|\bFile\.[dD]elete\(|\brm\s{1,3}(?:-f\s)?|\bfs\.rm\w{0,6}\(|\.delete\(\)/;
const CONFIRM = /\bconfirm\w{0,20}\s{0,2}\(|\bprompts?\s{0,2}\(|\bare you sure\b|\b(?:dry_?[rR]un|dryRun|DRY_RUN|force|yes|--yes|--force)\b/;
// Which rm reaches further than it says: an expansion that may be empty, a root, a home, everything.
const RM = /(?:^|[\s;&|("'`])(?:sudo\s{1,3})?rm\s{1,3}(?:-{1,2}[\w-]{1,20}\s{1,3}){0,3}/;
const RM_RECURSIVE = /(?:^|[\s;&|("'`])rm\s{1,3}(?:-{1,2}[\w-]{1,20}\s{1,3}){0,3}?(?:-\w{0,6}[rR]\w{0,6}|--recursive)\b/;
const RM_WIDE = /["']?\$\{?\w{1,40}\}?["']?\/\*|(?:^|\s)\$\{?[\w@*]{1,40}\}?(?:\/|\s|$|;|&)|["']?\$\{?\w{1,40}\}?["']?\/(?:\s|$|["'])|\s["']?(?:\/|~|\/\*|~\/\*?|\*|\.|\.\.|\$HOME|\$\{HOME\}|"\$HOME"|\/(?:etc|usr|var|home|opt|bin|lib|root|data)\/?\*?)["']?(?:\s|$|;|&)|`\$\{|"\s{0,3}\+\s{0,3}\w|\$\{(?!\w{0,30}(?:tmp|TMP|temp|dist|build|cache))|["'`]\s{0,3}\+/;
const POWERSHELL = /\bRemove-Item\b(?=[^\n]{0,300}-Recurse)[^\n]{0,200}(?:[\\/]\*|\s["']?\$\w{1,40}["']?(?:\s|$))/i;
const TEMPORARY = /tmp|temp|cache|build|dist|node_modules|coverage|\bout\b|target|__pycache__|\.next|artifact|work_?dir|scratch|mktemp|\?\}|:\?/i;
const TREE = /\b(?:shutil\.rmtree|rmtree|rimraf(?:\.sync|Sync)?|fs\.(?:promises\.)?rm(?:Sync|dir|dirSync)?|fsp?\.rm|rm(?:Sync|dirSync)?|removeSync|fs\.remove|fse\.remove|emptyDir(?:Sync)?|os\.RemoveAll|RemoveAll|FileUtils\.(?:rm_rf|rm_r|remove_dir|deleteDirectory|cleanDirectory)|remove_dir_all|Directory\.Delete|deleteRecursively|deleteDirectory|File\.rm_rf!?|removeItem|del|delete_tree|DeleteDirectory|Remove-Item|unlink|os\.remove|File\.delete)\b\s{0,2}[(!]?\s{0,3}([^;\n]{0,200})/;

/** Data, files and infrastructure that are gone after the change ran. */
export const rule = defineRisk({
  id: 'risk/destructive',
  area: 'destructive data operation',
  docs: {
    title: 'Something is deleted that cannot come back',
    why: 'A lost condition deletes everything, and the tests that delete one row still pass.',
    fix: 'Keep the condition or the protection, or run a test that what must stay is still there afterwards.',
    since: '0.1.0',
  },
  todo: 'Keep the condition or the protection, or run a test that what must stay survives the delete',
  cover: {
    words: /\b(?:delet\w*|destroy\w*|destruct\w*|purg\w*|wip(?:e|es|ed|ing)|eras(?:e|es|ed|ing)|data ?loss|los(?:e|es) (?:no )?data|rollback|roll back|restor\w*|backups?|flush\w*|drop(?:s|ped)? (?:the )?(?:tables?|columns?|database|collections?|index\w*|data)|truncat\w* (?:the )?(?:tables?|data)|remov\w* (?:only |all |the |no |old |expired |stale )*(?:rows?|records?|files?|data|objects?|entries|users?|orders?|versions?|messages?|folders?|directory|directories)|retention|soft delete\w*|clean ?ups?|prune\w*|dry run)\b/,
    near: /\b(?:delete (?:key|button|icon)|(?:map|set|cache|hash|params?|search params?) delete\w*|delet\w* (?:key|param)s?|restore (?:scroll|focus|selection)|drop ?(?:down|zone)|drag (?:and )?drop|flush (?:promises|microtasks|sync|stdout|logs?))\b/g,
  },
  anchor: ANCHORS.destructive,
  signs: SIGNS,
  *find(view, diff) {
    for (const change of view.anchored) {
      if (isMoved(change.line, diff)) continue;
      if (isConfirmation(change, view)) yield { change, says: 'takes the question before a deletion away' };
      if (change.line.side !== 'added') continue;
      const says = sayOf(change, view);
      if (says !== null) yield { change, says };
    }
  },
});

function sayOf(change: Changed, { file }: View): string | null {
  const { line, group } = change;
  const text = withStrings(line, file);
  const before = group.removed.map((item) => withStrings(item, file));
  if ((DELETE_SQL.test(text) || UPDATE_SQL.test(text)) && NOT_MIGRATION.test(file.path)) {
    const statement = [text, ...statementBelow(change)].join(' ');
    const had = before.some((item) => (DELETE_SQL.test(item) || UPDATE_SQL.test(item)) && !/\bWHERE\b/i.test(item));
    if (!/\b(?:WHERE|USING|LIMIT)\b/i.test(statement) && !had && isSqlHere(text, file.language) && (DELETE_SQL.test(text) || before.some((item) => /\bWHERE\b/i.test(item)))) return ALL;
  }
  if (BULK.test(line.code) && !FILTER.test(line.code) && before.some((item) => BULK.test(item) && FILTER.test(item)) && !group.added.some((item) => FILTER.test(item.code))) return ALL;
  if (RM.test(text) && RM_RECURSIVE.test(text) && RM_WIDE.test(text.slice(text.search(RM)))) {
    if (!before.some((item) => RM_RECURSIVE.test(item) && RM_WIDE.test(item)) && !TEMPORARY.test(text.slice(text.search(RM)))) return FILES;
  }
  if (HARD.test(line.code) && before.some((item) => SOFT.test(item)) && !SOFT.test(text)) return 'deletes what was only marked as deleted';
  if (RECURSIVE.test(text) && before.some((item) => SINGLE.test(item) && !RECURSIVE.test(item)) && !before.some((item) => RECURSIVE.test(item))) return FILES;
  if (POWERSHELL.test(text) && !before.some((item) => POWERSHELL.test(item))) return FILES;
  const target = TREE.exec(text)?.[1];
  if (target === undefined) return null;
  if (holdsRequest(target) && !before.some((item) => TREE.test(item) && holdsRequest(item))) return FILES;
  return isWider(target, before) ? FILES : null;
}

/** The same call on a shorter place: `join(root, 'cache')` became `root`. */
function isWider(target: string, before: readonly string[]): boolean {
  return before.some((item) => {
    const old = TREE.exec(item)?.[1];
    if (old === undefined) return false;
    const parts = (text: string) => new Set(text.match(/\w{2,60}/g) ?? []);
    const [was, is] = [parts(old), parts(target.split(/\)\s{0,3}[;?]/)[0] ?? target)];
    return is.size < was.size && [...is].every((part) => was.has(part)) && /join|Join|\/|\.resolve|Combine/.test(old);
  });
}

function statementBelow(change: Changed): string[] {
  if (/;\s{0,5}$|[)"'`]\s{0,3}[),;]/.test(change.line.text)) return [];
  const lines = around(change, 0, 6).map(({ text }) => text);
  const end = lines.findIndex((text) => /;\s{0,5}$|^\s{0,20}[`"')]|^\s{0,20}$/.test(text));
  return end < 0 ? lines : lines.slice(0, end + 1);
}

/** Words of SQL in the text of a person are no statement: in code they stand in upper case or begin the string. */
function isSqlHere(text: string, language: string | null): boolean {
  return language === 'sql' || /\b(?:DELETE\s{1,3}FROM|UPDATE\s{1,3}\S{1,80}\s{1,3}SET)\b/.test(text) || /["'`]\s{0,20}(?:delete\s{1,3}from|update\s{1,3}\S{1,80}\s{1,3}set)\b/.test(text);
}

/** A question or a dry run is gone, and what it held back follows. */
function isConfirmation(change: Changed, { file }: View): boolean {
  const { line, group } = change;
  if (line.side !== 'removed' || !/\bif\b|\bunless\b|\bguard\b|\breturn\b/.test(line.code) || !CONFIRM.test(line.code) || isWholeRemoval(change, file)) return false;
  if (group.added.some(({ code }) => CONFIRM.test(code))) return false;
  return [...group.added, ...group.hunk.lines.slice(group.to, group.to + 4)].some(({ code }) => /\b(?:delete|destroy|drop|purge|truncate|wipe|remove|rm|flush|reset)\w{0,20}\s{0,2}[(!]/i.test(code));
}
