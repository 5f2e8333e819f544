import type { Order } from '#client/src/index.js';

const FIRST_MS = 30_000;
const LONGEST_MS = 10 * 60_000;

/**
 * Pause before the next read of an order whose watch has ended, after `looks` reads without a change; null: no change
 * is possible. An unpaid order may still be paid until it is final, and the hash of a transfer may follow its
 * completion.
 */
export function nextLookMs(
  { side, status, final, txHash }: Pick<Order, 'side' | 'status' | 'final' | 'txHash'>,
  looks: number,
): number | null {
  const isOver = final && (status !== 'COMPLETED' || side === 'SELL' || txHash !== null);
  return isOver ? null : Math.min(FIRST_MS * 2 ** looks, LONGEST_MS);
}
