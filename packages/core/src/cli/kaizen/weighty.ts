import { roleOf } from '../../evidence/diff/index.js';

// Whole words of a path: `src/auth/login.ts`, `UserPermissions.java`; `author.ts` is none.
const WORDS: ReadonlySet<string> = new Set([
  'auth', 'authn', 'authz', 'authentication', 'authorization', 'authorize', 'authenticate', 'login', 'signin', 'logout', 'session', 'sessions', 'permission', 'permissions',
  'policy', 'policies', 'acl', 'rbac', 'iam', 'oauth', 'oidc', 'sso', 'saml', 'jwt', 'password', 'passwords', 'credential', 'credentials', 'secret', 'secrets', 'guard', 'guards',
  'billing', 'payment', 'payments', 'checkout', 'invoice', 'refund', 'refunds', 'middleware', 'csrf', 'cors', 'crypto', 'schema', 'migration', 'migrations', 'migrate',
]);
// What decides how changes are judged: verifier's and the loop's own configuration, owners, hooks, agents' instructions.
const GATES = /^(?:verifier\.config\.json|codeowners|lefthook\.ya?ml|\.pre-commit-config\.ya?ml)$/;
const GATE_FOLDERS: ReadonlySet<string> = new Set(['.kaizen', '.husky', '.githooks', '.verifier', '.github', '.gitlab', '.circleci']);
const HARMLESS: ReadonlySet<string> = new Set(['test', 'docs', 'lockfile', 'generated', 'data']);

/** A path whose change must not go on unseen: a migration, a pipeline, code that guards or pays, what configures the gate. */
export function isWeighty(file: string): boolean {
  const parts = file.split('/');
  const name = (parts.at(-1) ?? '').toLowerCase();
  if (GATES.test(name) || parts.slice(0, -1).some((folder) => GATE_FOLDERS.has(folder.toLowerCase()))) return true;
  const role = roleOf(file);
  if (role === 'migration' || role === 'ci') return true;
  if (HARMLESS.has(role)) return false;
  return name.endsWith('.sql') || wordsOf(file).some((word) => WORDS.has(word));
}

function wordsOf(file: string): string[] {
  return file.replace(/([a-z0-9])([A-Z])/g, '$1 $2').toLowerCase().split(/[^a-z]+/);
}
