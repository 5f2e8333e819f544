import type { CreateResult, Quotes, RampNotSent, RampResult } from './ramp.errors.js';
import type {
  ListedCryptos,
  QuoteRequest,
  TradeCustomer,
  TradeQuery,
  TradeRequest,
  TradeSnapshot,
} from './ramp.types.js';

/** Priority under the rate limit: customers go first, polls never get less than a fifth. */
export type CallPriority = 'customer' | 'poll';

/**
 * The provider, in our words. One call is one signed request, limited in time and size, and never inside a transaction.
 * No method throws for faults of the provider or the network: see {@link RampResult}.
 */
export abstract class RampGateway {
  /**
   * Fetches the access token for this customer ahead of the create, so that the create need not wait once its timestamp
   * is committed. null: ready. Otherwise why a create could not be sent now.
   */
  abstract prepareTrade(customer: TradeCustomer): Promise<RampNotSent | null>;

  /**
   * Creates a trade, once. Signs with `request.stamp`. Calls `maySend` after each wait, lastly when the connection is
   * open and before the first byte: false gives `not_sent` with the reason `too_late`.
   */
  abstract createTrade(request: TradeRequest, customer: TradeCustomer, maySend: () => boolean): Promise<CreateResult>;

  /** Queries a trade; null: the provider answered *not found*. */
  abstract queryTrade(query: TradeQuery, priority: CallPriority): Promise<RampResult<TradeSnapshot | null>>;

  /**
   * One quote, or one per payment method for BUY with type ALL, plus a failure for each method without a price. The
   * answer holds at least one quote or refusal, or nothing at all.
   */
  abstract quote(request: QuoteRequest): Promise<RampResult<Quotes>>;

  /** The enabled pairs, with limits for `fiat`. */
  abstract listCryptos(fiat: string): Promise<RampResult<ListedCryptos>>;

  /**
   * The timestamp for a create that is about to be committed, in milliseconds since 1970. By our clock, or by the
   * provider's after it refused ours.
   */
  abstract timestampNow(): number;

  /**
   * How many polls may start now under the provider's rate and our own concurrency; none while the provider is away.
   */
  abstract pollsAllowedNow(): number;
}
