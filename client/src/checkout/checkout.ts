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
/** Used when the response has no `Retry-After`. */
const ASK_AGAIN_MS = 2000;

/** Creates one order, however often the request has to be sent. */
export class CheckoutCall {
  constructor(
    private readonly transport: Transport,
    private readonly client: ClientOptions,
  ) {}

  /**
   * Resolves when the order can be paid or has ended. When patience runs out, resolves with the last known order, or
   * throws the last error.
   *
   * An order with an unknown outcome is read with its secret instead of requested again: a read creates nothing,
   * needs no token that may expire, and the service continues on its own. The request is sent again only if it
   * carried the customer's access token for the provider, which the service does not keep, or if the order has no
   * secret.
   */
  async make(request: CheckoutRequest, { signal, stop, onPending, ...options }: CheckoutOptions): Promise<Checkout> {
    // Copy the request, so that changes by the caller do not reach a repeat.
    const body = JSON.parse(JSON.stringify(request)) as CheckoutRequest;
    const patience = new Patience(options.patienceMs ?? PATIENCE_MS, signal, stop);
    const headers = await this.transport.within(signal, () => this.#headers(body, options));
    const post = (): Promise<Answer<Checkout>> =>
      untilAnswered(
        () => this.#post(body, headers, signal),
        patience,
        (failed) => {
          options.onFailedAttempt?.(failed);
          if (failed.isLost) onPending?.(null);
        },
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
   * All attempts send the same credentials: with a refreshed or expired token, a repeat would count as another
   * caller's and create a second order.
   */
  async #headers(
    { merchantOrderNo, link }: CheckoutRequest,
    { idempotencyKey, challengeResponse }: CheckoutOptions,
  ): Promise<HeaderFields> {
    const caller = { ...(await callerHeaders(this.client)), ...challengeHeader(challengeResponse) };
    // The service ignores the key beside a caller's own number; beside a link's number the key identifies the guest.
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

  /** Reads the order. Returns it unchanged if it can't be read and patience has run out. */
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
      const { data } = await untilAnswered(read, patience);
      return data.side === 'BUY' ? { ...data, clientSecret } : order;
    } catch (error) {
      throwIfAborted(patience.signal);
      if (isPassing(error)) return order;
      throw error;
    }
  }
}
