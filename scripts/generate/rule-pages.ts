import path from 'node:path';
import { NOTICES } from '../../packages/core/src/model/notices.js';
import type { Docs, Rule } from '../../packages/core/src/model/plugin.js';
import { filesUnder, readText } from './files.js';
import { excerpt, fenced, generatedFrom, page, sentence, table } from './markdown.js';
import { loadRules } from './plugins.js';

const LINES = 30;
const FENCES: Readonly<Record<string, string>> = { '.patch': 'diff', '.diff': 'diff', '.log': 'text', '.md': 'markdown', '.json': 'json' };
/** The order of the examples on a page: what it finds, then what it leaves alone. */
const ORDER = ['block', 'blind', 'ask', 'warn', 'note', 'ok'];

/** One fixture of a rule: `block.guard-removed` is the case `guard removed`, whose strongest effect is `block`. */
interface Case {
  readonly effect: string;
  readonly name: string;
  readonly files: readonly string[];
}

/** `docs/rules/<id>.md` for every rule and every notice, and the index of them. */
export async function rulePages(root: string): Promise<[string, string][]> {
  const rules = await loadRules(root);
  if (rules.length === 0) return [];
  const notices: Documented[] = Object.entries(NOTICES).map(([id, docs]) => ({ id, docs }));
  const twice = notices.find(({ id }) => rules.some((rule) => rule.id === id));
  if (twice !== undefined) throw new Error(`${twice.id} is a rule and a notice`);
  const pages = [
    ...rules.map((rule): [string, string] => [`docs/rules/${rule.id}.md`, rulePage(root, rule, `packages/core/src/rules/${rule.id}.ts and fixtures/rules/${rule.id}/`)]),
    ...notices.map((notice): [string, string] => [`docs/rules/${notice.id}.md`, rulePage(root, notice, 'packages/core/src/model/notices.ts')]),
  ];
  return [['docs/rules/README.md', indexPage(root, rules, notices)], ...pages];
}

type Documented = Pick<Rule, 'id'> & { readonly docs: Docs };

function indexPage(root: string, rules: readonly Documented[], notices: readonly Documented[]): string {
  const rows = rules.map(({ id, docs }) => [`[${id}](${id}.md)`, docs.title, effectsOf(casesOf(root, id)).join(', ') || '–']);
  return page(
    generatedFrom('packages/core/src/rules/'),
    '# Rules',
    'A finding ends with the id of its rule in brackets; `verifier explain <id>` prints its page. The effects are those that the fixtures of the rule show: `block` blocks, `blind` and `ask` need context, `warn` warns, `note` is only written down.',
    table(['rule', 'finds', 'effects'], rows),
    '## Found before any rule is asked',
    table(['id', 'finds'], notices.map(({ id, docs }) => [`[${id}](${id}.md)`, docs.title])),
  );
}

function rulePage(root: string, { id, docs }: Documented, source: string): string {
  const examples = oneOfEach(casesOf(root, id)).map((one) => example(root, one));
  return page(
    generatedFrom(source),
    `# ${id}`,
    sentence(docs.title),
    `**Why.** ${sentence(docs.why)}`,
    `**What to do.** ${sentence(docs.fix)}`,
    examples.length > 0 ? '## Examples' : '',
    ...examples,
    `Since ${docs.since}.`,
  );
}

function example(root: string, { effect, name, files }: Case): string {
  const shown = files.map((file) => {
    const text = excerpt(readText(path.join(root, file)) ?? '', LINES);
    return text.trim() === '' ? '' : `\`${path.basename(file)}\`\n\n${fenced(FENCES[path.extname(file)] ?? 'text', text)}`;
  });
  return page(`### ${name} → ${effect}`, ...shown).trimEnd();
}

function casesOf(root: string, id: string): Case[] {
  const folder = `fixtures/rules/${id}`;
  const groups = new Map<string, string[]>();
  for (const file of filesUnder(root, folder)) {
    const name = file.slice(folder.length + 1).split('/')[0] ?? '';
    groups.set(name, [...(groups.get(name) ?? []), file]);
  }
  const cases = [...groups].map(([folderName, files]): Case => {
    const [effect = '', ...rest] = folderName.split('.');
    return { effect, name: rest.join('.').replaceAll('-', ' '), files };
  });
  return cases.filter(({ effect }) => ORDER.includes(effect)).sort((a, b) => ORDER.indexOf(a.effect) - ORDER.indexOf(b.effect));
}

function oneOfEach(cases: readonly Case[]): Case[] {
  return cases.filter(({ effect }, index) => cases.findIndex((other) => other.effect === effect) === index);
}

function effectsOf(cases: readonly Case[]): string[] {
  return oneOfEach(cases).map(({ effect }) => effect).filter((effect) => effect !== 'ok');
}
