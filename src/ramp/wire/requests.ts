import type { Evidence } from '../port/ramp.errors.js';
import type { QuoteRequest, TradeQuery, TradeRequest } from '../port/ramp.types.js';

/** One call in the provider's words. Fields without a value are null or empty text. */
export interface RampRequest {
  readonly endpoint: Evidence['endpoint'];
  readonly method: 'GET' | 'POST';
  /** Below the base address and the prefix that all paths have. */
  readonly path: string;
  /** Sent as the query of a GET, or as the JSON body of a POST. */
  readonly fields: Readonly<Record<string, unknown>>;
}

const PATHS = {
  create: '/merchant/trade/create',
  query: '/merchant/query/trade',
  quote: '/merchant/order/quote',
  list: '/merchant/crypto/list',
} as const;

/** The contract fixes it: pay with fiat, receive crypto at an address. */
const DEPOSIT_TYPE = 2;

export function createRequest(trade: TradeRequest): RampRequest {
  return {
    endpoint: 'create',
    method: 'POST',
    path: PATHS.create,
    fields: {
      side: 'BUY',
      merchantOrderNo: trade.tradeNo,
      amount: trade.amount,
      fiatCurrency: trade.fiat,
      cryptoCurrency: trade.crypto,
      depositType: DEPOSIT_TYPE,
      address: trade.address,
      network: trade.network,
      payWayCode: trade.payWayCode,
      alpha2: trade.country,
      redirectUrl: trade.redirectUrl,
      callbackUrl: trade.callbackUrl,
      memo: trade.memo,
      failRedirectUrl: trade.failRedirectUrl,
      merchantName: trade.merchantName,
    },
  };
}

/** Throws a TypeError when neither number is given: the answer would be about nobody knows which order. */
export function queryRequest({ orderNo, tradeNo, side }: TradeQuery): RampRequest {
  if ((orderNo ?? '') === '' && (tradeNo ?? '') === '') throw new TypeError('a query needs a number to ask about');
  return {
    endpoint: 'query',
    method: 'GET',
    path: PATHS.query,
    // The contract lists them as body parameters and shows them in the query string; GET bodies get lost on the way.
    fields: { orderNo, merchantOrderNo: tradeNo, side },
  };
}

/** `payWayCode` and `type` are ignored for SELL by the contract, and so not sent with it. */
export function quoteRequest(quote: QuoteRequest): RampRequest {
  const ofBuy = quote.side === 'BUY' ? { payWayCode: quote.payWayCode, type: quote.type } : {};
  return {
    endpoint: 'quote',
    method: 'POST',
    path: PATHS.quote,
    fields: {
      crypto: quote.crypto,
      network: quote.network,
      fiat: quote.fiat,
      country: quote.country,
      amount: quote.amount,
      side: quote.side,
      ...ofBuy,
    },
  };
}

export function listRequest(fiat: string): RampRequest {
  return { endpoint: 'list', method: 'GET', path: PATHS.list, fields: { fiat } };
}
