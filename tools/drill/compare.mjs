/** Our status for each of the provider's, deliberately not imported from the service. */
const OUR_WORD = /** @type {Record<string, string>} */ ({
  PENDING: 'AWAITING_PAYMENT',
  PAY_FAIL: 'PAYMENT_FAILED',
  PAY_SUCCESS: 'PAID',
  TRANSFER: 'TRANSFERRING',
  FINISHED: 'COMPLETED',
  CANCEL: 'CANCELLED',
});
const STAGES = ['PAID', 'TRANSFERRING', 'COMPLETED'];
/** Statuses in which an order may stay: ended, or waiting for a customer who has left. */
const AT_REST = ['COMPLETED', 'CANCELLED', 'REJECTED', 'EXPIRED', 'AWAITING_PAYMENT', 'PAYMENT_FAILED'];

/**
 * @typedef {import('./provider.mjs').ProviderOrder} ProviderOrder
 * @typedef {import('./stored.mjs').Everything} Everything
 * @typedef {import('./stored.mjs').StoredTrade} StoredTrade
 */

/** @param {ProviderOrder} order @returns {boolean} */
export function isPaidThere({ status }) {
  return STAGES.includes(OUR_WORD[status] ?? '');
}

/** @param {{ status: string }} trade @returns {boolean} */
export function isPaidHere({ status }) {
  return STAGES.includes(status);
}

/**
 * Differences between stored and provider's orders, and orders not at rest. Empty: all is settled.
 * @param {readonly ProviderOrder[]} provider
 * @param {Everything} stored
 * @returns {{ number: string, why: string }[]}
 */
export function differences(provider, { orders, trades }) {
  const there = new Map(provider.map((order) => [order.merchantOrderNo, order]));
  const found = [];
  const ofOrder = new Map();
  for (const trade of trades) {
    const earlier = ofOrder.get(trade.number) ?? [];
    ofOrder.set(trade.number, [...earlier, trade]);
    const order = there.get(trade.tradeNo);
    const why = order && tradeDiffers(trade, order);
    if (why) found.push({ number: trade.tradeNo, why });
  }
  for (const { number, status } of orders) {
    const expected = expectedStatus(ofOrder.get(number) ?? [], there);
    if (status !== expected) found.push({ number, why: `the order is ${status}, not ${expected}` });
    else if (!AT_REST.includes(status)) found.push({ number, why: `the order is still ${status}` });
  }
  return found;
}

/** @param {StoredTrade} trade @param {ProviderOrder} order */
function tradeDiffers(trade, order) {
  if (trade.orderNo !== order.orderNo) return `is ${order.orderNo} at the provider, ${trade.orderNo ?? 'unknown'} here`;
  const expected = OUR_WORD[order.status] ?? order.status;
  return trade.status === expected ? null : `is ${expected} at the provider, ${trade.status} here`;
}

/**
 * The status of an order: that of the furthest paid trade, else of the newest one. EXPIRED after the service has stopped trying.
 * @param {readonly StoredTrade[]} trades
 * @param {ReadonlyMap<string, ProviderOrder>} there
 */
function expectedStatus(trades, there) {
  const words = trades.map(({ tradeNo }) => OUR_WORD[there.get(tradeNo)?.status ?? ''] ?? '');
  const stage = Math.max(-1, ...words.map((word) => STAGES.indexOf(word)));
  if (stage >= 0) return STAGES[stage];
  const [newest] = trades.toSorted((a, b) => b.n - a.n);
  if (!newest) return 'an order with a trade';
  if (newest.superseded) return 'EXPIRED';
  if (there.has(newest.tradeNo)) return OUR_WORD[there.get(newest.tradeNo)?.status ?? ''];
  if (newest.outcome === 'refused') return 'REJECTED';
  return newest.outcome === 'unknown' || newest.outcome === 'in_flight' ? 'given up or made again' : 'EXPIRED';
}
