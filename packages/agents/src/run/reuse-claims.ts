import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { CHECK_KINDS, type Claim, CLAIM_PRIORITIES, CLAIM_STATUSES, runNamed, SOURCE_KINDS, SOURCE_TIERS, UsageError, withC0 } from '@verifier/core';
import { z } from 'zod/v4';
import { jsonOf } from '../transport/openai-compatible.js';

const LARGEST = 4 * 1024 * 1024;
const FLAGS = constants.O_RDONLY | (process.platform === 'win32' ? 0 : constants.O_NOFOLLOW | constants.O_NONBLOCK);

/** `schemas/claims.schema.json`, as this package reads it. */
const ClaimsFile = z.strictObject({
  schemaVersion: z.literal(1),
  runId: z.string(),
  claims: z.array(z.strictObject({
    id: z.string().regex(/^C-\d+$/),
    statement: z.string().min(1),
    priority: z.enum(CLAIM_PRIORITIES),
    source: z.strictObject({ tier: z.enum(SOURCE_TIERS), kind: z.enum(SOURCE_KINDS), ref: z.string() }),
    plannedChecks: z.array(z.enum(CHECK_KINDS)),
    status: z.enum(CLAIM_STATUSES),
    evidenceIds: z.array(z.string()),
  })),
  conflicts: z.array(z.string()),
});

/** The claims of an earlier run of this workspace, with nothing known of them yet. Errors: UsageError. */
export function claimsOfRun(root: string, runId: string): Claim[] {
  const { folder, id } = runNamed(root, runId);
  const text = textAt(path.join(folder, 'claims.json'));
  if (text === null) throw new UsageError(`the run ${id} has no claims.json: only a run with stage 0 writes one`);
  const { success, data } = ClaimsFile.safeParse(jsonOf(text));
  if (!success || new Set(data.claims.map((claim) => claim.id)).size !== data.claims.length) throw new UsageError(`claims.json of the run ${id} is not as verifier writes it`);
  return withC0(data.claims.map((claim) => ({ ...claim, status: 'unverified', evidenceIds: [] })));
}

function textAt(file: string): string | null {
  try {
    const fd = openSync(file, FLAGS);
    try {
      const stat = fstatSync(fd);
      return stat.isFile() && stat.size <= LARGEST ? readFileSync(fd, 'utf8') : null;
    } finally {
      closeSync(fd);
    }
  } catch {
    return null;
  }
}
