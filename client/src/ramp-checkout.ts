import { CheckoutCall } from './checkout/checkout.js';
import { RetryCall } from './checkout/retry.js';
import { callerHeaders } from './http/credentials.js';
import { Transport } from './http/transport.js';
import type { CallOptions, CheckoutOptions, ClientOptions, OrderAccess, RetryWish, WatchOptions } from './options.js';
import { readOrder } from './read-order.js';
import type { Checkout, CheckoutRequest, Cryptos, CryptosQuery, Order, QuoteRequest, Quotes } from './types.js';
import { watchOrder } from './watch/watch-order.js';

/**
 * What frontends ask of the service. Each call throws ProblemError when the service says no, ConnectionError when no answer
 * came, and the signal's reason when it was aborted.
 */
export interface RampCheckout {
  /** What can be bought and sold, with limits. */
  cryptos(query?: CryptosQuery, options?: CallOptions): Promise<Cryptos>;
  /** What an amount would buy, or sell for; best first. */
  quotes(request: QuoteRequest, options?: CallOptions): Promise<Quotes>;
  /**
   * Makes an order. The same request is sent again, with the same key, when its answer was lost, and when the service says
   * that it could do nothing for the moment; so there are never two orders. Gives the order when it can be paid (`payUrl`)
   * or has ended, or when patience is over: then its `payUrl` may be null, and watching it goes on.
   */
  checkout(request: CheckoutRequest, options?: CheckoutOptions): Promise<Checkout>;
  /** The order as it is known now. Makes the service ask the provider again soon. */
  order(merchantOrderNo: string, options?: OrderAccess): Promise<Order>;
  /**
   * Tries an order again that failed, was cancelled, refused or ran out of time. Sent again when its answer was lost: that
   * makes no second trade, as it names the newest one that is known (`after`; looked up when not given).
   */
  retry(merchantOrderNo: string, request?: RetryWish, options?: OrderAccess): Promise<Order>;
  /**
   * The order at once, and again at each change, until it is `settled` (with `until: 'final'` until it is `final`); then the loop
   * ends. Changes that come quicker than they are taken are left out, the newest never. Goes on through lost connections. Throws ProblemError only for what waiting
   * does not mend.
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
    checkout: (request, given = {}) => checkouts.make(request, given),
    order: async (merchantOrderNo, access = {}) => (await readOrder(transport, options, merchantOrderNo, access)).data,
    retry: (merchantOrderNo, request = {}, access = {}) => retries.make(merchantOrderNo, request, access),
    watchOrder: (merchantOrderNo, given = {}) => watchOrder(transport, options, merchantOrderNo, given),
  };
}
