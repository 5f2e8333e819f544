import { useState } from 'preact/hooks';
import type { BuyOrder } from '#client/src/index.js';
import { shopTerms } from './shop-terms.js';
import type { UnpaidOrder } from './use-unpaid-orders.js';

export interface Another {
  readonly press: () => void;
  readonly question: { readonly made: BuyOrder | null; readonly onYes: () => void; readonly onNo: () => void };
}

/**
 * Asks before a press if another tab has just made an order that awaits payment. One yes is enough. The order of the
 * page's own link is no other: its number makes no second one.
 */
export function useAnother(unpaid: readonly UnpaidOrder[], press: () => void): Another {
  const [isAsking, setAsking] = useState(false);
  const [agreed, setAgreed] = useState<readonly string[]>([]);
  const known = [...agreed, shopTerms.merchantOrderNo];
  const made = unpaid.find(({ order, isNew }) => isNew && !known.includes(order.merchantOrderNo))?.order ?? null;
  return {
    press: () => {
      if (made === null) press();
      else setAsking(true);
    },
    question: {
      made: isAsking ? made : null,
      onYes: () => {
        setAsking(false);
        setAgreed(unpaid.map(({ order }) => order.merchantOrderNo));
        press();
      },
      onNo: () => setAsking(false),
    },
  };
}
