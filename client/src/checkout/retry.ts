import { callerHeaders } from '../http/credentials.js';
import type { Answer, Transport } from '../http/transport.js';
import type { ClientOptions, OrderAccess, RetryWish } from '../options.js';
import { readOrder } from '../read-order.js';
import type { Order, RetryBody } from '../types.js';
import { untilAnswered } from './attempts.js';
import { Patience } from './patience.js';
import { canGoOn } from './can-go-on.js';

const PATIENCE_MS = 60_000;
const ASK_AGAIN_MS = 2000;

/** Retries an order: one new trade, however often the request has to be sent. */
export class RetryCall {
  constructor(
    private readonly transport: Transport,
    private readonly client: ClientOptions,
  ) {}

  /**
   * Resolves when the new trade can be paid, the order has ended, or patience runs out. If the caller gives no
   * `after`, the newest trade is looked up first: without it the service can't tell a repeat from a further retry.
   */
  async make(merchantOrderNo: string, wish: RetryWish, access: OrderAccess): Promise<Order> {
    const patience = new Patience(PATIENCE_MS, access.signal);
    const untilRead = (): Promise<Answer<Order>> =>
      untilAnswered(() => readOrder(this.transport, this.client, merchantOrderNo, access), patience);
    const after = wish.after ?? (await untilRead()).data.trades.at(-1)?.tradeNo;
    const { payWayCode = null, quote = null } = wish;
    const body: RetryBody = { payWayCode, after: after ?? null, quote };
    const answer = await untilAnswered(() => this.#post(merchantOrderNo, body, access), patience);
    let { data: order, retryAfterMs } = answer;
    while (answer.status === 202 && !canGoOn(order)) {
      if (!(await patience.pause(retryAfterMs ?? ASK_AGAIN_MS))) return order;
      ({ data: order, retryAfterMs } = await untilRead());
    }
    return order;
  }

  #post(merchantOrderNo: string, body: RetryBody, { signal, clientSecret }: OrderAccess): Promise<Answer<Order>> {
    const params = { path: { merchantOrderNo } };
    return this.transport.call(
      signal,
      () => callerHeaders(this.client, clientSecret),
      (sending) => this.transport.api.POST('/v1/orders/{merchantOrderNo}/retry', { params, body, ...sending }),
    );
  }
}
