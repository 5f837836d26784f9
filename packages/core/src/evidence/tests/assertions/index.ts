import { callAssertions } from './calls.js';
import type { AssertionReader } from './found.js';
import { javascriptAssertions } from './javascript.js';
import { pythonAssertions } from './python.js';
import { rubyAssertions } from './ruby.js';
import { shellAssertions } from './shell.js';

export const ASSERTIONS: Readonly<Record<string, AssertionReader>> = {
  typescript: javascriptAssertions,
  tsx: javascriptAssertions,
  javascript: javascriptAssertions,
  vue: javascriptAssertions,
  svelte: javascriptAssertions,
  dart: javascriptAssertions,
  python: pythonAssertions,
  ruby: rubyAssertions,
  elixir: rubyAssertions,
  bash: shellAssertions,
  go: callAssertions,
  rust: callAssertions,
  java: callAssertions,
  kotlin: callAssertions,
  groovy: callAssertions,
  scala: callAssertions,
  'c-sharp': callAssertions,
  php: callAssertions,
  swift: callAssertions,
  cpp: callAssertions,
};
export type { FoundAssertion } from './found.js';
export { rankOf } from './rank.js';
export { toleranceOf } from './tolerance.js';
