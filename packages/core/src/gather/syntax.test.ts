import { expect, test } from 'vitest';
import { type Grammar, GRAMMARS } from '../model/index.js';
import { loadSyntax } from './syntax.js';

/** Each grammar's comments (all that is between `/` marks here) and strings, as they stand in one sample. */
const SAMPLES: Readonly<Record<Grammar, { readonly source: string; readonly comments: readonly string[]; readonly strings: readonly string[] }>> = {
  typescript: { source: '#!/usr/bin/env node\n/* c */ const a: B = `t ${f("in")} u`; // d', comments: ['#!/usr/bin/env node', '/* c */', '// d'], strings: ['t ', 'in', ' u'] },
  tsx: { source: 'const a = <p title="t">text {f("in")}</p>; // d', comments: ['// d'], strings: ['t', 'text ', 'in'] },
  javascript: { source: "const a = 'x\\n' + /re[x]/g; // d", comments: ['// d'], strings: ['x\\n', 're[x]'] },
  python: { source: '"""doc\nx"""\na = f"x {b(\'in\')}" # c\n', comments: ['# c'], strings: ['doc\nx', 'x ', 'in'] },
  go: { source: "package x\n/* d */ var a = \"s\" + `raw\nx`; var r = 'a' // c\n", comments: ['/* d */', '// c'], strings: ['s', 'raw\nx', 'a'] },
  rust: { source: "/// doc\nfn a<'a>() { let y = r#\"raw\"#; let c = 'x'; p!(\"in\"); /* b */ }", comments: ['/// doc\n', '/* b */'], strings: ['raw', 'x', 'in'] },
  java: { source: 'class A { String t = """\n  text "q"\n"""; char c = \'x\'; /* d */ } // e', comments: ['/* d */', '// e'], strings: ['\n  text "q"\n', 'x'] },
  ruby: { source: 'a = "s #{f("in")}" # c\nb = <<~X\n  here #{z} doc\nX\nc = `ls`\n=begin\nblock\n=end\n', comments: ['# c', '=begin\nblock\n=end'], strings: ['s ', 'in', '\n  here ', ' doc\n'] },
  php: { source: '<?php $a = "s $b" . \'q\' . `ls`; // c\n# d\n', comments: ['// c', '# d'], strings: ['s ', 'q'] },
  'c-sharp': { source: 'var a = @"v ""q"""; var i = $"x {f("in")}"; // c', comments: ['// c'], strings: ['v ""q""', 'x ', 'in'] },
  cpp: { source: 'auto r = R"d(raw)d"; char c = \'y\'; /* d */ char *s = "x\\n";', comments: ['/* d */'], strings: ['raw', 'y', 'x\\n'] },
  bash: { source: 'a="s $x $(f "in") t"; b=\'raw\' # c\ncat <<EOF\nhere $z doc\nEOF\n', comments: ['# c'], strings: ['s ', 'in', ' t', 'raw', 'here ', ' doc\n'] },
  css: { source: '/* c */ a { content: "x"; }', comments: ['/* c */'], strings: ['x'] },
};

const syntax = await loadSyntax(GRAMMARS);

test.each(GRAMMARS)('%s tells comments and strings from code', (grammar) => {
  const { source, comments, strings } = SAMPLES[grammar];
  const view = syntax.read(grammar, source);
  if (typeof view === 'string') throw new Error(view);
  const texts = (spans: readonly { start: number; end: number }[]): string[] => spans.map(({ start, end }) => source.slice(start, end));
  expect(texts(view.comments)).toEqual(comments);
  expect(texts(view.strings).filter((text) => text !== ' ')).toEqual(strings);
  expect(view.errors).toBe(0);
});

test.each(GRAMMARS)('%s counts what it could not make sense of, and reads the next text as if nothing was', (grammar) => {
  const broken = syntax.read(grammar, '<?php )]} (({{ "');
  expect(typeof broken === 'string' ? 0 : broken.errors).toBeGreaterThan(0);
  expect(syntax.read(grammar, SAMPLES[grammar].source)).toMatchObject({ errors: 0 });
});

test('spans are in order and do not overlap', () => {
  for (const grammar of GRAMMARS) {
    const view = syntax.read(grammar, SAMPLES[grammar].source.repeat(20));
    if (typeof view === 'string') throw new Error(view);
    for (const spans of [view.comments, view.strings]) {
      spans.forEach(({ start, end }, index) => {
        expect(end).toBeGreaterThan(start);
        expect(start).toBeGreaterThanOrEqual(spans[index - 1]?.end ?? 0);
      });
    }
  }
});

test('without a language nothing is loaded, and a language that was not asked for has no grammar', async () => {
  expect((await loadSyntax([])).read('typescript', 'a')).toBe('no-grammar');
  expect((await loadSyntax(['css'])).read('typescript', 'a')).toBe('no-grammar');
});

test('beyond the budget a text is too costly, and not for longer than that', () => {
  expect(syntax.read('typescript', 'a'.repeat((2 << 20) + 1))).toBe('too-costly');
  expect(syntax.read('typescript', 'x;'.repeat(50_000))).toBe('too-costly');
  expect(syntax.read('typescript', 'a("b");')).toMatchObject({ errors: 0, strings: [{ start: 3, end: 4 }] });
});
