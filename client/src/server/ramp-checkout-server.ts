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

/** The calls that a merchant's servers make, including those of frontends. Errors are the same. */
export interface RampCheckoutServer extends RampCheckout {
  /**
   * Registers a sale that the customer makes on the provider's pages. A repeat after a lost answer registers no
   * second sale.
   */
  registerSale(request: SaleRequest, options?: CallOptions): Promise<RegisteredSale>;
  /** Creates a signed link to the checkout page with fixed purchase and destination. */
  checkoutLink(request: CheckoutLinkRequest, options?: CallOptions): Promise<CheckoutLink>;
  /** Sets metadata on an order; a null value removes its name. */
  note(
    merchantOrderNo: string,
    metadata: Readonly<Record<string, string | null>>,
    options?: CallOptions,
  ): Promise<Order>;
  /**
   * The orders that the key may see, page by page as you read: newest first, or with `order: 'updated'` by latest
   * change, oldest first.
   */
  orders(query?: OrdersQuery, options?: CallOptions): AsyncIterableIterator<Order>;
  /**
   * All changes of the orders that the key may see, each with its cursor. Save the cursor after you have processed
   * the event: then no event is missed after a crash. Deliver by `isDeliverable`. Reconnects after lost connections,
   * until you leave the loop. If the cursor has expired, calls `resync`, or without one throws ProblemError
   * `cursor_expired`.
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
  async function* orders(query: OrdersQuery, callOptions: CallOptions): AsyncGenerator<Order, void> {
    for (let cursor: string | undefined; ;) {
      const filter = { ...query, ...(cursor === undefined ? {} : { cursor }) };
      const page = await insist<OrderList>(callOptions, (sending) =>
        api.GET('/v1/orders', { params: { query: filter }, ...sending }),
      );
      yield* page.items;
      // Ordered by changes, the last page has a cursor too: its own.
      if (page.nextCursor === null || page.nextCursor === cursor) return;
      cursor = page.nextCursor;
    }
  }
  return {
    ...createRampCheckout(options),
    orders: (query = {}, callOptions = {}) => orders(query, callOptions),
    registerSale: (body, callOptions = {}) =>
      insist<RegisteredSale>(callOptions, (sending) => api.POST('/v1/sell-orders', { body, ...sending })),
    checkoutLink: (body, callOptions = {}) =>
      insist<CheckoutLink>(callOptions, (sending) => api.POST('/v1/checkout-links', { body, ...sending })),
    note: (merchantOrderNo, metadata, callOptions = {}) =>
      insist<Order>(callOptions, (sending) =>
        api.PATCH('/v1/orders/{merchantOrderNo}', {
          params: { path: { merchantOrderNo } },
          body: { metadata: { ...metadata } },
          ...sending,
        }),
      ),
    watchOrders: (callOptions = {}) => watchOrders(transport, options, callOptions),
  };
}
