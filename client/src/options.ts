import type { Checkout, Order } from './types.js';

export interface ClientOptions {
  /** Where the service is; `''` in pages that it serves itself. */
  readonly baseUrl: string;
  /** JWT of the customer, asked for before each request; null: a guest. */
  readonly token?: (() => string | null | Promise<string | null>) | undefined;
  /** On servers only: whoever has it may act for every customer. */
  readonly apiKey?: string | undefined;
  /** Another `fetch`; in React Native `expo/fetch`, whose answers can be read as they come. */
  readonly fetch?: typeof fetch | undefined;
  /** Milliseconds for one call; 20000 when not given, which is longer than the service takes for any answer. */
  readonly timeoutMs?: number | undefined;
}

export interface CallOptions {
  /** Ends the call, which then fails with the signal's reason. What was asked may be done all the same. */
  readonly signal?: AbortSignal | undefined;
}

export interface OrderAccess extends CallOptions {
  /** The `clientSecret` that came with the order; it opens the order for whoever has it. */
  readonly clientSecret?: string | null | undefined;
}

export interface CheckoutOptions extends CallOptions {
  /** Says that two requests are the same one: keep it across a reload. Made when not given; not used beside a `merchantOrderNo`. */
  readonly idempotencyKey?: string | undefined;
  /**
   * Of a guest, where the service asks for one: what the widget of a challenge gave. It works once; after
   * `challenge_required` call again with a new one and the same `idempotencyKey`.
   */
  readonly challengeResponse?: string | undefined;
  /** Milliseconds after which no further attempt begins; 60000 when not given. */
  readonly patienceMs?: number | undefined;
  /** Called each time that an answer was lost (null), or told of an order that can't be paid yet. */
  readonly onPending?: ((order: Checkout | null) => void) | undefined;
}

export interface RetryWish {
  /** Pay in another way. */
  readonly payWayCode?: string | null | undefined;
  /** Number of the newest trade that is known. */
  readonly after?: string | null | undefined;
}

/** `live`: by stream; `polling`: asks again and again; `offline`: neither gets through, tries on. */
export type Connection = 'live' | 'polling' | 'offline';

export interface WatchOptions extends OrderAccess {
  /** What is known already: it is not given again. */
  readonly since?: Order | null | undefined;
  /**
   * The field with which the loop ends. `settled` when not given: nothing more is expected, though a late payment may still
   * come. `final`: nothing more happens, which may take weeks.
   */
  readonly until?: 'settled' | 'final' | undefined;
  /** Called with each change of the way in which news come. */
  readonly onConnection?: ((state: Connection) => void) | undefined;
}
