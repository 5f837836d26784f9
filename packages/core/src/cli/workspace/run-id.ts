import { randomBytes } from 'node:crypto';

/** `<yyyymmddhhmmss>-<pid>-<6 hex>`, in UTC. */
export function newRunId(now: Date): string {
  return `${now.toISOString().replace(/\D/g, '').slice(0, 14)}-${process.pid}-${randomBytes(3).toString('hex')}`;
}
