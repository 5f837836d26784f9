import type { Line } from '../../model/index.js';

const KEPT = 200;
const TEXT = 400;

/** The last 200 lines that nobody explained. */
export function openUnread(): { push(at: number, text: string): void; lines(): Line[] } {
  const numbers: number[] = [];
  const texts: string[] = [];
  let count = 0;
  return {
    push(at, text) {
      numbers[count % KEPT] = at;
      texts[count % KEPT] = text;
      count += 1;
    },
    lines() {
      const start = Math.max(0, count - KEPT);
      return Array.from({ length: count - start }, (_, index) => {
        const slot = (start + index) % KEPT;
        return { at: numbers[slot] ?? 0, text: (texts[slot] ?? '').slice(0, TEXT) };
      });
    },
  };
}
