import { json, problem } from './answers.mjs';
import { NOW, NUMBER } from './orders.mjs';

/** @typedef {import('./stage.mjs').State} State */

const ORDER = `/v1/admin/orders/${NUMBER}`;
const SECOND = `${NUMBER}-r2`;
const PERMISSIONS = [
  ...['GET counts', 'GET orders', 'GET orders/:merchantOrderNo', 'GET mismatches', 'GET deliveries', 'GET report'],
  ...['GET methods', 'POST pauses'],
  ...['GET orders/:merchantOrderNo/audit', 'GET orders/:merchantOrderNo/notes', 'POST orders/:merchantOrderNo/notes'],
  ...['POST orders/:merchantOrderNo/ask', 'POST orders/:merchantOrderNo/customer-link', 'POST mismatches/:id/resolve'],
  ...['POST orders/:merchantOrderNo/reveal', 'POST orders/:merchantOrderNo/revoke-secret'],
].map((call) => call.replace(' ', ' /v1/admin/'));

/** @param {string} merchantOrderNo @param {string} status @param {object} more */
const listed = (merchantOrderNo, status, more = {}) => ({
  ...{ merchantOrderNo, side: 'BUY', status, settled: false, retryable: false, inReview: false, version: 3 },
  ...{ fiat: 'EUR', amount: '100.00', crypto: 'USDT', network: 'ETH', address: '0x5290…9EE7', payWayCode: '10001' },
  ...{ country: 'DE', orderNo: '1059023474927243264', callerKind: 'customer', customerId: 'c***', failure: null },
  ...{ createdAt: '2026-01-31T11:20:00.000Z', updatedAt: '2026-01-31T11:40:00.000Z', ...more },
});

const MISMATCH = {
  ...{ id: '1', tradeNo: NUMBER, kind: 'field', field: 'address', asked: '0x5290…9EE7', seen: '0x8617…070D' },
  ...{ openedAt: '2026-01-31T11:40:00.000Z', resolvedAt: null, resolvedBy: null, note: null },
};

/** @param {string} tradeNo @param {string} status @param {object} more */
const filed = (tradeNo, status, more = {}) => ({
  ...{ tradeNo, status, outcome: 'created', current: true, missedAnswers: 0, paidAt: null, txHash: null },
  ...{ lastAnswerAt: '2026-01-31T11:40:00.000Z', nextQueryAt: NOW, statusAt: '2026-01-31T11:30:00.000Z' },
  asked: { fiat: 'EUR', amount: '100.00', crypto: 'USDT', network: 'ETH', address: '0x5290…9EE7', country: 'DE' },
  lastSeen: { data: { status: 'PAY_SUCCESS', fiat: 'EUR', amount: '100', address: '0x8617…070D', rampFee: '4.40' } },
  explorerUrl: null,
  ...more,
});

const event = (/** @type {number} */ seq, /** @type {string} */ kind, cause = {}, data = {}) => ({
  ...{ seq, at: `2026-01-31T11:2${seq}:00.000Z`, tradeNo: NUMBER, kind, cause: { kind: 'poll', ...cause }, data },
});

const FILE = {
  ...listed(NUMBER, 'PAID', { inReview: true }),
  ...{ memo: null, customerEmail: 'j***@e***', metadata: { cart: '8841' }, historyIntact: true, asOf: NOW },
  trades: [filed(NUMBER, 'PAYMENT_FAILED', { current: false }), filed(SECOND, 'PAID')],
  mismatches: [{ ...MISMATCH, tradeNo: SECOND }],
  history: [
    event(1, 'reserved', { by: 'customer' }),
    event(2, 'seen', { hint: 'callback:1' }, { changes: { status: { from: 'AWAITING_PAYMENT', to: 'PAID' } } }),
    event(3, 'mismatch_opened', {}, { mismatch: 'field', ...MISMATCH }),
  ],
  callbacks: [
    { id: '1', tradeNo: SECOND, receivedAt: NOW, times: 2, claimedStatus: 'PAY_SUCCESS', claimedMessage: null },
  ],
};

const page = (/** @type {object[]} */ ...items) => json({ items, nextCursor: null });
const sum = (/** @type {string} */ amount) => ({ trades: 3, amount });

