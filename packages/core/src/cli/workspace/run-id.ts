/**
 * `<yyyymmddhhmmss>-<pid>-<6 hex>`, in UTC. The upper ten bits of the six digits are the milliseconds of that second, by which
 * runs of one second are told apart in time; the other fourteen are by chance. No secret: two runs of one process differ, that is all.
 */
export function newRunId(now: Date): string {
  const tail = now.getUTCMilliseconds() * 0x4000 + Math.floor(Math.random() * 0x4000);
  return `${now.toISOString().replace(/\D/g, '').slice(0, 14)}-${process.pid}-${tail.toString(16).padStart(6, '0')}`;
}
