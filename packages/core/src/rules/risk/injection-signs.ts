import type { Sign } from './signs.js';

const EVAL = 'runs text as code';
const SHELL = 'builds a shell command from text';
const DESERIALIZE = 'turns foreign data into objects of any kind';
const ENTITIES = 'lets XML pull in external entities';
const BARE = '(?<![.\\w$>:@-])';

/** Code from text, shells, deserialization and XML: each in the languages that have it. */
export const CODE_SIGNS: readonly Sign[] = [
  // JS, Python, Ruby, PHP, Perl, Lua: a literal is constant, `model.eval()` is a method
  { says: EVAL, added: new RegExp(String.raw`${BARE}eval\s{0,2}\(\s{0,3}(?!\)|["'][^"'$\x60+.]{0,200}["']\s{0,3}\))|\b(?:window|globalThis|global|self)\.eval\(|\bnew Function\s{0,2}\(|\bvm\.(?:run\w{1,20}|compileFunction)\(|\bnew vm\.Script\(|\bset(?:Timeout|Interval)\(\s{0,3}(?:"[^"]{0,200}"|'[^']{0,200}')\s{0,3}[+,]`), files: /\.(?:[cm]?[jt]sx?|py|rb|php|pl|pm|lua|vue|svelte|erb|html?|r|R)$/, on: 'code' },
  { says: EVAL, added: /\b(?:instance_eval|class_eval|module_eval)[\s(]{1,3}(?!do\b|\{|&|$)|\bbinding\.eval\b|\.constantize\b(?=.{0,60}params)|\bparams\[[^\]]{1,40}\]\.(?:constantize|classify)|\bsend\(\s{0,3}params/, files: /\.(?:rb|erb|rake)$/ },
  { says: EVAL, added: new RegExp(String.raw`${BARE}exec\s{0,2}\(\s{0,3}(?!["'][^"'{%+]{0,200}["']\s{0,3}\)|open\(|\))|__import__\(\s{0,3}(?!["'])|\bcompile\([^)]{1,120},\s{0,3}["']exec["']`), files: /\.py$/, on: 'strings' },
  { says: EVAL, added: /\bScriptEngine\b.{0,80}\.eval\(|\bengine\.eval\(|\bSpelExpressionParser\b|\bparseExpression\(\s{0,3}(?!")|\bGroovyShell\b|\bOgnl\.getValue|\bMVEL\.eval|CSharpScript\.(?:Evaluate|Run)Async|\bCode\.eval_(?:string|quoted)\b|\bloadstring\(|\bcreate_function\(|\bassert\(\s{0,3}\$|\bInvoke-Expression\b|\biex\s|(?<![\w.-])ScriptBlock\]::Create|\bcall_user_func(?:_array)?\(\s{0,3}\$_|\$_(?:GET|POST|REQUEST)\[[^\]]{1,40}\]\s{0,2}\(|preg_replace\(\s{0,3}['"][^'"]{0,80}\/\w{0,6}e\w{0,6}['"]|\bNSExpression\(format:\s{0,3}(?!")|evaluateJavaScript\(\s{0,3}(?!"[^"\\]{0,200}")/ },
  // Shell scripts: `eval "$(tool init)"` is the documented way to load a tool; text from arguments or variables is not
  { says: EVAL, added: /(?:^|[;&|]\s{0,3}|\bthen\s|\bdo\s)\s{0,20}eval\s{1,3}(?!["']?\$\([^$]{0,120}\)["']?\s{0,3}$)(?=.{0,200}\$)|\b(?:ba)?sh -c ["']?\$(?![({]{0,1}(?:curl|wget))/, files: /\.(?:sh|bash|zsh|ksh)$|(?:^|\/)[\w-]{1,60}$|dockerfile|makefile|\.ya?ml$/i, on: 'strings' },
  // Node
  { says: SHELL, added: /(?<![\w$.])(?:child_process\.|childProcess\.|cp\.|shell\.|shelljs\.)?(?:exec|execSync|execAsync|execPromise|execCommand|runCommand|execa(?:Command)?(?:Sync)?|\$?spawnShell)\(\s{0,3}(?:`[^`]{0,300}\$\{|['"][^'"]{0,200}['"]\s{0,3}\+|\w[\w.]{0,60}\s{0,3}\+)|\bspawn(?:Sync)?\(\s{0,3}['"](?:\/bin\/)?(?:ba|z)?sh['"],\s{0,3}\[\s{0,3}['"]-l?c['"]\s{0,3},\s{0,3}(?!['"][^'"]{0,300}['"]\s{0,3}\])/, files: /\.(?:[cm]?[jt]sx?|vue|svelte)$/ },
  { says: SHELL, added: /(?<![\w$.])(?:child_process\.|childProcess\.|cp\.)?(?:exec|execSync)\(\s{0,3}(?:req|request|ctx|body|query|params|input|cmd|command|userInput|line|text|args?\b)[\w.[\]]{0,60}\s{0,3}[,)]/, files: /\.(?:[cm]?[jt]sx?)$/ },
  // Python
  { says: SHELL, added: /\bos\.(?:system|popen)\(\s{0,3}(?!["'][^"'{%]{0,300}["']\s{0,3}\)\s{0,3}$)|\bcommands\.getoutput\(|\bsubprocess\.get(?:status)?output\(/, files: /\.py$/ },
  // Go, Rust, Java, Kotlin, Scala, C#, Dart
  { says: SHELL, added: /\bexec\.Command(?:Context)?\((?:\w{1,20},\s{0,3})?"(?:\/bin\/|\/usr\/bin\/)?(?:ba|z|da)?sh",\s{0,3}"-l?c",\s{0,3}(?!"[^"]{0,300}"\s{0,3}\)|\x60[^\x60]{0,300}\x60\s{0,3}\))|\bexec\.Command(?:Context)?\((?:\w{1,20},\s{0,3})?"cmd(?:\.exe)?",\s{0,3}"\/[cC]",\s{0,3}(?!"[^"]{0,300}"\s{0,3}\))/ },
  { says: SHELL, added: /Command::new\(\s{0,3}"(?:\/bin\/)?(?:ba|z)?sh"\s{0,3}\).{0,60}\.arg\(\s{0,3}(?:&?format!|&?\w{1,40}\s{0,3}\))|\.args\(\s{0,3}&?\[\s{0,3}"-c",\s{0,3}(?!"[^"]{0,300}"\s{0,3}\])|\bgetRuntime\(\)\.exec\(\s{0,3}(?!"[^"]{0,300}"\s{0,3}\)|new String\[\]\s{0,3}\{\s{0,3}"(?!(?:ba)?sh|\/bin\/(?:ba)?sh|cmd))|\bProcessBuilder\(\s{0,3}(?:\w{1,20}\()?\s{0,3}"(?:\/bin\/)?(?:ba|z)?sh",\s{0,3}"-l?c",\s{0,3}(?!")|\bProcess\.(?:run|start)\(\s{0,3}['"](?:\/bin\/)?(?:ba)?sh['"],\s{0,3}\[\s{0,3}['"]-c['"],\s{0,3}(?!['"][^'"$]{0,300}['"]\s{0,3}\])|\bProcess\.Start\(\s{0,3}"(?:cmd|\/bin\/(?:ba)?sh|powershell)[^"]{0,20}",\s{0,3}(?:\$"|"[^"]{0,100}"\s{0,3}\+|\w{1,40}\s{0,3}\))|\bArguments\s{0,3}=\s{0,3}\$?"[-/]c [^"]{0,100}(?:\{|"\s{0,3}\+)/ },
  // PHP, Ruby, Perl, C, Elixir, Swift
  { says: SHELL, added: /(?<![\w>:])(?:shell_exec|exec|system|passthru|popen|proc_open)\(\s{0,3}(?:[^)]{0,200}\$|["'][^"']{0,200}["']\s{0,3}\.)/, unless: /escapeshell(?:arg|cmd)\(/, files: /\.(?:php|phtml)$/ },
  { says: SHELL, added: /(?<![\w.])(?:system|exec|spawn|IO\.popen|Open3\.\w{1,20}|Kernel\.\w{1,10})[\s(]{1,2}"[^"]{0,300}#\{|(?<![\w.])`[^`]{0,300}#\{|%x[({[][^)}\]]{0,300}#\{|(?<![\w.])(?:system|exec)[\s(]{1,2}(?:params|cmd|command)\b/, unless: /shellescape|Shellwords/, files: /\.(?:rb|rake|erb|cr)$/ },
  { says: SHELL, added: /(?<![\w.>:])(?:system|popen)\(\s{0,3}(?!"[^"]{0,300}"\s{0,3}[,)]|NULL|\))/, files: /\.(?:c|cc|cpp|cxx|h|hpp|m|mm|pl|pm)$/, on: 'strings' },
  { says: SHELL, added: /(?<![\w.>:])(?:system|exec|qx)[\s({]{1,3}"?[^"')}]{0,200}[$@]\w|`[^`]{0,200}\$\w/, files: /\.(?:pl|pm|cgi)$/ },
  { says: SHELL, added: /:os\.cmd\(|\bSystem\.(?:cmd|shell)\(\s{0,3}(?:"(?:ba)?sh",\s{0,3}\["-c",\s{0,3}(?!"[^"#]{0,200}"\s{0,3}\])|"[^"]{0,200}#\{)|\bSystem\.shell\(\s{0,3}(?!"[^"#]{0,200}"\s{0,3}\))|\.launchPath\s{0,3}=\s{0,3}"\/bin\/(?:ba|z)?sh"/ },
  // Deserialization
  { says: DESERIALIZE, added: /\b(?:c?[pP]ickle|dill|cloudpickle|marshal|_pickle)\.loads\(|\bjsonpickle\.decode\(|\bshelve\.open\(\s{0,3}(?!["'])|\byaml\.(?:unsafe_load|full_load)(?:_all)?\(|\byaml\.load(?:_all)?\((?!.{0,200}(?:Safe|CSafe)Loader)|\bLoader\s{0,3}=\s{0,3}(?:yaml\.)?(?:Unsafe|Full)?Loader\b|\bweights_only\s{0,3}=\s{0,3}False|\ballow_pickle\s{0,3}=\s{0,3}True|\bjoblib\.load\(/, files: /\.(?:py|ipynb)$/ },
  { says: DESERIALIZE, added: /\bnew ObjectInputStream\(|\bObjectInputStream\((?!.{0,40}extends)|\.readObject\(\)|\bXMLDecoder\(|\bnew XStream\(|\bXStream\(\)|\b(?:enable|activate)DefaultTyping\(|JsonTypeInfo\.Id\.(?:CLASS|MINIMAL_CLASS)|\bsetRegistrationRequired\(\s{0,3}false|\bSerializationUtils\.deserialize\(/, files: /\.(?:java|kt|kts|scala|groovy)$/ },
  { says: DESERIALIZE, added: /\bBinaryFormatter\b|TypeNameHandling\.(?:All|Auto|Objects|Arrays)|\bLosFormatter\b|NetDataContractSerializer|\bSoapFormatter\b|\bObjectStateFormatter\b|\bJavaScriptSerializer\(new SimpleTypeResolver/, files: /\.(?:cs|vb|fs)$/ },
  { says: DESERIALIZE, added: /(?<![\w>:])unserialize\(/, unless: /allowed_classes['"]\s{0,3}=>\s{0,3}false/, files: /\.(?:php|phtml|inc)$/ },
  { says: DESERIALIZE, added: /\bMarshal\.(?:load|restore)\b|\bYAML\.(?:unsafe_load|load)\b(?!_file)|\bPsych\.(?:unsafe_)?load\b|\bOj\.load\(|\bbinary_to_term\((?!.{0,80}:safe)|node-serialize|\bserialize\.unserialize\(|\bserialize-javascript\b.{0,20}unserialize|\bfuncster\b|\bv8\.deserialize\(/ },
  { says: ENTITIES, added: /\bresolve_entities\s{0,3}=\s{0,3}True|\bnoent\b\s{0,3}[:=(]?\s{0,3}(?:true|True)?|LIBXML_(?:NOENT|DTDLOAD)|disallow-doctype-decl",\s{0,3}false|external-(?:general|parameter)-entities",\s{0,3}true|DtdProcessing\.Parse|ProhibitDtd\s{0,3}=\s{0,3}false|libxml_disable_entity_loader\(\s{0,3}false|\bfeature_external_ges,\s{0,3}True|\bXmlResolver\s{0,3}=\s{0,3}new\b|isSupportingExternalEntities",\s{0,3}(?:Boolean\.TRUE|true)|XML_PARSE_NOENT|\bprocessEntities:\s{0,3}true/ },
  { says: ENTITIES, removed: /disallow-doctype-decl",\s{0,3}true|DtdProcessing\.(?:Prohibit|Ignore)|\bdefusedxml\b|FEATURE_SECURE_PROCESSING,\s{0,3}true|ACCESS_EXTERNAL_(?:DTD|SCHEMA),\s{0,3}""|libxml_disable_entity_loader\(\s{0,3}true|resolve_entities\s{0,3}=\s{0,3}False/, kept: /disallow-doctype-decl",\s{0,3}true|DtdProcessing\.(?:Prohibit|Ignore)|defusedxml|FEATURE_SECURE_PROCESSING|ACCESS_EXTERNAL|resolve_entities\s{0,3}=\s{0,3}False/ },
];
