import { cpus, release, totalmem } from 'node:os';

/** docs/benchmarks.md. No date: the commit that holds the page has one. */
export function pageOf({ rows, lines, redaction, runs, version }) {
  const [cpu] = cpus();
  return `<!-- Written by \`pnpm bench\`. -->

# Benchmarks

\`pnpm bench\` makes its inputs in a temporary folder (the same bytes everywhere), runs the built command line and a baseline
in turns, and takes the median of ${runs} runs. CPU is user plus system time of the whole process and its children, as bash's
\`time\` reads it from the kernel. Peak memory is \`ru_maxrss\` of the process itself, the median of three more runs.

Measured on ${cpus().length} × ${cpu?.model.trim() ?? 'unknown CPU'}, ${Math.round(totalmem() / 1024 ** 3)} GiB, Linux ${release()}, Node ${process.version}, verifier ${version}.

The figures are those of this one machine, and of what else it did at the time; on another one only the ratios compare. "At most"
is a goal that we set ourselves, not a promise: **over** means that this run missed it.

| what | CPU | baseline | baseline CPU | ratio | at most | peak memory |
| --- | ---: | --- | ---: | ---: | ---: | ---: |
${rows.map(rowOf).join('\n')}

## Redaction

A 20 MB log: ${redaction.speed.toFixed(0)} MB/s beyond reading it (wanted: 20). Hostile texts, CPU of \`redact\` on 1 MiB of each: ${redaction.hostile} (wanted: 2,000 ms at most).

## One line of 100 KB

The slowest content for each input, wall clock, one run of each. The goal is at most 0.6 s.

| input | slowest content | seconds |
| --- | --- | ---: |
${lines.map(({ input, content, real }) => `| ${input} | ${content} | ${real.toFixed(2)} |`).join('\n')}
`;
}

function rowOf({ name, cpu, baseline, base, bar, peak }) {
  const ratio = cpu / base;
  const mark = bar !== null && ratio > bar ? ' **over**' : '';
  return `| ${name} | ${Math.round(cpu * 1000)} ms | ${baseline} | ${Math.round(base * 1000)} ms | ${ratio.toFixed(2)} ×${mark} | ${bar === null ? '–' : `${bar} ×`} | ${Math.round(peak)} MiB |`;
}
