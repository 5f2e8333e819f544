import { CUT, json, NEVER, problem } from './answers.mjs';
import { BUY_STATUS_NAMES, buyOrder, NUMBER, SALE_NUMBER, SELL_STATUS_NAMES, sellOrder, trade } from './orders.mjs';

/** @typedef {import('./stage.mjs').State} State */

const LONG_NUMBER = 'NIMBUS-2026-01-31-WINTER-SALE-0000000000001';
const SECOND = `${NUMBER}-r2`;

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
  shows: (page) => page.getByRole('heading', { level: 1 }),
  ...more,
});

const SALE = { path: `/orders/${SALE_NUMBER}` };

/** @type {readonly State[]} */
export const ORDER_STATES = [
  ...BUY_STATUS_NAMES.map((status) => state(named(status), `a purchase in ${status}`, json(buyOrder(status)))),
  ...SELL_STATUS_NAMES.map((status) =>
    state(`sale-${named(status)}`, `a sale in ${status}`, json(sellOrder(status)), SALE),
  ),
  .../** @type {const} */ (['AWAITING_PAYMENT', 'PAID', 'TRANSFERRING', 'COMPLETED']).map((status) =>
    state(`review-${named(status)}`, `${status}, in review`, json(buyOrder(status, { inReview: true }))),
  ),
  state(
    'sale-review-completed',
    'a sale in COMPLETED, in review',
    json(sellOrder('COMPLETED', { inReview: true })),
    SALE,
  ),
  state('loading', 'the first answer is loading', NEVER, { shows: (page) => page.locator('#main > *') }),
  state('unreachable', 'the service cannot be reached', CUT),
  state('unknown', 'the order is unknown to this browser', problem(404, 'not_found'), { stored: {} }),
  state('no-page', 'a mistyped address', NEVER, { path: '/orders/' }),
  state('unauthenticated', 'the service requires authentication', problem(401, 'unauthenticated'), { stored: {} }),
  state('polling', 'the event stream is refused', json(buyOrder('PAID')), { stream: 'refused' }),
  state(
    'second-trade',
    'an earlier trade was replaced',
    json(
      buyOrder('AWAITING_PAYMENT', {
        trades: [
          trade(NUMBER, 'PAYMENT_FAILED', 'PAY_FAIL', { superseded: true }),
          trade(SECOND, 'AWAITING_PAYMENT', 'PENDING'),
        ],
      }),
    ),
  ),
  state(
    'paid-twice',
    'two trades were paid',
    json(
      buyOrder('PAID', {
        inReview: true,
        trades: [trade(NUMBER, 'PAID', 'PAY_SUCCESS', { superseded: true }), trade(SECOND, 'PAID', 'PAY_SUCCESS')],
      }),
    ),
  ),
  state(
    'link-expired',
    'the link to the payment page is no longer shown',
    json(buyOrder('AWAITING_PAYMENT', { payUrl: null })),
  ),
  state('no-hash', 'completed without a hash', json(buyOrder('COMPLETED', { txHash: null }))),
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
        ...{ fiat: 'JPY', amount: '12345678', rampFee: '481482', rampFeeUnit: 'JPY', networkFee: '1' },
        ...{ crypto: 'BTC', network: 'BTC', cryptoQuantity: '0.00000012', cryptoPrice: '13888888888' },
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
