import { untilAnswered } from '../checkout/attempts.js';
import { Patience } from '../checkout/patience.js';
import { callerHeaders } from '../http/credentials.js';
import { Transport } from '../http/transport.js';
import type { Answer, Fetched, Sending } from '../http/transport.js';
import type { CallOptions } from '../options.js';
import { createRampCheckout } from '../ramp-checkout.js';
import type { RampCheckout } from '../ramp-checkout.js';
import type { Order } from '../types.js';
import type { ServerOptions, WatchOrdersOptions } from './options.js';
import type {
  CheckoutLink,
  CheckoutLinkRequest,
  OrderList,
  OrdersQuery,
  PlacedEvent,
  RegisteredSale,
  SaleRequest,
} from './types.js';
import { watchOrders } from './watch-orders.js';

/** What the merchant's servers ask of the service, beside all that frontends do. Calls throw what theirs do. */
export interface RampCheckoutServer extends RampCheckout {
  /** Has a sale watched that a customer makes on the provider's pages. Sent again when its answer was lost: it is one sale. */
  registerSale(request: SaleRequest, options?: CallOptions): Promise<RegisteredSale>;
  /** A signed link to the checkout page, in which you set what is bought and where it goes. */
  checkoutLink(request: CheckoutLinkRequest, options?: CallOptions): Promise<CheckoutLink>;
  /** Notes something on an order: sets these names, takes away those that are null. */
  note(
    merchantOrderNo: string,
    metadata: Readonly<Record<string, string | null>>,
    options?: CallOptions,
  ): Promise<Order>;
  /**
   * The orders that the key may see, page by page as you take them: newest first, or with `order: 'updated'` by their newest
   * change, oldest first.
   */
  orders(query?: OrdersQuery, options?: CallOptions): AsyncIterableIterator<Order>;
  /**
   * Every change of every order that the key may see, each with the cursor from which it goes on behind it: save the cursor
   * when you have dealt with the event, and nothing is missed, whatever ends in between. Deliver by `isDeliverable`. Goes on
   * through lost connections, until you leave the loop. Where the cursor has expired it calls `resync`, or without one throws
   * ProblemError `cursor_expired`.
   */
  watchOrders(options?: WatchOrdersOptions): AsyncIterableIterator<PlacedEvent>;
}

const PATIENCE_MS = 60_000;

export function createRampCheckoutServer(options: ServerOptions): RampCheckoutServer {
  const transport = new Transport(options);
  const { api } = transport;
  const insist = async <Data>(
    { signal }: CallOptions,
    ask: (sending: Sending) => Promise<Fetched<Data>>,
  ): Promise<Data> => {
    const send = (): Promise<Answer<Data>> => transport.call(signal, () => callerHeaders(options), ask);
    return (await untilAnswered(send, new Patience(PATIENCE_MS, signal), () => undefined)).data;
  };
  async function* orders(query: OrdersQuery, given: CallOptions): AsyncGenerator<Order, void> {
    for (let cursor: string | undefined; ;) {
      const asked = { ...query, ...(cursor === undefined ? {} : { cursor }) };
      const page = await insist<OrderList>(given, (sending) =>
        api.GET('/v1/orders', { params: { query: asked }, ...sending }),
      );
      yield* page.items;
      // By changes there always is a next one: at the end it is the same.
      if (page.nextCursor === null || page.nextCursor === cursor) return;
      cursor = page.nextCursor;
    }
  }
  return {
    ...createRampCheckout(options),
    orders: (query = {}, given = {}) => orders(query, given),
    registerSale: (body, given = {}) =>
      insist<RegisteredSale>(given, (sending) => api.POST('/v1/sell-orders', { body, ...sending })),
    checkoutLink: (body, given = {}) =>
      insist<CheckoutLink>(given, (sending) => api.POST('/v1/checkout-links', { body, ...sending })),
    note: (merchantOrderNo, metadata, given = {}) =>
      insist<Order>(given, (sending) =>
        api.PATCH('/v1/orders/{merchantOrderNo}', {
          params: { path: { merchantOrderNo } },
          body: { metadata: { ...metadata } },
          ...sending,
        }),
      ),
    watchOrders: (given = {}) => watchOrders(transport, options, given),
  };
}
