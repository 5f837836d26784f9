import type { HeadReader } from './head.js';
import { bracesHeads } from './languages/braces.js';
import { javascriptHeads } from './languages/javascript.js';
import { pythonHeads } from './languages/python.js';
import { rubyHeads } from './languages/ruby.js';

export const HEADS: Readonly<Record<string, HeadReader>> = {
  typescript: javascriptHeads,
  tsx: javascriptHeads,
  javascript: javascriptHeads,
  vue: javascriptHeads,
  svelte: javascriptHeads,
  dart: javascriptHeads,
  python: pythonHeads,
  ruby: rubyHeads,
  elixir: rubyHeads,
  go: bracesHeads,
  rust: bracesHeads,
  java: bracesHeads,
  kotlin: bracesHeads,
  groovy: bracesHeads,
  scala: bracesHeads,
  'c-sharp': bracesHeads,
  php: bracesHeads,
  swift: bracesHeads,
  bash: bracesHeads,
  cpp: bracesHeads,
};
