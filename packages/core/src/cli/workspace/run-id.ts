/** `<yyyymmddhhmmss>-<pid>-<6 hex>`, in UTC. No secret: two runs of one process in one second differ, that is all. */
export function newRunId(now: Date): string {
  return `${now.toISOString().replace(/\D/g, '').slice(0, 14)}-${process.pid}-${Math.floor(Math.random() * 0x1000000).toString(16).padStart(6, '0')}`;
}
