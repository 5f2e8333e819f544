import type { Order } from '#client/src/index.js';
import { isPaid } from '../story/paid.js';

export const FIRST_MS = 30_000;
const LONGEST_MS = 10 * 60_000;

/**
 * Pause before the next read of an order whose watch has ended, after `looks` reads without a change; null: no change
 * is possible. Of a final order the hash of its transfer may follow, and an older trade may be paid too.
 */
export function nextLookMs(
  { side, status, final, txHash, trades }: Pick<Order, 'side' | 'status' | 'final' | 'txHash' | 'trades'>,
  looks: number,
): number | null {
  const lacksHash = status === 'COMPLETED' && side === 'BUY' && txHash === null;
  const mayBePaidTwice = trades.some(isPaid) && !trades.every(isPaid);
  const isOver = final && !lacksHash && !mayBePaidTwice;
  return isOver ? null : Math.min(FIRST_MS * 2 ** looks, LONGEST_MS);
}
