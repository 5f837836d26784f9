import path from 'node:path';
import type { Recognizer } from '../../packages/core/src/model/plugin.js';
import { filesUnder, readText } from './files.js';
import { generatedFrom, page, sentence, table } from './markdown.js';
import { loadRecognizers } from './plugins.js';

const KINDS: Readonly<Record<Recognizer['kind'], string>> = {
  tests: 'runs tests',
  lint: 'looks at code',
  build: 'builds',
  wrapper: 'runs other tools',
  unknown: 'anything',
};

/** `docs/recognizers.md`: which tools are understood, and from which versions logs were captured. */
export async function recognizersPage(root: string): Promise<[string, string][]> {
  const recognizers = await loadRecognizers(root);
  if (recognizers.length === 0) return [];
  const rows = recognizers.map(({ tool, kind }) => [`[${tool}](#${tool})`, KINDS[kind], ...capturedOf(root, tool)]);
  const text = page(
    generatedFrom('packages/core/src/evidence/logs/tools/ and fixtures/logs/'),
    '# Recognizers',
    'A recognizer reads the output of one tool. The versions are those whose real output stands in `fixtures/logs/<tool>/`; where a tool could not be run, its documentation. A log that no recognizer knows is read by a short, strict list of failure words.',
    table(['tool', 'it', 'versions captured', 'logs'], rows),
    ...recognizers.map(section),
  );
  return [['docs/recognizers.md', text]];
}

function capturedOf(root: string, tool: string): [versions: string, logs: string] {
  const logs = logsOf(root, tool).length;
  return logs === 0 ? ["written from the tool's documentation", '–'] : [versionsOf(root, tool).join(', '), String(logs)];
}

function section({ tool, docs, marks }: Recognizer): string {
  const opened = marks.map((mark) => `\`${mark.replaceAll('`', 'ˋ').trim()}\``).join(', ');
  return page(`## ${tool}`, sentence(docs.title), sentence(docs.why), `**What helps.** ${sentence(docs.fix)}`, opened === '' ? '' : `It is opened by ${opened}. Since ${docs.since}.`).trimEnd();
}

function logsOf(root: string, tool: string): string[] {
  return filesUnder(root, `fixtures/logs/${tool}`).filter((file) => file.endsWith('.log'));
}

function versionsOf(root: string, tool: string): string[] {
  const text = readText(path.join(root, `fixtures/logs/${tool}/fixtures.json`));
  if (text === null) return [];
  const logs = Object.values(JSON.parse(text) as Record<string, { tool?: string; version?: string; source?: string }>);
  // A format is printed by many tools, and a number alone would be taken for a version of the format.
  const named = ({ tool: by = tool, version = '' }: (typeof logs)[number]) => (by === tool ? version : `${by} ${version}`);
  const captured = logs.filter(({ source }) => source !== 'documentation').map(named);
  const written = logs.map(named).filter((version) => !captured.includes(version)).map((version) => `${version} (documentation)`);
  const versions = [...captured, ...written].filter((version) => version.trim() !== '');
  return [...new Set(versions)].sort((a, b) => a.localeCompare(b, 'en', { numeric: true }));
}
