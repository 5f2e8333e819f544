// Orders as the API returns them. Each state of the gallery changes the fields that matter to it.

/** All events are on this day; the gallery's clock stops shortly after. */
export const NOW = '2026-01-31T12:05:00.000Z';

export const NUMBER = 'A-1001';
export const SALE_NUMBER = 'S-1001';
const ADDRESS = '0x52908400098527886E0F7030069857D2E4169EE7';
const TX_HASH = '0x9fc76417374aa880d4449a1f7f31ec597f00b1f6f3dd2d66f4c9c6c445836d8b';
const PAY_URL = 'https://pay.provider.example/checkout/5f2b1c9e';

const ORDERED = '2026-01-31T12:00:00.000Z';
const PAID = '2026-01-31T12:02:00.000Z';
const SENT = '2026-01-31T12:03:00.000Z';
const DONE = '2026-01-31T12:03:40.000Z';

export const NO_HELP = { support: null, terms: null, privacy: null, refunds: null, imprint: null };

export const NO_DURATIONS = { stated: {}, payment: {}, delivery: {}, payout: {} };

/** Three times as long is unusual. @param {Record<string, number>} minutes by payment method, network or payout method */
export const usually = (minutes) =>
  Object.fromEntries(
    Object.entries(minutes).map(([name, typicalMinutes]) => [
      name,
      { typicalMinutes, slowMinutes: 3 * typicalMinutes },
    ]),
  );

/** @typedef {Record<string, unknown>} Order */

/** @param {string} tradeNo @param {string} status @param {string | null} rampStatus @param {Order} more */
export const trade = (tradeNo, status, rampStatus, more = {}) => ({
  tradeNo,
  orderNo: rampStatus === null ? null : '1059023474927243264',
  status,
  rampStatus,
  current: true,
  paidAmount: null,
  paidAt: null,
  createdAt: ORDERED,
  ...more,
});

/** @param {string} names @returns {Order} */
const nulls = (names) => Object.fromEntries(names.split(' ').map((name) => [name, null]));

const ORDER = {
  settled: false,
  final: false,
  retryable: false,
  version: 3,
  ...nulls('payUrl payUrlExpiresAt memo txHash paidAt transferredAt completedAt failure'),
  fiat: 'EUR',
  cryptoPrice: '0.9259',
  createdAt: ORDERED,
  updatedAt: DONE,
  inReview: false,
};

const BUY = {
  ...ORDER,
  ...nulls('rebateFiatAmount rebateUsdAmount fiatInUSD rampFeeInUSD cryptoNetworkFee networkFeeInUSD'),
  ...nulls('cryptoAmountInUSDT tokenAddress payType'),
  merchantOrderNo: NUMBER,
  side: 'BUY',
  orderNo: '1059023474927243264',
  amount: '100.00',
  crypto: 'USDT',
  network: 'ETH',
  address: ADDRESS,
  payWayCode: '10001',
  country: 'DE',
  cryptoQuantity: '101.42',
  rampFee: '4.36',
  rampFeeUnit: 'EUR',
  networkFee: '1.39',
};

const COMPLETION = {
  fiatInUSD: '108.00',
  rampFeeInUSD: '4.71',
  cryptoNetworkFee: '1.5',
  networkFeeInUSD: '1.50',
  cryptoAmountInUSDT: '101.42',
  tokenAddress: '0xdAC17F958D2ee523a2206206994597C13D831ec7',
};

const NO_QUANTITIES = nulls('cryptoPrice cryptoQuantity rampFee rampFeeUnit networkFee');
const PAID_BY_CARD = { payType: 'VISA', paidAt: PAID };

