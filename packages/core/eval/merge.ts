import { readFileSync } from 'node:fs';
import { HarnessError } from './model.js';
import { type EvalReport, reportOf } from './report.js';

/** Reports of all shards of one run as the report of the whole. Errors: HarnessError when a part is missing, twice, or of another run. */
export function mergedReport(files: readonly string[]): EvalReport {
  const parts = files.map(partIn);
  const [first] = parts;
  if (first === undefined) throw new HarnessError('there is nothing to merge');
  const wanted = first.shard.of;
  for (const { file, shard, about, thresholds } of parts) {
    if (shard.of !== wanted) throw new HarnessError(`${file} is one of ${shard.of} parts, and ${first.file} one of ${wanted}`);
    if (about.commit !== first.about.commit || about.version !== first.about.version) throw new HarnessError(`${file} measured ${about.commit}, and ${first.file} ${first.about.commit}`);
    if (JSON.stringify(thresholds) !== JSON.stringify(first.thresholds)) throw new HarnessError(`${file} and ${first.file} were held to different thresholds`);
  }
  for (let index = 1; index <= wanted; index += 1) {
    const found = parts.filter(({ shard }) => shard.index === index).length;
    if (found !== 1) throw new HarnessError(`part ${index} of ${wanted} is ${found === 0 ? 'missing' : 'given twice'}`);
  }
  const results = parts.flatMap(({ cases }) => cases).sort((a, b) => (a.id < b.id ? -1 : 1));
  const twice = results.find(({ id }, at) => results[at + 1]?.id === id);
  if (twice !== undefined) throw new HarnessError(`two parts hold the case ${twice.id}`);
  return reportOf({ results, bars: first.thresholds, about: first.about, isOwn: parts.every(({ isOwn }) => isOwn), wallClockMs: parts.reduce((sum, { wallClockMs }) => sum + wallClockMs, 0) });
}

function partIn(file: string) {
  let data: unknown;
  try {
    data = JSON.parse(readFileSync(file, 'utf8'));
  } catch (cause) {
    throw new HarnessError(`${file} is not there, or not JSON`, { cause });
  }
  if (!isReport(data)) throw new HarnessError(`${file} is no report of an eval`);
  const { shard } = data;
  if (shard === undefined) throw new HarnessError(`${file} is a whole run, no shard`);
  return { ...data, shard, file };
}

function isReport(data: unknown): data is EvalReport {
  if (typeof data !== 'object' || data === null) return false;
  return 'schemaVersion' in data && data.schemaVersion === 1 && 'cases' in data && Array.isArray(data.cases) && 'about' in data && 'thresholds' in data;
}
