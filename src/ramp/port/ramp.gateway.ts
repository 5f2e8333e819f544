import type { CreateResult, Quotes, RampNotSent, RampResult } from './ramp.errors.js';
import type {
  ListedCryptos,
  QuoteRequest,
  TradeCustomer,
  TradeQuery,
  TradeRequest,
  TradeSnapshot,
} from './ramp.types.js';

/** Whose turn it is when calls are rationed: customers go first, polls never get less than a fifth. */
export type CallPriority = 'customer' | 'poll';

/**
 * The provider, in our words. One call is one signed request, limited in time and size, and never inside a
 * transaction. No method throws for anything that the provider or the network does: see {@link RampResult}.
 */
export abstract class RampGateway {
  /**
   * Gets the access token that a create for this customer needs, so that the create waits for nothing once its stamp is
   * committed. null: it is there. Otherwise why a create would not be sent now; nothing was.
   */
  abstract prepareTrade(customer: TradeCustomer): Promise<RampNotSent | null>;

  /**
   * Asks for a trade, once. Signs with `request.stamp`. `maySend` is asked after each wait, the last time when the
   * connection is open and before the first byte: false means `not_sent` with the reason `too_late`.
   */
  abstract createTrade(request: TradeRequest, customer: TradeCustomer, maySend: () => boolean): Promise<CreateResult>;

  /** Asks what has become of a trade; null: the provider answered that there is none. */
  abstract queryTrade(query: TradeQuery, priority: CallPriority): Promise<RampResult<TradeSnapshot | null>>;

  /**
   * Asks for prices. One quote, or one per payment method for BUY with type ALL; with a failure for each method that has
   * none. There is a quote or a refusal among them, or nothing at all.
   */
  abstract quote(request: QuoteRequest): Promise<RampResult<Quotes>>;

  /** Lists the pairs that are enabled, with limits for `fiat`. */
  abstract listCryptos(fiat: string): Promise<RampResult<ListedCryptos>>;

  /**
   * The time for the stamp of a create request that is about to be committed; milliseconds since 1970. Our own clock's,
   * or the provider's where it has refused ours.
   */
  abstract stampNow(): number;

  /** How many polls the provider's rate and our own concurrency let through now; none while the provider is away. */
  abstract pollsAllowedNow(): number;
}
