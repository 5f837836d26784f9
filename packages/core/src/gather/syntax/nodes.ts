import type { Grammar } from '../../model/index.js';

/** What a node of a tree means to a reader of code. */
export type Meaning =
  /** A comment, marks included. */
  | 'comment'
  /** The inside of a string, a regular expression or a character. */
  | 'body'
  /** Text between tags. */
  | 'prose'
  /** A literal that is one node with its quotes. */
  | 'quoted'
  /** A string that is a command: it runs, so it is code. */
  | 'command'
  /** A here-document whose text between expansions is not a node of its own. */
  | 'gaps'
  /** Code inside one of those. */
  | 'expansion';

export type Meanings = Readonly<Record<string, Meaning>>;

const JAVASCRIPT = {
  comment: 'comment', html_comment: 'comment', hash_bang_line: 'comment',
  string_fragment: 'body', escape_sequence: 'body', regex_pattern: 'body', jsx_text: 'prose',
} as const satisfies Meanings;

/** Node types by grammar, as the grammars of @vscode/tree-sitter-wasm 0.3.1 name them. */
export const MEANINGS: Readonly<Record<Grammar, Meanings>> = {
  typescript: JAVASCRIPT,
  tsx: JAVASCRIPT,
  javascript: JAVASCRIPT,
  python: { comment: 'comment', string_content: 'body' },
  go: { comment: 'comment', interpreted_string_literal_content: 'body', raw_string_literal_content: 'body', escape_sequence: 'body', rune_literal: 'quoted' },
  rust: { line_comment: 'comment', block_comment: 'comment', string_content: 'body', escape_sequence: 'body', char_literal: 'quoted' },
  java: { line_comment: 'comment', block_comment: 'comment', string_fragment: 'body', multiline_string_fragment: 'body', escape_sequence: 'body', character_literal: 'quoted' },
  ruby: { comment: 'comment', uninterpreted: 'comment', string_content: 'body', heredoc_content: 'body', escape_sequence: 'body', subshell: 'command' },
  php: { comment: 'comment', string_content: 'body', nowdoc_body: 'body', escape_sequence: 'body', shell_command_expression: 'command' },
  'c-sharp': {
    comment: 'comment', string_literal_content: 'body', string_content: 'body', raw_string_content: 'body',
    character_literal_content: 'body', escape_sequence: 'body', verbatim_string_literal: 'quoted',
  },
  cpp: { comment: 'comment', string_content: 'body', raw_string_content: 'body', escape_sequence: 'body', character: 'body' },
  bash: {
    comment: 'comment', string_content: 'body', raw_string: 'quoted', ansi_c_string: 'quoted', heredoc_body: 'gaps',
    simple_expansion: 'expansion', expansion: 'expansion', command_substitution: 'expansion',
  },
  css: { comment: 'comment', js_comment: 'comment', string_content: 'body', escape_sequence: 'body' },
};
