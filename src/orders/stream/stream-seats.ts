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

/** How many streams may be open in this process: all together, and for each order, caller or block. */
export class StreamSeats {
  readonly #taken = new Map<string, number>();
  #all = 0;

  constructor(private readonly most: number) {}

  get taken(): number {
    return this.#all;
  }

  /** Gives how to leave the seat, which may be done twice; null: none is free. */
  take(): (() => void) | null {
    if (this.#all >= this.most) return null;
    this.#all += 1;
    return once(() => (this.#all -= 1));
  }

  /** The same of the seats that `whose` may have. */
  takeOf(whose: string, most: number): (() => void) | null {
    const taken = this.#taken.get(whose) ?? 0;
    if (taken >= most) return null;
    this.#taken.set(whose, taken + 1);
    return once(() => {
      const left = (this.#taken.get(whose) ?? 1) - 1;
      if (left === 0) this.#taken.delete(whose);
      else this.#taken.set(whose, left);
    });
  }
}

function once(act: () => void): () => void {
  let isDone = false;
  return () => {
    if (!isDone) act();
    isDone = true;
  };
}
