import { NO_OPTIONAL_TERMS } from '../../../../src/platform/terms/order-terms.js';
import { createRequest } from '../../../../src/ramp/wire/requests.js';
import { notAsked } from '../wire/exchange.js';
import type { NotAsked } from '../wire/exchange.js';
import { query } from './looking.js';
import type { Planned } from '../wire/planned.js';
import type { CreateOrder, Probe, Situation } from './probe.js';

const NO_ADDRESS = 'no-such-address';
const NO_CRYPTO = 'NOSUCHCRYPTO';

/** The purposes of created orders; each has its own number, except the repeated one. */
type Purpose = 'order' | 'no-token' | 'wrong-token' | 'address' | 'amount' | 'crypto' | 'decimals';

/** Probes that create orders, or try to. None of the orders is ever paid. */
export const CREATING = {
  create: create('order', 'own'),
  'created-by-order-no': {
    plan: ({ createdOrderNo }) => (createdOrderNo === null ? nothingMade() : query('BUY', createdOrderNo, null)),
  },
  'created-by-merchant-no': {
    plan: ({ createdOrderNo, numbers }) =>
      createdOrderNo === null ? nothingMade() : query('BUY', null, numbers.create('order')),
  },
  // Only if the first create was answered: otherwise its order may exist, and a second one would prove nothing.
  'create-again': {
    plan: (situation) => (situation.createdOrderNo === null ? nothingMade() : plan(situation, 'order', 'own')),
  },
  'create-without-token': create('no-token', 'none'),
  'create-wrong-token': create('wrong-token', 'foreign'),
  'create-wrong-address': create('address', 'own', () => ({ address: NO_ADDRESS })),
  'create-too-much': create('amount', 'own', ({ subject }) => ({ amount: subject?.buy?.tooMuch ?? null })),
  'create-unknown-crypto': create('crypto', 'own', () => ({ cryptoCurrency: NO_CRYPTO })),
  'create-too-many-decimals': create('decimals', 'own', ({ subject }) => ({
    amount: `${subject?.buy?.amount.replace(/\..*$/, '') ?? ''}.00001`,
  })),
} satisfies Record<string, Probe>;

function create(
  purpose: Purpose,
  token: 'own' | 'foreign' | 'none',
  change?: (situation: Situation) => Readonly<Record<string, unknown>>,
): Probe {
  return { plan: (situation) => plan(situation, purpose, token, change?.(situation)) };
}

function plan(
  situation: Situation,
  purpose: Purpose,
  token: 'own' | 'foreign' | 'none',
  change: Readonly<Record<string, unknown>> = {},
): Planned | NotAsked {
  const { create: order, subject, payWayCode, numbers } = situation;
  if (order === null) return notAsked('makes an order: only with --create');
  if (token === 'own' && !order.hasToken) return notAsked('no access token: set RAMP_ACCESS_TOKEN (or _FILE)');
  if (subject?.buy == null) return notAsked('the crypto list offers nothing to buy that was asked for');
  if (payWayCode === null) return notAsked('no quote names a payment method: name one with --pay-way-code');
  if (change['amount'] === null) return notAsked('there is no such amount');
  const request = createRequest({
    ...openFields(order),
    tradeNo: numbers.create(purpose),
    fiat: subject.fiat,
    amount: subject.buy.amount,
    crypto: subject.buy.crypto,
    network: subject.buy.network,
    payWayCode,
    country: subject.country,
  });
  return { request: { ...request, fields: { ...request.fields, ...change } }, token };
}

function openFields({ address, memo, callbackUrl }: CreateOrder) {
  return { ...NO_OPTIONAL_TERMS, stamp: 0, address, memo, callbackUrl };
}

function nothingMade(): NotAsked {
  return notAsked('no order was made');
}
