import type { Caller } from '../../platform/callers/caller.js';

/** More streams of one order, feed or customer than windows and devices need. */
export const MOST_OF_ONE = 20;
const MOST_OF_CUSTOMER = 100;
/**
 * The largest share of a process's streams for one address block of guests, one customer, one API key, and all guests
 * together.
 */
const SHARE_OF_ONE = 1 / 10;
const SHARE_OF_KEY = 1 / 4;
const SHARE_OF_GUESTS = 4 / 5;

/** A slot of which `whose` may hold `most`. */
export interface WantedSeat {
  readonly whose: string;
  readonly most: number;
}

/** The slots that a caller's stream takes; `most` is the limit of the process. */
export function seatsFor(
  { caller, block }: { readonly caller: Pick<Caller, 'kind' | 'id'>; readonly block: string },
  most: number,
): readonly WantedSeat[] {
  const share = (part: number): number => Math.max(1, Math.floor(part * most));
  switch (caller.kind) {
    case 'guest':
      return [
        { whose: `block ${block}`, most: share(SHARE_OF_ONE) },
        { whose: 'guests', most: share(SHARE_OF_GUESTS) },
      ];
    case 'customer':
      return [{ whose: caller.id, most: Math.min(MOST_OF_CUSTOMER, share(SHARE_OF_ONE)) }];
    case 'key':
      return [{ whose: caller.id, most: share(SHARE_OF_KEY) }];
    case 'everybody':
      return [];
  }
}
