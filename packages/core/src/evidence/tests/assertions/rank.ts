import type { Rank } from '../../../model/index.js';

type Level = readonly [rank: Rank, names: string];

// Names without case, underscores and the words around them: `assert_equal`, `toEqual`, `Assert.Equal`, `isEqualTo`, `shouldEqual`.
const LEVELS: readonly Level[] = [
  [4, 'haveattributes attributes havetext havetextcontent textcontent havevalue havedisplayvalue havetitle haveurl havecount haveaccessiblename equal equals equalto eq eql same sameas identical identicalto strictequal deepequal deepstrictequal exactly be value array jsonequal jsoneq yamleq equalsignoringcase equivalentto equivalent equalscanonicalizing list dict tuple set count length lengthof lengthis havelength size hassize havesize haslength empty null undefined nan none nil zero snapshot inlinesnapshot matchessnapshot matchsnapshot matchinlinesnapshot throwerrormatchingsnapshot calledtimes havebeencalledtimes havebeencalledwith havebeencalledonce havebeencalledoncewith havebeenlastcalledwith havebeennthcalledwith havereturnedwith calledwith calledoncewith calledonce hascalls calls anycall text value attribute members havemembers containexactly containsexactly containsexactlyinanyorder matcharray elementsmatch closeto approx almostequal equalwithdelta within bewithin indelta inepsilon allclose asserttoequal isequal eqtest is asjson arrayequal arrayalmostequal frameequal seriesequal yml debugsnapshot yamlsnapshot jsonsnapshot streq'],
  [3, 'matchobject contain contains containequal containsequal containstring include includes arraycontaining objectcontaining in notin stringcontains containsstring stringcontainsstring property haveproperty haskey arrayhaskey containskey key keys match matches matchesregex matchregex regex regexp regularexpression matchesregularexpression like startwith startswith endwith endswith greaterthan greaterthanorequal greater greaterequal above atleast lessthan lessthanorequal less lessequal below atmost between notequal notequals notsame havebeencalled called subset superset issubset rejects throw throws notnear gt ge lt le contentsubset onlycontains haveattribute haveclass'],
  [2, 'instanceof instance isinstance beinstanceof isinstanceof beaninstanceof typeof betypeof beakindof kindof a an type istype isassignablefrom beoftype string number object boolean array callable iterable float int integer numeric scalar resource double bool true false ok truthy falsy istrue isfalse assert exists'],
  [1, 'defined bedefined notnull notnil notempty notnone isnotnull isnotnone isnotempty present exist notundefined anything some noerror nothrow doesnotthrow doesntthrow notthrow'],
  [0, 'pass fulfilled expectnottoperformassertions addtoassertioncount'],
];

let table: ReadonlyMap<string, Rank> | null = null;
const BOOL = /^(?:true|false|True|False|TRUE|FALSE)$/;
const NOTHING = /^(?:null|nil|None|undefined|NULL|nullptr)$/;
const ZERO = /^-?0(?:\.0*)?[a-zA-Z]{0,2}$/;

/** How much a check says. A comparison with true or false says no more than the condition itself. */
export function rankOf(matcher: string, args: readonly string[]): Rank {
  const [first = '', second] = args;
  switch (matcher) {
    case '==':
    case 'is':
      return BOOL.test(second ?? '') ? 2 : byExpected(4, second ?? '', first);
    case '!=':
    case 'is not':
      return NOTHING.test(second ?? '') || second === '""' || second === "''" || ZERO.test(second ?? '') ? 1 : 3;
    case '>':
    case '>=':
      return ZERO.test(second ?? '') || (second === '-1' && matcher === '>') ? 1 : 3;
    case '<':
    case '<=':
      return 3;
    case 'in':
    case 'not in':
    case '=~':
      return 3;
    case 'truthy':
      return conditionRank(first);
    case 'raises':
    case 'raisesMatch':
      return 3;
  }
  const known = lookUp(matcher);
  if (known === null) return 3;
  if (known >= 3 && args.length >= 2) {
    if (isGreater(matcher) && args.some((arg) => ZERO.test(arg))) return 1;
    if (known === 4 && args.some((arg) => BOOL.test(arg))) return 2;
    const expected = args.slice(1).join(' ');
    return byExpected(known, expected, first);
  }
  if (known === 2 && args.length === 1) return conditionRank(first);
  return known;
}

/** `expect.any(Number)`, `ANY`, `objectContaining(…)` on the side of the expectation. */
function byExpected(rank: Rank, expected: string, first: string): Rank {
  const whole = `${expected} ${first}`;
  if (/^(?:expect\.)?anything\(\)|^(?:mock\.)?ANY\b|^sinon\.match\.any/.test(expected)) return 1;
  if (/^(?:expect\.)?any\(|^isA\(|^isinstance\(/.test(expected)) return 2;
  if (/\bany\(|\bobjectContaining\(|\barrayContaining\(|\banything\(\)|\bstringMatching\(|\bANY\b/.test(whole)) return Math.min(rank === 4 ? 3 : 2, rank) as Rank;
  return /^\/\.?[*+]?\/$|^r?["']\.[*+]["']$/.test(expected) ? 2 : rank;
}

function conditionRank(condition: string): Rank {
  if (/^(?:isinstance|issubclass|is_a)\(|\binstanceof\b|^typeof\b|\.is_a\?|\.kind_of\?|^callable\(/.test(condition)) return 2;
  if (/===?|\.equals\(|\.eql\?|\beq\(/.test(condition)) return 4;
  if (/\.(?:includes?|contains|startsWith|endsWith|starts_with|ends_with|startswith|endswith|match(?:es)?|Contains|HasPrefix|HasSuffix|MatchString|test|has|some|every|any|all)\??\(|\bin\b/.test(condition)) return 3;
  if (/[\w)\]](?:<=?-?[\w.(]{1,60}|>=?-?[1-9][\w.]{0,30})$/.test(condition)) return 3;
  if (/^hasattr\(|is_some\(\)$|is_ok\(\)$|(?:!=|isnot)(?:null|nil|None)$/.test(condition)) return 1;
  return 2;
}

function isGreater(matcher: string): boolean {
  return /greater|above|atleast|gt|ge$/i.test(matcher.replace(/_/g, ''));
}

function lookUp(matcher: string): Rank | null {
  table ??= new Map(LEVELS.flatMap(([rank, names]) => names.split(' ').map((name): [string, Rank] => [name, rank])));
  const isNegated = matcher.startsWith('not.');
  const plain = matcher.replace(/^not\./, '').replace(/^rejects\./, '').replace(/[^A-Za-z]/g, '').toLowerCase();
  const name = plain.replace(/^(?:xctassert|assert|expect|require|check|refute|must|wont|should)(?=.)/, '').replace(/^(?:that)?(?:tobe|to|are|is|be|have|has|does|do)(?=.)/, '');
  const rank = table.get(name) ?? table.get(plain) ?? null;
  if (rank === null) return null;
  if (!isNegated && !/^(?:refute|wont)/.test(plain)) return rank;
  return name === 'null' || name === 'nil' || name === 'none' || name === 'undefined' || name === 'empty' || name === 'throw' || name === 'throws' ? 1 : rank === 4 ? 3 : rank;
}
