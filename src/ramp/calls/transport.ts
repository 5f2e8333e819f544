import type { HoldReason } from '../port/ramp.errors.js';
import type { HttpCall } from './signed-call.js';

/** `body` null: too large, or broken compression. */
export interface Reply {
  readonly kind: 'reply';
  readonly status: number;
  readonly date: string | null;
  readonly retryAfter: string | null;
  readonly contentType: string | null;
  readonly body: Buffer | null;
}

/** `not_sent`, `held_back`: certainly no byte was sent. `lost`: part of it may have reached the provider. */
export type SendResult =
  | Reply
  | { readonly kind: 'not_sent'; readonly detail: string }
  | { readonly kind: 'held_back'; readonly reason: HoldReason }
  | { readonly kind: 'lost'; readonly reason: 'timeout' | 'connection_lost'; readonly detail: string };

/** Sends requests to the provider, each once: without retry, redirect or proxy. */
export abstract class Transport {
  /**
   * Never throws for faults of the network or the provider. The time limit covers connecting, sending and the whole
   * answer. `holdBack` is called before the first byte; a reason cancels the call.
   */
  abstract send(call: HttpCall, holdBack?: () => HoldReason | null): Promise<SendResult>;
}
