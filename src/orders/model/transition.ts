import { PROVIDER_STATUSES } from '../../platform/terms/order.js';
import type { Side } from '../../ramp/port/trade-facts.js';
import type { TradeStatus } from './order-status.js';

const { BUY: BUY_SEEN, SELL: SELL_SEEN } = PROVIDER_STATUSES;

type Table = Readonly<Partial<Record<TradeStatus, readonly TradeStatus[]>>>;

/** Forward jumps are allowed, because polls and callbacks miss steps. Failed and unpaid trades may go anywhere. */
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

export const statusesOf = (side: Side): readonly TradeStatus[] => Object.keys(TRANSITIONS[side]) as TradeStatus[];

/** `stay`: nothing new; `move`: apply it; `mismatch`: keep the old status and open a review. */
export type Transition = 'stay' | 'move' | 'mismatch';

export function transition(side: Side, from: TradeStatus, to: TradeStatus): Transition {
  if (from === to) return 'stay';
  return TRANSITIONS[side][from]?.includes(to) === true ? 'move' : 'mismatch';
}
