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

/** Tries an order again: one new trade, however often the request has to be sent. */
export class RetryCall {
  constructor(
    private readonly transport: Transport,
    private readonly client: ClientOptions,
  ) {}

  /**
   * Gives the order when its new trade can be paid, or has come to an end, or when patience is over. Without the newest
   * known trade in `after` a repeat could not be told from a further retry: it is looked up first.
   */
  async make(merchantOrderNo: string, wish: RetryWish, access: OrderAccess): Promise<Order> {
    const patience = new Patience(PATIENCE_MS, access.signal);
    const untilRead = (): Promise<Answer<Order>> =>
      untilAnswered(() => readOrder(this.transport, this.client, merchantOrderNo, access), patience, ignore);
    const after = wish.after ?? (await untilRead()).data.trades.at(-1)?.merchantOrderNo;
    const body: RetryBody = { payWayCode: wish.payWayCode ?? null, after: after ?? null };
    const answer = await untilAnswered(() => this.#post(merchantOrderNo, body, access), patience, ignore);
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

/** Nobody is told of answers that were lost: a retry has an order already. */
function ignore(): void {
  // nothing to do
}
