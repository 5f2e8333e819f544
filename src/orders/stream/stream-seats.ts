import type { Caller } from '../../platform/shared/caller.js';

/** More of one order, or of one customer, than any number of windows and devices needs. */
export const MOST_OF_ORDER = 20;
const MOST_OF_CUSTOMER = 100;
/** Strangers of one block of addresses, or one customer, hold no more of a process than this; all guests no more than that. */
const SHARE_OF_ONE = 1 / 10;
const SHARE_OF_GUESTS = 4 / 5;

/** Which seats whoever opens a stream needs, where so many may be open in all. The merchant's own servers need none. */
export function seatsFor(
  { caller, block }: { readonly caller: Pick<Caller, 'kind' | 'id'>; readonly block: string },
  most: number,
): readonly { readonly whose: string; readonly most: number }[] {
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
    case 'everybody':
      return [];
  }
}
