import type { Order } from '#client/src/index.js';

const FIRST_MS = 30_000;
const LONGEST_MS = 10 * 60_000;

/**
 * When to ask once more about an order whose watch has ended, after so many `looks` without news; null: nothing can come. A
 * late payment may, until the order is final, and the hash of a transfer even after the word that it is done.
 */
export function nextLookMs(
  { side, status, final, txHash }: Pick<Order, 'side' | 'status' | 'final' | 'txHash'>,
  looks: number,
): number | null {
  const isOver = final && (status !== 'COMPLETED' || side === 'SELL' || txHash !== null);
  return isOver ? null : Math.min(FIRST_MS * 2 ** looks, LONGEST_MS);
}
