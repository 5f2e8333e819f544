import type { CallOptions, ClientOptions } from '../options.js';
import type { OrderEvent } from './types.js';

export interface ServerOptions extends Pick<ClientOptions, 'baseUrl' | 'fetch' | 'timeoutMs'> {
  /** Key of role `checkout`; not needed if the service runs with AUTH=none. */
  readonly apiKey?: string | undefined;
}

export interface WatchOrdersOptions extends CallOptions {
  /** Cursor of the last processed event. `latest`: only new events; default: all that are kept. */
  readonly after?: string | null | undefined;
  /** Only events of these types. */
  readonly types?: readonly OrderEvent['type'][] | undefined;
  /**
   * Called when the cursor has expired: after 30 days, or because the service's database may have lost commits. Read
   * all orders again, for example with `orders()`; then the feed continues from its end at the time of the call.
   * Without it, `watchOrders` throws.
   */
  readonly resync?: (() => Promise<void>) | undefined;
  /** Called after each answer with the new cursor, even if the answer held no matching event. */
  readonly onCursor?: ((cursor: string) => void) | undefined;
  /** Called when a request failed, before the next attempt. */
  readonly onError?: ((error: unknown) => void) | undefined;
}
