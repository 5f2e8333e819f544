/** A call starts so much later than its place at most, or not at that place. */
export const LATE_MS = 30;

/** Places lie so far apart that no second sees more calls than the rate, though some start late and some do not. */
export const spacingMs = (perSecond: number): number => (1000 + LATE_MS) / perSecond;

/** Polls and guests take places no further ahead, so that customers elsewhere find the next ones free. */
export const NEAR_MS = 200;

/** Of so many places one is a poll's, however far ahead it is. */
export const POLL_SHARE = 5;

/** What a process has use for. */
export interface WantedPlaces {
  /** Calls of customers, of guests, and polls that wait without a place. */
  readonly customers: number;
  readonly guests: number;
  readonly polls: number;
  /** For so many milliseconds these wait; a place that comes up later is not taken for them. */
  readonly customersWaitMs: number;
  readonly pollsWaitMs: number;
  /** No place comes up sooner: the answer would come too late for it. */
  readonly leadMs: number;
  readonly spacingMs: number;
}

/** Places in a row, `spacingMs` apart; milliseconds since 1970 by the database's clock. */
export interface TakenPlaces {
  readonly now: number;
  /** When the first comes up; where none was taken, the one that would have been. */
  readonly first: number;
  readonly count: number;
}

/** Where processes take their places in the provider's rate. Rejects as the database does. */
export abstract class CallPlaces {
  abstract take(wanted: WantedPlaces): Promise<TakenPlaces>;
}
