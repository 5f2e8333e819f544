import type { Order } from '#client/src/index.js';
import { TRADE_STATUSES } from '#src/orders/model/order-status.js';
import { PAY_URL, purchase, sale, trade } from './orders.js';

const NOVEL = 'FROZEN';
const TIME = '2026-01-31T12:05:00.000Z';
const CODES = [null, 'not_created', 'not_found', 'address_at_risk', 'ramp_refused', 'refunded'];
const BOTH = [false, true];

/** Orders of every kind, including inconsistent ones: the page must be right about any of them. */
export function* everyOrder(): Generator<Order> {
  for (const status of [...TRADE_STATUSES, NOVEL])
    for (const inReview of BOTH)
      for (const retryable of BOTH)
        for (const payUrl of [null, PAY_URL])
          for (const code of CODES)
            for (const isFilled of BOTH)
              for (const trades of [
                [trade({ status: status })],
                [trade({ status: 'PAID' }), trade({ status: 'COMPLETED' })],
              ]) {
                const facts = {
                  status,
                  inReview,
                  retryable,
                  payUrl,
                  failure: code === null ? null : { code, message: 'no' },
                  trades,
                  // Providers fill times and hashes in advance.
                  ...(isFilled ? { txHash: '0xabcdef0123', paidAt: TIME, transferredAt: TIME, completedAt: TIME } : {}),
                };
                yield purchase(facts);
                yield sale({
                  ...facts,
                  payoutAddress: isFilled ? '0x1' : null,
                  cryptoActualAmount: '1',
                });
              }
}
