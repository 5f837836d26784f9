import tseslint from 'typescript-eslint';

// What the compiler cannot say. Style is left to .editorconfig and to the reader.
const plain = {
  eqeqeq: ['error', 'always', { null: 'ignore' }],
  'no-var': 'error',
  'prefer-const': 'error',
  'object-shorthand': 'error',
  'no-constant-condition': ['error', { checkLoops: false }],
  'no-control-regex': 'off', // logs are full of control characters
  'no-dupe-else-if': 'error',
  'no-duplicate-case': 'error',
  'no-empty-character-class': 'error',
  'no-fallthrough': 'error',
  'no-misleading-character-class': 'error',
  'no-param-reassign': 'error',
  'no-self-assign': 'error',
  'no-self-compare': 'error',
  'no-sparse-arrays': 'error',
  'no-template-curly-in-string': 'error',
  'no-unreachable': 'error',
  'no-unsafe-finally': 'error',
  'no-useless-backreference': 'error',
  'no-useless-escape': 'error',
  'no-useless-rename': 'error',
  'use-isnan': 'error',
  'valid-typeof': 'error',
};

const typed = {
  '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports', disallowTypeAnnotations: false }],
  '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
  '@typescript-eslint/no-import-type-side-effects': 'error',
  '@typescript-eslint/no-unnecessary-condition': ['error', { allowConstantLoopConditions: 'only-allowed-literals' }],
  '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_', caughtErrors: 'none', ignoreRestSiblings: true }],
  '@typescript-eslint/prefer-readonly': 'error',
  '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
  '@typescript-eslint/return-await': ['error', 'error-handling-correctness-only'],
  '@typescript-eslint/unbound-method': 'off', // rules and recognizers are plain objects, their functions are taken out by name
  '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
};

const nodeGlobals = Object.fromEntries(
  ['AbortController', 'Buffer', 'URL', 'clearInterval', 'clearTimeout', 'console', 'fetch', 'performance', 'process', 'setInterval', 'setTimeout', 'structuredClone', 'TextDecoder', 'TextEncoder'].map((name) => [name, 'readonly']),
);

export default tseslint.config(
  { ignores: ['**/node_modules/', '**/dist/', '**/coverage/', 'fixtures/', '**/eval/corpus/', '.verifier/'] },
  { linterOptions: { reportUnusedDisableDirectives: 'error', noInlineConfig: true } },
  {
    files: ['**/*.ts'],
    extends: [tseslint.configs.strictTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: { ...plain, ...typed },
  },
  {
    files: ['**/*.test.ts', 'packages/*/test/**/*.ts'],
    rules: {
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/no-unnecessary-template-expression': 'off', // a token is written in parts, so that no file holds one
      'no-template-curly-in-string': 'off',
    },
  },
  {
    // A file that a newcomer reads in one go. Generated registries and tests may be longer.
    files: ['packages/**/src/**/*.ts', 'packages/**/eval/**/*.ts', 'scripts/**/*.{ts,mjs}'],
    ignores: ['**/*.test.ts', 'packages/core/src/rules/index.ts', 'packages/core/src/evidence/logs/tools/index.ts'],
    rules: { 'max-lines': ['error', 200] },
  },
  {
    files: ['**/*.mjs', '**/*.js'],
    languageOptions: { ecmaVersion: 2023, sourceType: 'module', globals: nodeGlobals },
    rules: { ...plain, 'no-undef': 'error', 'no-unused-vars': ['error', { argsIgnorePattern: '^_', caughtErrors: 'none' }] },
  },
);