const BUY_STATUSES = {
  CREATING: { rampStatus: null, orderNo: null, ...NO_QUANTITIES },
  AWAITING_PAYMENT: { rampStatus: 'PENDING', payUrl: PAY_URL, payUrlExpiresAt: '2026-01-31T13:00:00.000Z' },
  PAYMENT_FAILED: {
    rampStatus: 'PAY_FAIL',
    retryable: true,
    payUrl: PAY_URL,
    payUrlExpiresAt: '2026-01-31T13:00:00.000Z',
    failure: { code: 'payment_failed', message: 'The payment did not go through. It can be tried again.' },
  },
  PAID: { rampStatus: 'PAY_SUCCESS', ...PAID_BY_CARD },
  TRANSFERRING: { rampStatus: 'TRANSFER', ...PAID_BY_CARD, transferredAt: SENT, txHash: TX_HASH },
  COMPLETED: {
    rampStatus: 'FINISHED',
    settled: true,
    final: true,
    ...PAID_BY_CARD,
    txHash: TX_HASH,
    transferredAt: SENT,
    completedAt: DONE,
    ...COMPLETION,
  },
  REFUNDED: {
    rampStatus: 'REFUNDED',
    settled: true,
    final: true,
    ...PAID_BY_CARD,
    failure: { code: 'refunded', message: 'The payment was refunded.' },
  },
  CANCELLED: {
    rampStatus: 'CANCEL',
    settled: true,
    retryable: true,
    failure: { code: 'cancelled', message: 'The payment was cancelled.' },
  },
  EXPIRED: {
    rampStatus: 'PENDING',
    settled: true,
    retryable: true,
    failure: { code: 'expired', message: 'The order was not paid in time.' },
  },
  REJECTED: {
    rampStatus: null,
    orderNo: null,
    settled: true,
    final: true,
    retryable: true,
    ...NO_QUANTITIES,
    failure: { code: 'address_at_risk', message: 'The receiving address is at risk. Please use another one.' },
  },
};

/** @typedef {keyof typeof BUY_STATUSES} BuyStatus */
export const BUY_STATUS_NAMES = /** @type {BuyStatus[]} */ (Object.keys(BUY_STATUSES));

/** @param {BuyStatus} status @param {Order} more @returns {Order} */
export function buyOrder(status, more = {}) {
  const facts = BUY_STATUSES[status];
  return { ...BUY, status, ...facts, trades: [trade(NUMBER, status, facts.rampStatus)], ...more };
}

const SELL = {
  ...ORDER,
  ...nulls('amount address payWayCode country cryptoActualAmount failReason'),
  merchantOrderNo: SALE_NUMBER,
  side: 'SELL',
  orderNo: '1059023474927243299',
  crypto: 'USDT',
  network: 'TRX',
  cryptoAmount: '95',
  fiatAmount: '87.96',
  rampFee: '0.88',
  payoutAddress: 'TNMcQVGPzqH9ZfMCSY4PNrukevtDgp24dK',
  orderPageUrl: 'https://provider.example/orders/1059023474927243299',
  paymentType: '10001',
  payee: { name: 'J*** D***', account: '****6789', card: null, email: 'j***@example.com' },
};

const SOLD = { cryptoActualAmount: '95', txHash: 'c1c9d3e0b7f24be2a3f2f4c9c6c445836d8b9fc76417374aa880d4449a1f7f31' };

const SELL_STATUSES = {
  REGISTERED: {
    rampStatus: null,
    ...nulls('orderNo fiat crypto network cryptoPrice cryptoAmount fiatAmount rampFee payoutAddress orderPageUrl'),
    paymentType: null,
    payee: nulls('name account card email'),
  },
  AWAITING_CRYPTO: { rampStatus: '1' },
  CRYPTO_RECEIVED: { rampStatus: '2', ...SOLD },
  PAYOUT_STARTED: { rampStatus: '3', ...SOLD, paidAt: PAID },
  COMPLETED: { rampStatus: '4', settled: true, final: true, ...SOLD, paidAt: PAID, completedAt: DONE },
  PAYOUT_FAILED: {
    rampStatus: '5',
    ...SOLD,
    paidAt: PAID,
    failReason: 'The bank returned the payout',
    failure: { code: 'payout_failed', message: 'The payout did not go through.' },
  },
  REFUNDED: {
    rampStatus: '6',
    settled: true,
    final: true,
    ...SOLD,
    paidAt: PAID,
    failReason: 'The bank returned the payout',
    failure: { code: 'refunded', message: 'The crypto was sent back.' },
  },
  EXPIRED: {
    rampStatus: '7',
    settled: true,
    failure: { code: 'expired', message: 'The crypto did not come in time.' },
  },
};

/** @typedef {keyof typeof SELL_STATUSES} SellStatus */
export const SELL_STATUS_NAMES = /** @type {SellStatus[]} */ (Object.keys(SELL_STATUSES));

/** @param {SellStatus} status @param {Order} more @returns {Order} */
export function sellOrder(status, more = {}) {
  const facts = SELL_STATUSES[status];
  return { ...SELL, status, ...facts, trades: [trade(SALE_NUMBER, status, facts.rampStatus)], ...more };
}
