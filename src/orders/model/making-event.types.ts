import type { CreatedTrade } from '../../ramp/port/ramp.types.js';
import type { Refusal, Sending } from './order.types.js';

export type MakingEvent =
  | { readonly kind: 'created'; readonly made: CreatedTrade }
  | { readonly kind: 'refused'; readonly refusal: Refusal }
  /** Not sent by our own decision: the price has moved, or the provider refuses to quote. */
  | { readonly kind: 'declined'; readonly refusal: Refusal }
  | { readonly kind: 'not_sent'; readonly reason: string; readonly givesUp: boolean }
  | { readonly kind: 'unknown'; readonly reason: string }
  | { readonly kind: 'given_up' }
  /** A fresh timestamp for the same trade, only if the provider certainly did not act. */
  | { readonly kind: 'send_again'; readonly sending: Sending }
  /** A new trade with its own number replaces the current one. */
  | { readonly kind: 'next_trade'; readonly sending: Sending };
