import { isMoved } from '../moved.js';
import { ANCHORS } from './anchors.js';
import { defineRisk, type Hit } from './define-risk.js';
import type { Sign } from './signs.js';
import { type View, withStrings } from './view.js';

const LOSS = 'changes the schema in a way that may lose data or lock a table';
const MORE = 'adds to the schema';
const FIELD = 'changes a field of the schema';

const SIGNS: readonly Sign[] = [
  // TypeORM, Sequelize, Hibernate, Prisma, EF Core, Room, GORM: the schema follows the code by itself
  { says: 'lets the program change the schema by itself', added: /\bsynchronize['"]?\s{0,3}[:=]\s{0,3}true|\.sync\(\s{0,3}\{\s{0,3}(?:force|alter)\s{0,3}:\s{0,3}true|\bddl-auto\s{0,3}[=:]\s{0,3}["']?(?:create|create-drop|update)\b|\bhbm2ddl\.auto["']?\s{0,3}[=:,>]\s{0,3}["']?(?:create|create-drop|update)\b|\bEnsure(?:Deleted|Created)(?:Async)?\(|\bfallbackToDestructiveMigration\w{0,20}\(|\.AutoMigrate\(|\bdrop_all\(|\bAutomaticMigrationDataLossAllowed\s{0,3}=\s{0,3}true|\bdropSchema\s{0,3}:\s{0,3}true/ },
  { says: 'switches the checks of the database off', added: /\bPRAGMA foreign_keys\s{0,3}=\s{0,3}(?:OFF|0)|\bFOREIGN_KEY_CHECKS\s{0,3}=\s{0,3}0|\bDISABLE TRIGGER\b|\bNOCHECK CONSTRAINT\b|\bSET CONSTRAINTS ALL DEFERRED|\bREAD UNCOMMITTED\b|\bIsolationLevel\.(?:ReadUncommitted|Chaos)|\bdb_constraint\s{0,3}=\s{0,3}False|\brelationMode\s{0,3}=\s{0,3}"prisma"|\bsynchronous_commit\s{0,3}=\s{0,3}off|\bfsync\s{0,3}=\s{0,3}off/i },
  { says: 'drops an index or a rule of the database', added: /\bdrop_?[iI]ndex(?:es)?\(|\bdropConstraint\(|\bdropForeign\w{0,10}\(/ },
  { says: 'drops an index or a rule of the database', removed: /\b(?:create|ensure)_?[iI]ndex\([^\n]{0,120}unique/, kept: /unique/ },
  { says: 'lets one delete reach other tables', added: /\bon_delete\s{0,3}=\s{0,3}(?:models\.)?CASCADE|\bonDelete\s{0,3}[:=(]\s{0,3}["']?(?:Cascade|CASCADE|cascade)|\bON DELETE CASCADE\b|\bdependent:\s{0,3}:(?:destroy|delete_all)|\bcascade\s{0,3}=\s{0,3}(?:["']all, delete|\{?\s{0,3}CascadeType\.(?:ALL|REMOVE))|\bDeleteBehavior\.Cascade\b|\bcascadeOnDelete\(|\borphanRemoval\s{0,3}=\s{0,3}true|ReferenceOption\.CASCADE|ForeignKey\.CASCADE|\bon_delete:\s{0,3}:(?:delete_all|cascade)/ },
  { says: 'does in parts what was done whole or not at all (a transaction is gone)', removed: /@Transactional\b|\.\$?transaction\(|\btransaction\.atomic\b|@transaction\.atomic|\bBeginTx\(|\bBeginTransaction(?:Async)?\(|\bRepo\.transaction\b|\bActiveRecord::Base\.transaction\b|\bDB::transaction\(|\bbegin_?[tT]ransaction\(|\bwithTransaction\(|\bTransactionScope\(|\bpool\.begin\(|\.Begin\(\s{0,3}\)|\bSELECT\b[^\n]{0,200}\bFOR UPDATE\b|\bselect_for_update\(|\blockForUpdate\(|\bwith_lock\b/i, kept: /transaction|atomic|BeginTx|Begin\(|begin\(|for update|select_for_update|lockForUpdate|with_lock/i },
];
const MIGRATION = /(?:^|\/)(?:migrations?|migrate)\/|alembic\/versions\/|(?:^|\/)db\/(?:schema\.rb|structure\.sql|changelog)|(?:^|\/)[VUB]\d[\w.]{0,30}__|\.(?:up|down)\.sql$|(?:^|\/)(?:drizzle|changelogs?)\/[^/]{0,80}\.(?:sql|xml|ya?ml)$/i;
const MIGRATION_CODE = /\.(?:sql|py|rb|php|exs?|[cm]?[jt]s|go|cs|java|kt|rs|scala|xml|ya?ml|json|prisma)$/;
const SCHEMA_PATH = /\.prisma$|(?:^|\/)schema\.(?:rb|rs|sql|ts|js|py|graphql-db)$|(?:^|\/)models?(?:\.py|\/[\w/.-]{1,80}\.(?:py|rb|[jt]s|java|kt|cs|php|go))$|\.(?:entity|model|schema)\.[jt]s$|(?:^|\/)entit(?:y|ies)\/|(?:^|\/)schemas?\/[\w/.-]{1,80}\.(?:ts|js|ex|rs|sql)$|(?:^|\/)tables?\.(?:py|ts|js|kt|rs)$|Entity\.(?:java|kt|cs|php)$|schema\.sql$/;
const DANGER = /\bdrop(?:s|ped)?[\s_]?(?:table|column|index|constraint|schema|view|foreign\w{0,5}|database|type|default|not null|primary|unique|trigger|function|policy|key|collection|enum|sequence|if\b)?|\bDrop(?:Table|Column|Index|ForeignKey|Schema|PrimaryKey)|\bdrop[A-Z]\w{1,20}|\bremove_?(?:column|index|field|reference|foreign|constraint|timestamps|check|belongs|model|Columns?|Index|Field|Table|Constraint|ForeignKey|Unique)|\bRemove(?:Field|Index|Constraint|Column)\b|\bDelete(?:Model|Data)\b|\brename|\bRename|\bALTER\s{1,3}(?:TABLE|COLUMN|TYPE)\b(?!.{0,120}\bADD (?:COLUMN\s)?(?!.{0,120}(?:NOT NULL|UNIQUE|PRIMARY|REFERENCES|CHECK|CONSTRAINT)))|\balter_?[cC]olumn|\bAlter(?:Field|Column|UniqueTogether|ModelTable)\b|\bchange_?[cC]olumn|\bchange_table\b|\.change\(|\bmodify(?:Column|_column|DataType)?\b|\bMODIFY\b|\bTRUNCATE\b|\bDELETE FROM\b|\bUPDATE\s{1,3}\S{1,80}\s{1,3}SET\b|\bCASCADE\b|\bRunSQL\b|\bRunPython\b|\bexecute[\s(]|\bnotNullable\(|\bNOT NULL\b(?!.{0,80}\bDEFAULT\b)|\bnullable\s{0,3}[=:]\s{0,3}(?:false|False)(?!.{0,80}(?:default|server_default))|\bnull:\s{0,3}false(?!.{0,80}default)|\bIrreversibleMigration\b|\bunique\s{0,3}[=:]\s{0,3}(?:true|True)|\bUNIQUE INDEX\b|\bADD CONSTRAINT\b|\bADD (?:PRIMARY|UNIQUE|FOREIGN|CHECK)\b|\bLOCK TABLE\b|\bVACUUM FULL\b|\bsafety_assured\b|\bdeleteMany|\bdelete_all|\bpurge|\$unset\b|\bdropDatabase|<(?:drop|rename|modify|delete|sql)\w{0,20}\b/i;
// What stands inside a new table is new: its NOT NULL locks nothing.
const IN_NEW_TABLE = /\bCREATE TABLE\b|\b(?:create|add)_?[tT]able|\bCreateModel\b|\bCreateTable\b|\bSchema::create\(|\bcreate table\(|<createTable/i;
const MEMBER = /^\s{0,20}(?:['"]?\w{1,60}['"]?\s{0,3}:\s{0,3}[{[]|["`[]?\w{1,60}["`\]]?\s{1,3}\w{2,30}(?:\([\d, ]{1,12}\))?|t\.\w{1,20}|\w{1,40}\.\w{1,20}\(|sa\.Column|\("\w{1,40}", models\.|table\.\w{1,20}\(|PRIMARY KEY|CONSTRAINT|FOREIGN KEY|UNIQUE\b|[)\]}])/;
const DEFINITION = /\bmodels\.\w{2,30}(?:Field|Key|Index|Constraint)\(|\bmodels\.(?:ForeignKey|OneToOneField|ManyToManyField|UniqueConstraint|Index)\(|\b(?:db\.|sa\.)?Column\(|\bmapped_column\(|\brelationship\(|@(?:Column|PrimaryGeneratedColumn|PrimaryColumn|ManyToOne|OneToMany|OneToOne|ManyToMany|JoinColumn|Index|Unique|Entity|Table|Id|GeneratedValue|ColumnInfo|PrimaryKey|ForeignKey|JoinTable)\b|^\s{0,20}\[(?:Column|Required|MaxLength|Key|ForeignKey|Index|StringLength|Table)(?:\]|\()|^\s{0,20}t\.\w{2,20}[\s(]{1,2}["':]|\bcreate_table\b|\badd_(?:index|foreign_key)\b|\bfield\s{1,3}:\w{1,40},\s{0,3}[:{]|\bbelongs_to\b|\bgorm:"|\bdb:"\w{1,40},?(?:pk|unique|not)|\b(?:pgTable|mysqlTable|sqliteTable)\(|\b(?:varchar|integer|text|serial|bigserial|timestamp|boolean|numeric|uuid|jsonb?|bigint)\(\s{0,3}["'`]|\bDataTypes\.\w{2,20}|->\s{0,3}(?:Nullable<)?(?:Integer|Int4|Int8|Text|Varchar|Bool|Timestamp|BigInt|Uuid|Numeric)\b|\bvarchar\("\w{1,40}",|\bhas_many\b|\bdependent:|\b(?:HasRequired|HasOptional|IsRequired|HasMaxLength|HasColumnType|HasIndex|OnDelete|HasOne|HasMany)\(/;
const PRISMA = /^\s{1,8}\w{1,60}\s{1,20}[A-Z]\w{0,40}(?:\[\]|\?)?(?:\s|$)|^\s{0,8}(?:@@|model\s|enum\s)|@(?:id|unique|default|relation|db\.)/;
const SQL_LINE = /\b(?:CREATE|ALTER|DROP|TRUNCATE|RENAME|COMMENT ON|ADD|REFERENCES|PRIMARY KEY|CONSTRAINT)\b/i;

/** Tables, columns, keys and the migrations that change them. */
export const rule = defineRisk({
  id: 'risk/database',
  area: 'database schema',
  docs: {
    title: 'The database schema or a migration changed',
    why: 'A migration runs once, on data that no test has, and often cannot be taken back.',
    fix: 'Run the migration up and down against a copy of the schema, as a test.',
    since: '0.1.0',
  },
  todo: 'Run a test that migrates the database schema up and back',
  cover: {
    words: /\b(?:migrat\w*|schemas?|databases?|db|ddl|rollback|roll(?:s|ed)? back|alembic|flyway|liquibase|prisma|up and down|foreign keys?|cascad\w*|transact\w*|atomic\w*|constraints?|not null|nullable|columns? (?:dropped|added|renamed|drop|exist\w*)|tables? (?:dropped|created|exist\w*))\b/,
    near: /\b(?:(?:json|zod|yup|form|config|graph ?ql|validation|api|open ?api|xml|input|request|response|bird|event|message|color|colour) schemas?|(?:bird|data center|user|theme|config|settings|code) migrat\w*)\b/g,
  },
  anchor: ANCHORS.database,
  signs: SIGNS,
  *find(view, diff) {
    const { file } = view;
    const isMigration = file.role === 'migration' || (MIGRATION.test(file.path) && MIGRATION_CODE.test(file.path) && file.language !== null && /sql|prisma|xml/.test(file.language));
    if (isMigration) yield* migrationHits(view);
    else if (file.language === 'sql') yield* sqlHits(view);
    else if (SCHEMA_PATH.test(file.path) || view.anchored.some(({ line }) => DEFINITION.test(line.text))) yield* schemaHits(view, diff);
  },
});

function* migrationHits(view: View): Iterable<Hit> {
  let inNewTable = false;
  let warned = false;
  for (const change of view.changed) {
    const text = withStrings(change.line, view.file);
    if (text.trim() === '' || /^\s{0,40}(?:import|from|use|using|package|namespace|require|(?:const|let|var)\s[^=]{1,120}=\s{0,3}require\()\b|^[\s{}()[\];,]{0,40}$|^\s{0,40}(?:const|let|var)\s[^=]{1,120}=\s{0,3}require\(|\blogg(?:er|ing)\./.test(text)) continue;
    if (IN_NEW_TABLE.test(text)) inNewTable = true;
    else if (!MEMBER.test(text)) inNewTable = false;
    const isDanger = change.line.side === 'removed' || (DANGER.test(text) && !inNewTable);
    if (isDanger && change.line.side === 'added') yield { change, says: LOSS };
    else if (isDanger && view.file.change === 'modified') yield { change, says: 'changes a migration or schema that may have run already' };
    else if (!warned && change.line.side === 'added') {
      warned = true;
      yield { change, says: MORE, effect: 'warn' };
    }
  }
}

function* schemaHits(view: View, diff: Parameters<typeof isMoved>[1]): Iterable<Hit> {
  const isPrisma = view.file.path.endsWith('.prisma');
  const defines = (text: string) => (isPrisma ? PRISMA.test(text) : DEFINITION.test(text));
  for (const change of view.changed) {
    const text = isPrisma ? change.line.text.replace(/\/\/.*$/, '') : withStrings(change.line, view.file);
    if (!defines(text) || isMoved(change.line, diff) || view.file.change === 'deleted') continue;
    const before = change.group.removed.filter((line) => defines(line.text));
    if (change.line.side === 'removed') {
      yield { change, says: FIELD };
      return;
    }
    if (before.length === 0) yield { change, says: MORE, effect: 'warn' };
  }
}

// A column in the table that a schema file describes.
const COLUMN = /^\s{0,20}["`[]?\w{1,60}["`\]]?\s{1,20}(?:var)?(?:char|text|int\w{0,6}|bigint|smallint|serial|numeric|decimal|real|double|float|bool\w{0,4}|date|time\w{0,10}|uuid|jsonb?|blob|bytea|varchar2?|number)\b/i;
const SCHEMA_SQL = /schema|ddl|tables?|(?:^|\/)db\/|init|create/i;

function* sqlHits(view: View): Iterable<Hit> {
  for (const change of view.changed) {
    const text = withStrings(change.line, view.file).replace(/--.*$/, '').replace(/'[^']{0,400}'/g, "''");
    if (change.line.side === 'removed' && COLUMN.test(text) && SCHEMA_SQL.test(view.file.path)) yield { change, says: FIELD };
    if (change.line.side === 'added' && !/ROW LEVEL SECURITY|\bPOLICY\b/i.test(text) && SQL_LINE.test(text) && DANGER.test(text) && /\b(?:ALTER|RENAME|DROP (?:COLUMN|INDEX|CONSTRAINT|VIEW|TRIGGER|FUNCTION|POLICY))\b/i.test(text)) yield { change, says: LOSS };
  }
}
