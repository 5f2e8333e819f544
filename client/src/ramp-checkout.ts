import { CheckoutCall } from './checkout/checkout.js';
import { RetryCall } from './checkout/retry.js';
import { callerHeaders } from './http/credentials.js';
import { Transport } from './http/transport.js';
import type { CallOptions, CheckoutOptions, ClientOptions, OrderAccess, RetryWish, WatchOptions } from './options.js';
import { readOrder } from './read-order.js';
import type { Checkout, CheckoutRequest, Cryptos, CryptosQuery, Order, QuoteRequest, Quotes } from './types.js';
import { watchOrder } from './watch/watch-order.js';

/**
 * The calls that frontends make. Each throws a ProblemError if the service refuses, a ConnectionError if no answer
 * came, and the signal's reason if it was aborted.
 */
export interface RampCheckout {
  /** Coins that can be bought and sold, with limits. */
  cryptos(query?: CryptosQuery, options?: CallOptions): Promise<Cryptos>;
  /** Offers for an amount to buy or sell, best first. */
  quotes(request: QuoteRequest, options?: CallOptions): Promise<Quotes>;
  /**
   * Creates an order. Repeats the request with the same key when its answer was lost or the service is temporarily
   * unable to process it, so there are never two orders. Resolves when the order can be paid (`payUrl`) or has ended,
   * or when patience runs out: then `payUrl` may be null, and `watchOrder` continues.
   */
  checkout(request: CheckoutRequest, options?: CheckoutOptions): Promise<Checkout>;
  /** The current state of the order. Makes the service poll the provider soon. */
  order(merchantOrderNo: string, options?: OrderAccess): Promise<Order>;
  /**
   * Retries an order that failed, was cancelled, was refused or expired. Repeated when its answer was lost; a repeat
   * creates no second trade, because it names the newest known trade (`after`, looked up by default).
   */
  retry(merchantOrderNo: string, request?: RetryWish, options?: OrderAccess): Promise<Order>;
  /**
   * Yields the order at once and after each change, until it is `settled` (with `until: 'final'` until it is
   * `final`). If changes come faster than they are read, yields only the newest. Reconnects after lost connections.
   * Throws a ProblemError only if waiting can't help.
   */
  watchOrder(merchantOrderNo: string, options?: WatchOptions): AsyncIterableIterator<Order>;
}

export function createRampCheckout(options: ClientOptions): RampCheckout {
  const transport = new Transport(options);
  const caller = () => callerHeaders(options);
  const checkouts = new CheckoutCall(transport, options);
  const retries = new RetryCall(transport, options);
  const { api } = transport;
  return {
    async cryptos(query = {}, { signal } = {}) {
      const params = { query };
      return (await transport.call(signal, caller, (sending) => api.GET('/v1/cryptos', { params, ...sending }))).data;
    },
    async quotes(request, { signal } = {}) {
      return (await transport.call(signal, caller, (sending) => api.POST('/v1/quotes', { body: request, ...sending })))
        .data;
    },
    checkout: (request, callOptions = {}) => checkouts.make(request, callOptions),
    order: async (merchantOrderNo, access = {}) => (await readOrder(transport, options, merchantOrderNo, access)).data,
    retry: (merchantOrderNo, request = {}, access = {}) => retries.make(merchantOrderNo, request, access),
    watchOrder: (merchantOrderNo, watchOptions = {}) => watchOrder(transport, options, merchantOrderNo, watchOptions),
  };
}
