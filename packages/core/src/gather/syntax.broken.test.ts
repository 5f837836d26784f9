import { expect, test } from 'vitest';
import { loadSyntax } from './syntax.js';

// In a file of its own: it spoils the one engine of the process. web-tree-sitter 0.27.2, tree-sitter-cpp as of
// @vscode/tree-sitter-wasm 0.3.1: "memory access out of bounds" in stack_node_release after 3,500 reports of progress.
test('an engine that broke is never touched again', async () => {
  const syntax = await loadSyntax(['ruby', 'typescript']);
  expect(syntax.read('typescript', 'a')).toMatchObject({ errors: 0 });
  const answer = syntax.read('ruby', 'fn &<<":'.repeat(200));
  // A newer engine may read it; then it reads all the rest too.
  const isSpoilt = answer === 'too-costly';
  const other = await loadSyntax(['css']);
  expect([syntax.read('typescript', 'a') === 'too-costly', other.read('css', 'a {}') === 'too-costly']).toEqual([isSpoilt, isSpoilt]);
});
