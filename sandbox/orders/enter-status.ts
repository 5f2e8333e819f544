import { randomBytes } from 'node:crypto';
import type { Cause, Order } from './order.js';

const BUY_WITH_PAYMENT: ReadonlySet<string> = new Set(['PAY_SUCCESS', 'TRANSFER', 'FINISHED']);
const BUY_WITH_TRANSFER: ReadonlySet<string> = new Set(['TRANSFER', 'FINISHED']);
const SELL_WITH_CRYPTO: ReadonlySet<string> = new Set(['2', '3', '4', '5', '6']);
const SELL_WITH_PAYOUT: ReadonlySet<string> = new Set(['3', '4', '5', '6']);

/**
 * Sets the status with its history and side effects. A jump also sets the dates and the transaction hash of skipped
 * statuses, as in a real record.
 */
export function enterStatus(order: Order, status: string, cause: Cause, now: number): void {
  order.status = status;
  order.history.push({ status, at: new Date(now).toISOString(), cause });
  if (order.side === 'BUY') {
    if (BUY_WITH_PAYMENT.has(status)) order.paidAt ??= now;
    if (BUY_WITH_TRANSFER.has(status)) {
      order.sentAt ??= now;
      order.txHash ||= newTxHash();
    }
  } else {
    if (SELL_WITH_CRYPTO.has(status)) {
      order.confirmedAt ??= now;
      order.txHash ||= newTxHash();
    }
    if (SELL_WITH_PAYOUT.has(status)) order.paidAt ??= now;
    if (status === '4') order.paidOutAt ??= now;
  }
}

function newTxHash(): string {
  return `0x${randomBytes(32).toString('hex')}`;
}
