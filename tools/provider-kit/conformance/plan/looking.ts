import { listRequest, queryRequest, quoteRequest } from '../../../../src/ramp/wire/requests.js';
import type { RampRequest } from '../../../../src/ramp/wire/requests.js';
import type { Side } from '../../../../src/ramp/port/trade-facts.js';
import { notAsked } from '../wire/exchange.js';
import type { NotAsked } from '../wire/exchange.js';
import type { Planned } from '../wire/planned.js';
import type { Probe, Situation } from './probe.js';
import type { Subject } from './subject.js';
import { MINUTE } from '../../../../src/platform/time/time.js';

const BASE_FIAT = 'USD';
/** ISO 4217's code for testing: not a real currency. */
const NO_FIAT = 'XTS';
const NO_CRYPTO = 'NOSUCHCRYPTO';

/** The reference call that the probes below vary: it needs only a valid signature. */
export function plainList(fiat: string): Planned {
  return { request: listRequest(fiat) };
}

/** Probes without side effects. The crypto list itself was read before. */
export const LOOKING = {
  'list-without-fiat': { plan: () => ({ request: withFields(listRequest(BASE_FIAT), { fiat: null }) }) },
  'quote-all': buy((subject) => ({ ...subject, type: 'ALL' })),
  'quote-one': buy((subject, { payWayCode }) => ({ ...subject, payWayCode, type: 'ONE' })),
  'quote-without-type': buy((subject, { payWayCode }) => ({ ...subject, payWayCode, type: null })),
  'quote-with-decimals': buy((plain, { subject }) => ({
    ...plain,
    amount: subject?.buy?.withDecimals ?? null,
    type: 'ONE',
  })),
  'quote-sell': sell({}),
  'quote-sell-buy-fields': sell({ payWayCode: '10001', type: 'ALL' }),
  'quote-unknown-crypto': buy((subject) => ({ ...subject, crypto: NO_CRYPTO, type: 'ONE' })),
  'quote-unknown-fiat': buy((subject) => ({ ...subject, fiat: NO_FIAT, type: 'ONE' })),
  'quote-too-little': limit('tooLittle'),
  'quote-too-much': limit('tooMuch'),

  'unknown-buy': { plan: ({ numbers }) => query('BUY', null, numbers.unknown[0]) },
  'unknown-buy-again': { plan: ({ numbers }) => query('BUY', null, numbers.unknown[1]) },
  'unknown-buy-order-no': { plan: ({ numbers }) => query('BUY', numbers.unknown[0], null) },
  'unknown-sell': { plan: ({ numbers }) => query('SELL', null, numbers.unknown[0]) },
  'unknown-sell-again': { plan: ({ numbers }) => query('SELL', null, numbers.unknown[1]) },
  'unknown-sell-order-no': { plan: ({ numbers }) => query('SELL', numbers.unknown[0], null) },
  'query-without-number': {
    plan: ({ numbers }) => ({
      request: withFields(query('BUY', null, numbers.unknown[0]).request, { merchantOrderNo: null }),
    }),
  },

  'wrong-path': { unsigned: true, plan: () => ({ request: elsewhere(listRequest(BASE_FIAT)) }) },
  'unknown-app': {
    unsigned: true,
    plan: ({ numbers }) => list({ odd: { kind: 'foreign_app', appId: numbers.appId } }),
  },
  'wrong-signature': { unsigned: true, plan: () => list({ odd: { kind: 'foreign_signature' } }) },
  'no-signature': { unsigned: true, plan: () => list({ odd: { kind: 'no_signature' } }) },
  'stamp-4.5-min-old': { plan: () => list({ shiftMs: -4.5 * MINUTE }) },
  'stamp-6-min-old': { unsigned: true, plan: () => list({ shiftMs: -6 * MINUTE }) },
  'stamp-4.5-min-ahead': { plan: () => list({ shiftMs: 4.5 * MINUTE }) },
  'stamp-6-min-ahead': { plan: () => list({ shiftMs: 6 * MINUTE }) },
} satisfies Record<string, Probe>;

