import type { ReceiptFields } from '../model/index.js';

/** A field that is not what it was: `tree`, `environment NODE_ENV`, `file pnpm-lock.yaml`. Of values there are digests only. */
export interface FieldDifference {
  readonly field: string;
  readonly then: string | null;
  readonly now: string | null;
}

const TREE = 12;

/** What keeps a receipt from answering, field by field. */
export function differences(then: ReceiptFields, now: ReceiptFields): FieldDifference[] {
  return [
    ...differing('tree', then.tree.slice(0, TREE), now.tree.slice(0, TREE)),
    ...differing('directory', then.directory, now.directory),
    ...namesOf(then.files, now.files).flatMap((name) => differing(`file ${name}`, then.files[name] ?? null, now.files[name] ?? null)),
    ...namesOf(then.env, now.env).flatMap((name) => differing(`environment ${name}`, toldOf(then.env, name), toldOf(now.env, name))),
    ...differing('node', then.node, now.node),
    ...differing('verifier', then.verifier, now.verifier),
    ...differing('platform', then.platform, now.platform),
  ];
}

function differing(field: string, then: string | null, now: string | null): FieldDifference[] {
  return then === now ? [] : [{ field, then, now }];
}

const namesOf = (one: object, other: object): string[] => [...new Set([...Object.keys(one), ...Object.keys(other)])].sort();

/** A name that is looked at and not set is another thing than one that is not looked at. */
const toldOf = (env: ReceiptFields['env'], name: string): string | null => (name in env ? (env[name] ?? 'not set') : null);
