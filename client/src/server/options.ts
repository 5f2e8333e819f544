import type { CallOptions, ClientOptions } from '../options.js';
import type { OrderEvent } from './types.js';

export interface ServerOptions extends Pick<ClientOptions, 'baseUrl' | 'fetch' | 'timeoutMs'> {
  /** Of role `checkout`; not needed where the service runs with AUTH=none. */
  readonly apiKey?: string | undefined;
}

export interface WatchOrdersOptions extends CallOptions {
  /** The cursor of the last event that was dealt with. `latest`: only what comes from now on; not given: all that is kept. */
  readonly after?: string | null | undefined;
  /** These events alone. */
  readonly types?: readonly OrderEvent['type'][] | undefined;
  /**
   * Called when the cursor has expired: after 30 days, or because the service's database may have lost commits. Read all orders again,
   * for example by `orders()`; then the feed goes on from where it ended when this was called. Left out: `watchOrders` throws.
   */
  readonly resync?: (() => Promise<void>) | undefined;
  /** Called with each answer: how far the feed was read, also where nothing of it was wanted. */
  readonly onCursor?: ((cursor: string) => void) | undefined;
  /** Called when the service could not be asked, before it is asked again. */
  readonly onError?: ((error: unknown) => void) | undefined;
}