const figures = (/** @type {number} */ paid, completed = paid) => ({
  ...{ made: 40, refused: 1, failed: 3, paid, completed, medianSecondsToPaid: 95 },
});

const STAFF = {
  '/v1/admin/me': json({ id: 'key:1', name: 'ann', role: 'admin', permissions: PERMISSIONS }),
  '/v1/admin/counts': json({ inReview: 2, overdue: 0, doublePayments: 1, failedDeliveries: 12 }),
  '/v1/admin/orders': page(
    listed(NUMBER, 'PAID', { inReview: true }),
    listed('A-1002', 'COMPLETED'),
    listed('NIMBUS-2026-01-31-WINTER-SALE-0000000000001', 'AWAITING_PAYMENT', { amount: '1234567.89' }),
    listed('S-1001', 'PAYOUT_FAILED', { side: 'SELL', amount: null, country: null }),
  ),
  [ORDER]: json(FILE),
  [`${ORDER}/audit`]: page({
    id: '7',
    at: NOW,
    actor: { id: 'key:1', name: 'ann' },
    action: 'order.ask',
    reason: '4711',
    detail: {},
  }),
  [`${ORDER}/notes`]: page({ id: '1', at: NOW, by: 'ann', text: 'Called back.\nWill write.' }),
  '/v1/admin/mismatches': page(
    { ...MISMATCH, merchantOrderNo: NUMBER, amount: '100.00', fiat: 'EUR' },
    {
      ...MISMATCH,
      id: '2',
      kind: 'double_payment',
      field: 'status',
      merchantOrderNo: 'A-1003',
      amount: null,
      fiat: null,
    },
  ),
  '/v1/admin/deliveries': page(
    ...[{ id: '1', event: 'order.paid', merchantOrderNo: NUMBER, state: 'failed', attempts: 12, createdAt: NOW }],
  ),
  '/v1/admin/methods': json({
    since: NOW,
    items: ['10001', '10002'].map((payWayCode, at) => ({
      ...{ payWayCode, fiat: 'EUR', crypto: 'USDT', network: 'ETH', fell: at === 0 },
      ...{ ...figures(12 + 18 * at), before: figures(31) },
    })),
  }),
  '/v1/admin/report': json({
    ...{ generatedAt: NOW, balanced: true, orders: 1234 },
    buckets: { in_review: 2, never_created: 4, overdue: 0, open: 28, refunded: 0, ended: 1200 },
    byStatus: ['COMPLETED', 'PAID', 'EXPIRED'].map((status, at) => ({ status, orders: 900 - 400 * at })),
    fiat: ['EUR', 'BRL'].map((fiat) => ({
      ...{ side: 'BUY', fiat, orders: 617, asked: '61700.00', paid: sum('2800.00'), completed: sum('58900.00') },
      ...{ refunded: sum('0'), inReview: sum('200.00') },
    })),
  }),
};

/** @param {string} name @param {string} about @param {string} hash @param {string} shown a selector @param {boolean} isOpen */
const state = (name, about, hash, shown, isOpen = true) =>
  /** @type {State} */ ({
    ...{ name: `console-${name}`, about, path: `/console${hash}`, api: {} },
    staff: isOpen ? STAFF : { '/v1/admin/me': problem(401, 'unauthenticated') },
    facts: { staff: { isOpen, openid: null } },
    shows: (page) => page.locator(shown),
  });

/** The console of an admin. @type {readonly State[]} */
export const CONSOLE_STATES = [
  state('sign-in', 'The way in by key.', '', '.sign-in', false),
  state('find', 'Orders, the newest first.', '#/find', '.order-row'),
  state('order', 'Paid at the second trade; the provider has another address.', `#/order/${NUMBER}`, '.timeline'),
  state('work', 'Open mismatches.', '#/work', '.work-row'),
  state('deliveries', 'A message that was not delivered.', '#/work?list=deliveries', '.work-row'),
  state('methods', 'One whose share of paid trades fell.', '#/methods', '.methods'),
  state('report', 'A month in two currencies.', '#/report', '.bars'),
];
