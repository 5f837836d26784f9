import { describe, expect, test } from 'vitest';
import { loadSyntax } from '../../gather/syntax.js';
import type { Grammar, Syntax } from '../../model/index.js';
import { GRAMMARS } from '../../model/index.js';
import { grammarsOf, parseDiff, withCode } from './index.js';

const syntax: Syntax = await loadSyntax(GRAMMARS);
const none: Syntax = { read: () => 'no-grammar' };

/** The code of a hunk that starts somewhere in the file, as a text. */
function codeOf(path: string, body: string, by = syntax): string {
  const model = withCode(parseDiff(`--- a/${path}\n+++ b/${path}\n@@ -10,99 +10,99 @@\n${body}\n`), by, () => true);
  const lines = model.files.flatMap((file) => file.hunks.flatMap((hunk) => hunk.lines));
  for (const line of lines) expect(line.code).toHaveLength(line.text.length);
  return lines.map((line) => ({ added: '+', removed: '-', context: ' ' })[line.side] + line.code.trimEnd()).join('\n');
}

describe('a fragment that begins or ends inside a comment or a string', () => {
  test.each([
    ['a doc comment', 'a.ts', "  * deletes the user's account,\n+  * and the `role`\n  */\n export function x() {\n+  return drop('a'); // b", "\n+\n\n export function x() {\n+  return drop(' ');"],
    ['a doc comment without its end', 'a.java', '  * deletes\n+  * the role\n  * of a user', '\n+\n'],
    ['prose in a block comment', 'a.css', ' never drop this\n+and not that\n */\n a { color: red }', '\n+\n\n a { color: red }'],
    ['a template', 'a.ts', '   ORDER BY name\n+  AND nothing else`;\n const a = run(q);', '\n+                  `;\n const a = run(q);'],
    ['a docstring', 'a.py', '     deletes the role.\n+    Never drop it.\n     """\n     x = 1', '\n+\n     """\n     x = 1'],
    ['two docstrings', 'a.py', '     deletes.\n     """\n     return a(b)\n \n+    def c(self):\n+        """Drops the role\n+        and more.', '\n     """\n     return a(b)\n \n+    def c(self):\n+        """\n+'],
  ])('%s', (_, path, body, code) => {
    expect(codeOf(path, body)).toBe(code.split('\n').map((line) => (line === '' ? ' ' : line)).join('\n'));
  });
});

describe('no mark hides what looks like code', () => {
  test.each([
    ['a comment end in a comment', 'a.ts', '   } else {\n+    evil();\n+  // */\n     foo();'],
    ['a comment end in a pattern', 'a.ts', '   } else {\n+    evil();\n+  x = /b*/.test(y);\n     foo();'],
    ['a back quote', 'a.ts', '   } else {\n+    evil();\n+  `\n     foo();'],
    ['three quotes', 'a.py', '     else:\n+        evil()\n+    """\n     foo()'],
    ['a quote that never closes', 'a.rb', "   end\n+  evil()\n+  '\n   foo()"],
    ['a comment that begins in a string', 'a.go', '   }\n+  s := "/*"\n+  evil()\n   }'],
    ['a string that never closes, by the scanner', 'a.kt', '   }\n+  """\n+  evil()\n   }'],
  ])('%s', (_, path, body) => {
    expect(codeOf(path, body)).toContain('evil()');
  });
});

