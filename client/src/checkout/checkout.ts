import { isPassing } from '../errors.js';
import { callerHeaders, challengeHeader, secretHeader } from '../http/credentials.js';
import type { HeaderFields } from '../http/credentials.js';
import { throwIfAborted } from '../http/time-limit.js';
import type { Answer, Transport } from '../http/transport.js';
import { newIdempotencyKey } from '../idempotency-key.js';
import type { CheckoutOptions, ClientOptions } from '../options.js';
import type { Checkout, CheckoutRequest, Order } from '../types.js';
import { untilAnswered } from './attempts.js';
import { Patience } from './patience.js';
import { canGoOn } from './can-go-on.js';

const PATIENCE_MS = 60_000;
/** Where the service does not say how soon to ask again. */
const ASK_AGAIN_MS = 2000;

/** Makes one order, however often its request has to be sent. */
export class CheckoutCall {
  constructor(
    private readonly transport: Transport,
    private readonly client: ClientOptions,
  ) {}

  /**
   * Gives the order as soon as it can be paid or has come to an end; when patience is over, the order as it is known, or
   * throws what the last attempt came to.
   *
   * An order whose outcome is not known yet is read with its secret, not asked for again: reading can make nothing, needs no
   * token that may run out, and the service goes on by itself. Only where the request handed in the customer's access token
   * at the provider, which the service does not keep, or where the order has no secret any more, it has to be sent again.
   */
  async make(request: CheckoutRequest, { signal, onPending, ...options }: CheckoutOptions): Promise<Checkout> {
    // Whatever the caller does with its object meanwhile: what is sent again is the same.
    const body = JSON.parse(JSON.stringify(request)) as CheckoutRequest;
    const patience = new Patience(options.patienceMs ?? PATIENCE_MS, signal);
    const headers = await this.transport.within(signal, () => this.#headers(body, options));
    const post = (): Promise<Answer<Checkout>> =>
      untilAnswered(
        () => this.#post(body, headers, signal),
        patience,
        () => onPending?.(null),
      );
    let { status, data: order, retryAfterMs } = await post();
    while (status === 202 && !canGoOn(order)) {
      onPending?.(order);
      if (!(await patience.pause(retryAfterMs ?? ASK_AGAIN_MS))) return order;
      if (body.accessToken != null || order.clientSecret === null) {
        ({ status, data: order, retryAfterMs } = await post());
      } else {
        order = await this.#read(order, patience);
      }
    }
    return order;
  }

  /**
   * One checkout is one caller's: a token that changed between two attempts, or ran out where guests are let in, would make
   * the repeat another caller's, with an order of its own.
   */
  async #headers(
    { merchantOrderNo, link }: CheckoutRequest,
    { idempotencyKey, challengeResponse }: CheckoutOptions,
  ): Promise<HeaderFields> {
    const caller = { ...(await callerHeaders(this.client)), ...challengeHeader(challengeResponse) };
    // Beside a number of the caller's own the service ignores the key; beside a link's it tells one guest from another.
    if (merchantOrderNo != null && link == null) return caller;
    return { ...caller, 'Idempotency-Key': idempotencyKey ?? newIdempotencyKey() };
  }

  #post(body: CheckoutRequest, headers: HeaderFields, signal: AbortSignal | undefined): Promise<Answer<Checkout>> {
    return this.transport.call(
      signal,
      () => Promise.resolve(headers),
      (sending) => this.transport.api.POST('/v1/checkouts', { body, ...sending }),
    );
  }

  /** The order as it is now; as it was, when it can't be read and there is no patience left to try again. */
  async #read(order: Checkout, patience: Patience): Promise<Checkout> {
    const { merchantOrderNo, clientSecret } = order;
    const params = { path: { merchantOrderNo } };
    const read = (): Promise<Answer<Order>> =>
      this.transport.call(
        patience.signal,
        () => Promise.resolve(secretHeader(clientSecret)),
        (sending) => this.transport.api.GET('/v1/orders/{merchantOrderNo}', { params, ...sending }),
      );
    try {
      const { data } = await untilAnswered(read, patience, () => undefined);
      return data.side === 'BUY' ? { ...data, clientSecret } : order;
    } catch (error) {
      throwIfAborted(patience.signal);
      if (isPassing(error)) return order;
      throw error;
    }
  }
}
