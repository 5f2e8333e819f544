import { CUT, json, NEVER, problem, quotes } from './answers.mjs';
import {
  BUY_STATUS_NAMES,
  buyOrder,
  NO_DURATIONS,
  NO_HELP,
  NUMBER,
  SALE_NUMBER,
  SELL_STATUS_NAMES,
  sellOrder,
  trade,
  usually,
} from './orders.mjs';

/** @typedef {import('./stage.mjs').State} State */

const LONG_NUMBER = 'NIMBUS-2026-01-31-WINTER-SALE-0000000000001';
const SECOND = `${NUMBER}-r2`;

const PAID_TWICE = [
  trade(NUMBER, 'REFUNDED', 'REFUNDED', {
    current: false,
    paidAmount: '100.00',
    paidAt: '2026-01-31T12:02:30.000Z',
  }),
  trade(SECOND, 'COMPLETED', 'FINISHED', {
    orderNo: '1059023474927243271',
    paidAmount: '100.00',
    paidAt: '2026-01-31T12:02:00.000Z',
  }),
];

const SECRETS = { orders: JSON.stringify([NUMBER, SALE_NUMBER, LONG_NUMBER].map((number) => [number, 'gs_secret'])) };

/** @param {string} word @returns {string} `PAYMENT_FAILED` as `payment-failed` */
const named = (word) => word.toLowerCase().replaceAll('_', '-');

/**
 * @param {string} name
 * @param {string} about
 * @param {NonNullable<State['api']['order']>} order
 * @param {Partial<State>} [more]
 * @returns {State}
 */
const state = (name, about, order, more = {}) => ({
  name: `order-${name}`,
  about,
  path: `/orders/${NUMBER}`,
  api: { order },
  stored: SECRETS,
  // The outline that loads has a heading of its own.
  shows: (page) => page.locator('h1:not(.order-eyebrow)'),
  ...more,
});

const SECRET = `cs_1_${'gallery'.repeat(6)}A`;

const SALE = { path: `/orders/${SALE_NUMBER}` };

const FAILED = json(buyOrder('PAYMENT_FAILED', { payUrl: 'https://pay.example/1', retryable: true }));

/** @type {readonly State[]} */
export const ORDER_STATES = [
  ...BUY_STATUS_NAMES.map((status) => state(named(status), `a purchase in ${status}`, json(buyOrder(status)))),
  ...SELL_STATUS_NAMES.map((status) =>
    state(`sale-${named(status)}`, `a sale in ${status}`, json(sellOrder(status)), SALE),
  ),
  state('review-paid', 'PAID, in review', json(buyOrder('PAID', { inReview: true }))),
  state('loading', 'the first answer is loading', NEVER, { shows: (page) => page.locator('#main > *') }),
  state('unreachable', 'the service cannot be reached', CUT, { stream: 'refused' }),
  state('unknown', 'the order is unknown to this browser', problem(404, 'not_found'), { stored: {} }),
  state('private-link', 'the link that opens the order elsewhere', json(buyOrder('PAID')), {
    stored: { orders: JSON.stringify([[NUMBER, SECRET]]) },
    act: (page) => page.locator('.order-columns > .stack > .button').click(),
    shows: (page) => page.locator('.qr path'),
  }),
  state('not-kept', 'opened by its link in a browser that stores nothing', json(buyOrder('PAID')), {
    path: `/orders/${NUMBER}#${SECRET}`,
    stored: {},
    stores: false,
    shows: (page) => page.locator('.banner .button'),
  }),
  state(
    'second-trade',
    'an earlier trade was replaced',
    json(
      buyOrder('AWAITING_PAYMENT', {
        trades: [
          trade(NUMBER, 'PAYMENT_FAILED', 'PAY_FAIL', { current: false }),
          trade(SECOND, 'AWAITING_PAYMENT', 'PENDING'),
        ],
      }),
    ),
  ),
  state('retry-choice', 'failed, choosing another payment method', FAILED, {
    api: { order: FAILED, quotes },
    act: (page) => page.locator('.order-actions button').click(),
    shows: (page) => page.locator('.retry'),
  }),
  state(
    'paid-twice-checking',
    'two trades were paid, one of them completed, in review',
    json(buyOrder('COMPLETED', { inReview: true, settled: false, final: false, trades: PAID_TWICE })),
  ),
  state(
    'sale-memo',
    'a sale of coins with a memo and no page of the provider',
    json(
      sellOrder('AWAITING_CRYPTO', {
        crypto: 'XRP',
        network: 'XRP',
        memo: '104857600',
        orderPageUrl: null,
        payoutAddress: 'rN7n7otQDd6FczFgLdSqtcsAUxDkw6fzRH',
      }),
    ),
    SALE,
  ),
  state(
    'sale-bitcoin',
    'a sale of bitcoin: the code holds the amount',
    json(
      sellOrder('AWAITING_CRYPTO', {
        crypto: 'BTC',
        network: 'BTC',
        cryptoAmount: '0.00120000',
        cryptoPrice: '73300',
        orderPageUrl: null,
        payoutAddress: 'bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3',
      }),
    ),
    SALE,
  ),
  state(
    'longer-than-usual',
    'the delivery takes unusually long',
    json(buyOrder('TRANSFERRING', { paidAt: '2026-01-31T10:58:00.000Z', createdAt: '2026-01-31T10:56:00.000Z' })),
    {
      facts: {
        durations: { ...NO_DURATIONS, delivery: usually({ ETH: 5 }) },
        help: { ...NO_HELP, support: 'https://nimbus.example/help' },
      },
    },
  ),
  state(
    'unknown-network',
    'an unknown crypto and network with long names',
    json(
      buyOrder('COMPLETED', {
        crypto: 'WRAPPEDSTAKEDLIQUIDETHERTOKEN2',
        network: 'ARBITRUMNOVAEXPERIMENTALNETWRK',
        memo: 'A memo of one hundred characters, which is more than any network takes, but somebody may give it all.',
      }),
    ),
  ),
  state(
    'huge',
    'a long number, huge and tiny amounts, no decimals',
    json(
      buyOrder('COMPLETED', {
        merchantOrderNo: LONG_NUMBER,
        fiat: 'JPY',
        amount: '12345678',
        rampFee: '481482',
        rampFeeUnit: 'JPY',
        networkFee: '1',
        crypto: 'BTC',
        network: 'BTC',
        cryptoQuantity: '0.00000012',
        cryptoPrice: '13888888888',
        address: 'bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3',
      }),
    ),
    { path: `/orders/${LONG_NUMBER}` },
  ),
  state(
    'newer-status',
    'a status of a newer service',
    json({ ...buyOrder('PAID'), status: 'RISK_CONTROL', rampStatus: 'RISK_CONTROL', inReview: true }),
  ),
];
