/** Our status for each of the provider's, deliberately not imported from the service. */
const OUR_STATUS = /** @type {Record<string, string>} */ ({
  PENDING: 'AWAITING_PAYMENT',
  PAY_FAIL: 'PAYMENT_FAILED',
  PAY_SUCCESS: 'PAID',
  TRANSFER: 'TRANSFERRING',
  FINISHED: 'COMPLETED',
  CANCEL: 'CANCELLED',
});
const PAID_STATUSES = ['PAID', 'TRANSFERRING', 'COMPLETED'];
/** Statuses in which an order may stay: ended, or waiting for a customer who has left. */
const AT_REST = ['COMPLETED', 'CANCELLED', 'REJECTED', 'EXPIRED', 'AWAITING_PAYMENT', 'PAYMENT_FAILED'];

/**
 * @typedef {import('./provider.mjs').ProviderOrder} ProviderOrder
 * @typedef {import('./stored.mjs').Everything} Everything
 *
 * @typedef {object} Facts collected after all has settled
 * @property {{ orders: ReadonlySet<string>, taken: ReadonlySet<string> }} told to customers
 * @property {ProviderOrder[]} provider
 * @property {Everything} stored with every replica stopped
 * @property {{ orders: number, buckets: Record<string, number>, balanced: boolean }} report
 * @property {{ orders: number, faults: { merchantOrderNo: string, entry: number | null, reason: string }[] }}
 *   history
 * @property {boolean} lostCommits a promotion or a restore lost some
 * @property {number} failovers of which the service must notice each
 * @property {number} noticed how often the service noticed that commits may be lost
 * @property {ReadonlySet<string>} messages ids of those that the shop accepted
 */

/**
 * All must be empty.
 * @param {Facts} facts
 * @returns {Record<string, string[]>}
 */
export function problemsOf({ told, provider, stored, report, history, lostCommits, failovers, noticed, messages }) {
  const orders = new Set(stored.orders.map(({ number }) => number));
  const trades = new Set(stored.trades.map(({ tradeNo }) => tradeNo));
  const numbers = provider.map(({ merchantOrderNo }) => merchantOrderNo);
  // A repeated checkout finds the first trade again; numbers that the order has not used yet are not looked up.
  const foreign = numbers.filter((number) => !trades.has(number) && !(lostCommits && /-r\d+$/.test(number)));
  const inBuckets = Object.values(report.buckets).reduce((sum, each) => sum + each, 0);
  const counts = { 'the report': report.orders, 'the buckets': inBuckets, 'the check of the history': history.orders };
  return {
    'double creates': numbers.filter((number, index) => numbers.indexOf(number) !== index),
    'told that their own number is taken': [...told.taken],
    unaccounted: [
      ...foreign.map((number) => `${number} has no trade here`),
      ...[...told.orders].filter((number) => !orders.has(number)).map((number) => `${number} is not stored`),
      ...Object.entries(counts)
        .filter(([, count]) => count !== orders.size)
        .map(([what, count]) => `${what} counts ${count} orders, ${orders.size} are stored`),
      ...(report.balanced ? [] : ['the report does not balance']),
    ],
    'history chain: faults': history.faults.map(({ merchantOrderNo, reason }) => `${merchantOrderNo}: ${reason}`),
    'not ended, or not as the provider has it': differences(provider, stored),
    'mismatches without a cause': stored.mismatches
      .filter(({ kind }) => kind !== 'double_payment')
      .map(({ number, kind }) => `${number}: ${kind}`),
    'leases left over': [
      ...stored.orders.filter(({ driven }) => driven).map(({ number }) => number),
      ...stored.trades.filter(({ leased }) => leased).map(({ tradeNo }) => tradeNo),
    ],
    'messages that never came': neverCame(messages, stored),
    'failovers that went unnoticed': noticed >= failovers ? [] : [`${noticed} of ${failovers} were noticed`],
  };
}

/** @param {ReadonlySet<string>} messages @param {Everything} stored */
export const neverCame = (messages, stored) =>
  stored.messages.filter(({ id }) => !messages.has(id)).map(({ id, type, number }) => `${number ?? id}: ${type}`);

/**
 * Differences between stored and provider's orders, and orders not at rest. Empty: all is settled.
 * @param {readonly ProviderOrder[]} provider
 * @param {Everything} stored
 * @returns {string[]}
 */
export function differences(provider, { orders, trades }) {
  const there = new Map(provider.map((order) => [order.merchantOrderNo, order]));
  /** @type {Map<string, Everything['trades']>} */
  const ofOrder = new Map(orders.map(({ number }) => [number, []]));
  for (const trade of trades) ofOrder.get(trade.number)?.push(trade);
  const different = trades.flatMap(({ tradeNo, orderNo, status }) => {
    const found = there.get(tradeNo);
    if (found === undefined) return [];
    const expected = OUR_STATUS[found.status] ?? found.status;
    const isSame = orderNo === found.orderNo && status === expected;
    return isSame ? [] : [`${tradeNo} is ${found.orderNo} ${expected} at the provider, ${orderNo} ${status} here`];
  });
  return orders.reduce((found, { number, status }) => {
    const expected = expectedStatus(ofOrder.get(number) ?? [], there);
    if (status !== expected) return [...found, `${number} is ${status}, not ${expected}`];
    return AT_REST.includes(status) ? found : [...found, `${number} is still ${status}`];
  }, different);
}

/**
 * The status of an order: that of the furthest paid trade, else of the newest one. EXPIRED after the service has stopped trying.
 * @param {Everything['trades']} trades
 * @param {ReadonlyMap<string, ProviderOrder>} there
 */
function expectedStatus(trades, there) {
  const statuses = trades.map(({ tradeNo }) => OUR_STATUS[there.get(tradeNo)?.status ?? ''] ?? '');
  const paid = PAID_STATUSES.findLast((status) => statuses.includes(status));
  if (paid !== undefined) return paid;
  const [newest] = trades.toSorted((a, b) => b.n - a.n);
  if (!newest) return 'an order with a trade';
  if (newest.superseded) return 'EXPIRED';
  if (there.has(newest.tradeNo)) return OUR_STATUS[there.get(newest.tradeNo)?.status ?? ''];
  if (newest.outcome === 'refused') return 'REJECTED';
  return newest.outcome === 'unknown' || newest.outcome === 'in_flight' ? 'given up or made again' : 'EXPIRED';
}
