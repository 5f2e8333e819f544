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

/** The provider, in our words. No method throws for faults of the provider or the network: see {@link RampResult}. */
export abstract class RampGateway {
  /** Fetches the access token ahead, so that the create need not wait once its timestamp is committed. null: ready. */
  abstract prepareTrade(customer: TradeCustomer): Promise<RampNotSent | null>;

  /** Sends once. `maySend` is called after each wait, lastly before the first byte; false gives `too_late`. */
  abstract createTrade(request: TradeRequest, customer: TradeCustomer, maySend: () => boolean): Promise<CreateResult>;

  /** Queries a trade; null: the provider answered *not found*. */
  abstract queryTrade(query: TradeQuery, priority: CallPriority): Promise<RampResult<TradeSnapshot | null>>;

  /** One per payment method for BUY with type ALL. Holds at least one quote or refusal, or nothing at all. */
  abstract quote(request: QuoteRequest): Promise<RampResult<Quotes>>;

  /** The enabled pairs, with limits for `fiat`. */
  abstract listCryptos(fiat: string): Promise<RampResult<ListedCryptos>>;

  /** For a create about to be committed, in milliseconds since 1970; by the provider's clock after it refused ours. */
  abstract timestampNow(): number;

  /** By the provider's rate and our concurrency; none while the provider is away. */
  abstract pollsAllowedNow(): number;
}
