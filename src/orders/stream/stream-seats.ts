import type { Caller } from '../../platform/shared/caller.js';

/** More of one order, of one server's feed, or of one customer, than any number of windows and devices needs. */
export const MOST_OF_ONE = 20;
const MOST_OF_CUSTOMER = 100;
/** The most of a process that one address block of guests, one customer, one API key, and all guests together hold. */
const SHARE_OF_ONE = 1 / 10;
const SHARE_OF_KEY = 1 / 4;
const SHARE_OF_GUESTS = 4 / 5;

/** Something of which `whose` may hold so many. */
export interface WantedSeat {
  readonly whose: string;
  readonly most: number;
}

/** The seats that a caller's stream takes, where `most` may be open in all. */
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
