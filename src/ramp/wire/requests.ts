import type { Evidence } from '../port/ramp.errors.js';
import type { QuoteRequest, TradeQuery, TradeRequest } from '../port/ramp.types.js';

/** Fields without a value are null or empty text. */
export interface RampRequest {
  readonly endpoint: Evidence['endpoint'];
  readonly method: 'GET' | 'POST';
  /** Relative to the base address and the common path prefix. */
  readonly path: string;
  /** The query of a GET, or the JSON body of a POST. */
  readonly fields: Readonly<Record<string, unknown>>;
}

/** Fixed by the contract: pay with fiat, receive crypto at an address. */
const DEPOSIT_TYPE = 2;

export function createRequest(trade: TradeRequest): RampRequest {
  return {
    endpoint: 'create',
    method: 'POST',
    path: '/merchant/trade/create',
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

/** Throws a TypeError without either number: the answer could be about any order. */
export function queryRequest({ orderNo, tradeNo, side }: TradeQuery): RampRequest {
  if ((orderNo ?? '') === '' && (tradeNo ?? '') === '') throw new TypeError('a query needs a number to ask about');
  return {
    endpoint: 'query',
    method: 'GET',
    path: '/merchant/query/trade',
    // The contract lists them as body parameters and shows them in the query string; proxies drop GET bodies.
    fields: { orderNo, merchantOrderNo: tradeNo, side },
  };
}

/** The contract ignores `payWayCode` and `type` for SELL, so they are not sent. */
export function quoteRequest(quote: QuoteRequest): RampRequest {
  const { crypto, network, fiat, country, amount, side, payWayCode, type } = quote;
  const ofBuy = side === 'BUY' ? { payWayCode, type } : {};
  return {
    endpoint: 'quote',
    method: 'POST',
    path: '/merchant/order/quote',
    fields: { crypto, network, fiat, country, amount, side, ...ofBuy },
  };
}

export function listRequest(fiat: string): RampRequest {
  return { endpoint: 'list', method: 'GET', path: '/merchant/crypto/list', fields: { fiat } };
}