test.each<[Grammar, string, string, string]>([
  ['typescript', 'a.ts', 'const a = `b ${drop("c")} d` + /e/; // f', 'const a = `  ${drop(" ")}  ` + / /;'],
  ['tsx', 'a.tsx', 'const a = <p className="b">delete it {c("d")}</p>;', 'const a = <p className=" ">          {c(" ")}</p>;'],
  ['python', 'a.py', 'a = f"b {c(\'d\')} e"  # f', 'a = f"  {c(\' \')}  "'],
  ['go', 'a.go', "var a, b, c = `d`, 'e', \"f\" // g", "var a, b, c = ` `, ' ', \" \""],
  ['rust', 'a.rs', 'let a: &\'b str = r#"c"#; // d', 'let a: &\'b str = r#" "#;'],
  ['php', 'a.php', '$a = "b $c d"; // e', '$a = "  $c  ";'],
  ['c-sharp', 'a.cs', 'var a = $"b {c("d")}"; // e', 'var a = $"  {c(" ")}";'],
  ['cpp', 'a.c', 'char *a = "b"; /* c */ int d;', 'char *a = " ";         int d;'],
  ['bash', 'a.sh', "rm -rf \"$a/b\" 'c' # d", "rm -rf \"$a  \" ' '"],
  ['css', 'a.css', 'a { content: "b"; } /* c */', 'a { content: " "; }'],
])('%s by its grammar', (_, path, line, code) => {
  expect(codeOf(path, `+${line}`)).toBe(`+${code}`);
});

test.each([
  ['a.kt', 'val a = "b ${drop("c")} d" // e', 'val a = "  ${drop(" ")}  "'],
  ['a.kt', "val a = 'b'; val c = \"\"\"d\"\"\" /* e /* f */ g */ + h", 'val a = \' \'; val c = """ """                   + h'],
  ['a.swift', 'let a = "b \\(drop("c")) d" // e', 'let a = "  \\(drop(" "))  "'],
  ['a.sql', "DELETE FROM a WHERE b = 'it''s' -- c", "DELETE FROM a WHERE b = '  '' '"],
  ['a.ex', 'a = "b #{c("d")}" # e', 'a = "  #{c(" ")}"'],
  ['a.yml', 'a: "b" # c', 'a: "b"'],
  ['a.yml', 'a: http://b#c', 'a: http://b#c'],
  ['main.tf', 'a = "b" // c', 'a = "b"'],
  ['Dockerfile', 'RUN echo "a" # b', 'RUN echo "a"'],
  ['a.vue', "<p>don't</p> <!-- a --> {{ drop('b') }}", "<p>don't</p>            {{ drop(' ') }}"],
  ['a.lua', 'a = [[b]] -- c', 'a = [[ ]]'],
])('%s by the scanner: %s', (path, line, code) => {
  expect(codeOf(path, `+${line}`, none)).toBe(`+${code}`);
});

test('old and new side are read apart, and context on the new one', () => {
  expect(codeOf('a.ts', '-/* a\n+f();\n b();\n-*/\n+g();')).toBe('-\n+f();\n b();\n-\n+g();');
});

test('only wanted files are read by a grammar, and only their grammars are asked for', () => {
  const model = parseDiff('--- a/a.ts\n+++ b/a.ts\n@@ -1 +1 @@\n-a // b\n+c // d\n--- a/b.py\n+++ b/b.py\n@@ -1 +1 @@\n-a # b\n+c # d\n--- a/c.kt\n+++ b/c.kt\n@@ -1 +1 @@\n-a // b\n+c // d\n');
  const wanted = (file: { path: string }): boolean => file.path === 'b.py';
  expect(grammarsOf(model, wanted)).toEqual(new Set(['python']));
  const codes = withCode(model, syntax, wanted).files.map((file) => file.hunks[0]?.lines[1]?.code);
  expect(codes).toEqual(['c // d', 'c    ', 'c     ']);
});

test('what is too long for a grammar is left to the scanner', () => {
  const asked: number[] = [];
  const counting: Syntax = { read: (_, source) => (asked.push(source.length), { comments: [], strings: [], errors: 0 }) };
  expect(codeOf('a.ts', `+${'a'.repeat(5_001)} // b`, counting)).not.toContain('b');
  expect(codeOf('a.ts', '+a // b\n'.repeat(40_000), counting)).not.toContain('b');
  expect(asked).toEqual([]);
});
