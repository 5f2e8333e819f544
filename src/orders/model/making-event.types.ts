import type { CreatedTrade } from '../../ramp/port/ramp.types.js';
import type { Refusal, Sending } from './order.types.js';

/** What happens to a trade while it is being made. */
export type MakingEvent =
  | { readonly kind: 'created'; readonly made: CreatedTrade }
  | { readonly kind: 'refused'; readonly refusal: Refusal }
  /** Nothing is sent, by our own decision: the price has moved, or the provider refuses to name one. */
  | { readonly kind: 'declined'; readonly refusal: Refusal }
  | { readonly kind: 'not_sent'; readonly reason: string; readonly givesUp: boolean }
  | { readonly kind: 'unknown'; readonly reason: string }
  | { readonly kind: 'given_up' }
  /** A fresh stamp for the same trade: only after it is certain that the provider did not act. */
  | { readonly kind: 'send_again'; readonly sending: Sending }
  /** A trade with a number of its own takes the place of the current one. */
  | { readonly kind: 'next_trade'; readonly sending: Sending };
