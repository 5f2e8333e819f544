import { STATUSES_SEEN } from '../../platform/shared/statuses-seen.js';
import type { Side } from '../../ramp/port/ramp.types.js';
import type { TradeStatus } from './order-status.js';

const { BUY: BUY_SEEN, SELL: SELL_SEEN } = STATUSES_SEEN;

type Table = Readonly<Partial<Record<TradeStatus, readonly TradeStatus[]>>>;

/**
 * Where a trade may go from where it is. Forward jumps are allowed, because polls and callbacks miss steps. What failed
 * or ended without payment may go anywhere: a second card on the same page, a late success, a refund. From PAID on there
 * is no way back but a refund.
 */
const TRANSITIONS: Readonly<Record<Side, Table>> = {
  BUY: {
    CREATING: BUY_SEEN,
    AWAITING_PAYMENT: BUY_SEEN,
    PAYMENT_FAILED: BUY_SEEN,
    CANCELLED: BUY_SEEN,
    EXPIRED: [...BUY_SEEN, 'CREATING'],
    REJECTED: BUY_SEEN,
    PAID: ['TRANSFERRING', 'COMPLETED', 'REFUNDED'],
    TRANSFERRING: ['COMPLETED', 'REFUNDED'],
    COMPLETED: ['REFUNDED'],
    REFUNDED: [],
  },
  SELL: {
    REGISTERED: SELL_SEEN,
    AWAITING_CRYPTO: ['CRYPTO_RECEIVED', 'PAYOUT_STARTED', 'COMPLETED', 'PAYOUT_FAILED', 'REFUNDED', 'EXPIRED'],
    CRYPTO_RECEIVED: ['PAYOUT_STARTED', 'COMPLETED', 'PAYOUT_FAILED', 'REFUNDED'],
    PAYOUT_STARTED: ['COMPLETED', 'PAYOUT_FAILED', 'REFUNDED'],
    PAYOUT_FAILED: SELL_SEEN,
    EXPIRED: SELL_SEEN,
    COMPLETED: [],
    REFUNDED: [],
  },
};

/** Every status that a trade of this side may be in. */
export const statusesOf = (side: Side): readonly TradeStatus[] => Object.keys(TRANSITIONS[side]) as TradeStatus[];

/** `stay`: nothing new; `move`: believe it; `mismatch`: keep what is believed, and have somebody look. */
export type Transition = 'stay' | 'move' | 'mismatch';

/** May a trade of `side` that is believed to be `from` be believed to be `to`? */
export function transition(side: Side, from: TradeStatus, to: TradeStatus): Transition {
  if (from === to) return 'stay';
  return TRANSITIONS[side][from]?.includes(to) === true ? 'move' : 'mismatch';
}
