/** A call starts at most this long after its place, or does not use it. */
export const LATE_MS = 30;

/** The spacing at which no second holds more calls than the rate, even when some start late. */
export const spacingMs = (perSecond: number): number => (1000 + LATE_MS) / perSecond;

/** Polls and guests reserve no further ahead, so that customers of other processes find near places free. */
export const NEAR_MS = 200;

/** One place in this many is for polls, however far ahead. */
export const POLL_SHARE = 5;

export interface WantedPlaces {
  /** Numbers of waiting calls without a place. */
  readonly customers: number;
  readonly guests: number;
  readonly polls: number;
  /** Waiting times; no place beyond them is reserved. */
  readonly customersWaitMs: number;
  readonly pollsWaitMs: number;
  /** No place begins sooner: the reply would arrive too late to use it. */
  readonly leadMs: number;
  readonly spacingMs: number;
}

/** Consecutive places, `spacingMs` apart; milliseconds since 1970 by the database's clock. */
export interface TakenPlaces {
  readonly now: number;
  /** The start of the first place, or of the next free one if none was reserved. */
  readonly first: number;
  readonly count: number;
}

/** Reserves places, which are start times under the provider's rate. Rejects with the database's errors. */
export abstract class CallPlaces {
  abstract take(wanted: WantedPlaces): Promise<TakenPlaces>;
}