/** Existing orders, queried by each of their known numbers. */
export const KNOWN_ORDERS = {
  'buy-by-order-no': {
    plan: ({ known: { orderNo } }) => (orderNo === null ? unnamed('--order-no') : query('BUY', orderNo, null)),
  },
  'buy-by-merchant-no': {
    plan: ({ known: { merchantOrderNo: number } }) =>
      number === null ? unnamed('--merchant-order-no') : query('BUY', null, number),
  },
  'buy-without-side': {
    plan: ({ known: { orderNo, merchantOrderNo } }) =>
      orderNo === null && merchantOrderNo === null
        ? unnamed('--order-no')
        : { request: withFields(query('BUY', orderNo, merchantOrderNo).request, { side: null }) },
  },
  'sell-by-order-no': {
    plan: ({ known: { sellOrderNo } }) =>
      sellOrderNo === null ? unnamed('--sell-order-no') : query('SELL', sellOrderNo, null),
  },
} satisfies Record<string, Probe>;

export function query(side: Side, orderNo: string | null, tradeNo: string | null): Planned {
  return { request: queryRequest({ side, orderNo, tradeNo }) };
}

function list(rest: Omit<Planned, 'request'>): Planned {
  return { request: listRequest(BASE_FIAT), ...rest };
}

/** Removes fields that become null: a scheme may sign and send empty ones. */
function withFields(request: RampRequest, changes: RampRequest['fields']): RampRequest {
  const fields = Object.entries({ ...request.fields, ...changes });
  return { ...request, fields: Object.fromEntries(fields.filter(([name]) => changes[name] !== null)) };
}

function elsewhere(request: RampRequest): RampRequest {
  return { ...request, path: `${request.path}/no-such-path` };
}

function unnamed(option: string): NotAsked {
  return notAsked(`no order to look at: name one with ${option}`);
}

type QueryFields = Readonly<Record<string, unknown>>;

/** A probe's changes to a plain quote; null fields are not sent. */
interface QuoteOfBuy extends QueryFields {
  readonly crypto: string;
  readonly network: string;
  readonly fiat: string;
  readonly country: string;
  readonly amount: string;
}

function buy(of: (plain: QuoteOfBuy, situation: Situation) => QueryFields | NotAsked): Probe {
  return {
    plan: (situation) => {
      const plain = plainBuy(situation.subject);
      if (plain === null) return notAsked('the crypto list offers nothing to buy that was asked for');
      const fields = of(plain, situation);
      if (isNotAsked(fields)) return fields;
      if (fields['amount'] === null) return notAsked('there is no such amount');
      const request = quoteRequest({ ...plain, side: 'BUY', payWayCode: null, type: 'ONE' });
      return { request: withFields(request, fields) };
    },
  };
}

function limit(which: 'tooLittle' | 'tooMuch'): Probe {
  return buy((plain, { subject }) => ({ ...plain, amount: subject?.buy?.[which] ?? null, type: 'ONE' }));
}

function plainBuy(subject: Subject | null): QuoteOfBuy | null {
  if (subject?.buy == null) return null;
  const { crypto, network, amount } = subject.buy;
  return { crypto, network, fiat: subject.fiat, country: subject.country, amount };
}

function sell(fields: QueryFields): Probe {
  return {
    plan: ({ subject }) => {
      if (subject?.sell == null) return notAsked('the crypto list offers nothing to sell');
      const { crypto, network, amount } = subject.sell;
      const { fiat, country } = subject;
      const plain = { side: 'SELL', crypto, network, fiat, country, amount, payWayCode: null, type: 'ONE' } as const;
      return { request: withFields(quoteRequest(plain), fields) };
    },
  };
}

function isNotAsked(fields: QueryFields | NotAsked): fields is NotAsked {
  return fields['kind'] === 'not_asked';
}
