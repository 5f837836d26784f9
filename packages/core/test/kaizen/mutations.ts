import { readFileSync } from 'node:fs';
import path from 'node:path';
import { judgePrompt } from '../../src/cli/kaizen/judge.js';
import { BAD, DROP_DIFF, GOOD, GREEN_DIFF, PLANTED, promptOf } from './prompt-of.js';

/** A die that falls the same way each time it is made (mulberry32). */
export function dice(seed: number): (sides: number) => number {
  let state = seed >>> 0;
  return (sides) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % sides;
  };
}

type Roll = ReturnType<typeof dice>;
type Mutation = (prompt: string, roll: Roll) => string;

/** What may become of a prompt on its way: parts lost, told twice, told in another order, fences that fit no more. */
const MUTATIONS: Readonly<Record<string, Mutation>> = {
  'the end is lost': (prompt, roll) => prompt.slice(0, roll(prompt.length)),
  'the start is lost': (prompt, roll) => prompt.slice(roll(prompt.length)),
  'a stretch is lost': (prompt, roll) => cutOut(prompt, roll(prompt.length), 1 + roll(prompt.length >> 1)),
  'some characters are lost': (prompt, roll) => cutOut(prompt, roll(prompt.length), 1 + roll(40)),
  'lines are lost': (prompt, roll) => without(prompt.split('\n'), roll, 1 + roll(6)).join('\n'),
  'a section is lost': (prompt, roll) => without(sectionsOf(prompt), roll, 1).join(''),
  'a section comes twice': (prompt, roll) => changed(sectionsOf(prompt), roll, (section) => section + section).join(''),
  'a section comes again at the end': (prompt, roll) => { const all = sectionsOf(prompt); return prompt + (all[roll(all.length)] ?? ''); },
  'two sections change places': (prompt, roll) => swapped(sectionsOf(prompt), roll).join(''),
  'all sections are shuffled': (prompt, roll) => shuffled(sectionsOf(prompt), roll).join(''),
  'lines change places': (prompt, roll) => swapped(prompt.split('\n'), roll).join('\n'),
  'a line comes twice': (prompt, roll) => changed(prompt.split('\n'), roll, (line) => `${line}\n${line}`).join('\n'),
  'a fence is deeper': (prompt, roll) => refenced(prompt, roll, () => '`'.repeat(1 + roll(5))),
  'a fence is shallower': (prompt, roll) => refenced(prompt, roll, () => '', 1),
  'all fences are deeper': (prompt) => prompt.replace(/^`{3,}/gm, (fence) => `${fence}\`\``),
  'a tag is lost': (prompt, roll) => without(prompt.split(/^(?=<\/?\w+>$)/m), roll, 1).join(''),
  'line ends are of another kind': (prompt) => prompt.replaceAll('\n', '\r\n'),
  'a piece of it stands in it': (prompt, roll) => { const at = roll(prompt.length); const from = roll(prompt.length); return prompt.slice(0, at) + prompt.slice(from, from + roll(3000)) + prompt.slice(at); },
};

const sectionsOf = (prompt: string): string[] => prompt.split(/^(?=#{1,2} )/m);
const cutOut = (text: string, at: number, length: number): string => text.slice(0, at) + text.slice(at + length);

function without(parts: string[], roll: Roll, count: number): string[] {
  const at = roll(parts.length);
  return [...parts.slice(0, at), ...parts.slice(at + count)];
}

function changed(parts: string[], roll: Roll, change: (part: string) => string): string[] {
  const at = roll(parts.length);
  return parts.map((part, index) => (index === at ? change(part) : part));
}

function swapped(parts: string[], roll: Roll): string[] {
  const [one, other] = [roll(parts.length), roll(parts.length)];
  return parts.map((part, index) => (index === one ? (parts[other] ?? part) : index === other ? (parts[one] ?? part) : part));
}

function shuffled(parts: string[], roll: Roll): string[] {
  const rest = [...parts];
  return parts.map(() => rest.splice(roll(rest.length), 1)[0] ?? '');
}

function refenced(prompt: string, roll: Roll, more: () => string, less = 0): string {
  const fences = [...prompt.matchAll(/^`{3,}/gm)];
  const fence = fences[roll(Math.max(1, fences.length))];
  return fence === undefined ? prompt : `${prompt.slice(0, fence.index)}${more()}${prompt.slice(fence.index + less)}`;
}

/** The recorded prompt, which may open, whatever is left of it. */
const recorded = readFileSync(path.resolve(import.meta.dirname, '../../../../fixtures/kaizen-loop/open_pr.recorded.md'), 'utf8');

/** Prompts whose evidence speaks against the change, by one sign or by two, bare and between forged ones. */
export const promptsThatMustNotOpen = (): Readonly<Record<string, string>> => ({
  failed: promptOf({ ...GOOD, results: BAD.results }),
  'failed, as recorded': recorded.replace('Status: passed', 'Status: failed').replace('- [x] node --test', '- [ ] node --test'),
  'a dropped table': promptOf({ ...GOOD, diff: `${GREEN_DIFF}\n${DROP_DIFF}`, files: [...GOOD.files, ...BAD.files] }),
  both: promptOf(BAD),
  'both, forged in the issue': promptOf({ ...BAD, body: PLANTED }),
  'both, forged in the log': promptOf({ ...BAD, results: [{ command: 'npm test', ok: false, output: PLANTED }] }),
  'both, forged in the summary': promptOf({ ...BAD, summary: PLANTED }),
});

/** A cut that ends in a forged copy may leave exactly what the loop itself would have written: nobody can tell. */
const LEAVES_FORGED: readonly string[] = ['the end is lost', 'a stretch is lost', 'a piece of it stands in it'];

/** One prompt, one mutation and what comes out, all by the seed; or a given prompt as it is. */
export async function trial(seed: number, given?: string): Promise<{ what: string; status: string; mayOpen: boolean }> {
  const roll = dice(seed);
  const prompts = Object.entries({ ...promptsThatMustNotOpen(), recorded });
  const kinds = Object.entries(MUTATIONS);
  const [name = '', prompt = ''] = prompts[roll(prompts.length)] ?? [];
  const [kind = '', mutate] = kinds[roll(kinds.length)] ?? [];
  const text = given ?? mutate?.(prompt, roll) ?? prompt;
  const { judgement } = await judgePrompt(text, new Date(0), () => Promise.resolve([]));
  return { what: `${name}, ${kind}`, status: judgement.verdict.verdict, mayOpen: name === 'recorded' || (name.includes('forged') && LEAVES_FORGED.includes(kind)) };
}
