import type { TradeRow } from '../model/order.types.js';
import type { SellSnapshot } from '../../ramp/port/ramp.types.js';
import type { CreateOutcome, TradeStatus } from '../model/order-status.js';
import type { PollQuery } from './question.js';

/** False if the trade was never sent, or is in flight under a runner's lease. */
export function mayExistAtProvider({ outcome }: Pick<TradeRow, 'outcome'>): boolean {
  return outcome !== 'not_sent' && outcome !== 'in_flight';
}

/** The row holds no answer to its create request. A trade in flight has polls if an earlier runner gave it up unsent. */
export const isUnanswered = (outcome: CreateOutcome): boolean => outcome === 'unknown' || outcome === 'in_flight';

interface MayHavePage extends Pick<TradeRow, 'outcome' | 'sends'> {
  /** Only null counts. */
  readonly payUrlAt: Date | string | null;
}

/**
 * `payUrlAt` stays when an old `payUrl` is deleted. A trade found at the provider without a send is older than a restore,
 * so its page may have been returned before that.
 */
export function mayHavePage({ payUrlAt, outcome, sends }: MayHavePage): boolean {
  return payUrlAt !== null || (outcome === 'created' && sends === 0);
}

export const mayBePaid = (trade: TradeRow): boolean => mayHavePage(trade) && trade.nextQueryAt !== null;

/** A purchase's `orderNo` proves it; a sale may have been registered with a wrong number. */
export function existsAtProvider({ side, orderNo, outcome }: Pick<TradeRow, 'side' | 'orderNo' | 'outcome'>): boolean {
  return side === 'SELL' ? outcome === 'created' : orderNo !== null;
}

/** Expires a sale only by an answer, queried after its deadline, that reports no crypto; never by a clock alone. */
export function effectiveStatus(
  trade: TradeRow,
  { status, rampStatus }: SellSnapshot,
  { askedAt }: PollQuery,
  expiryMs: number,
): TradeStatus | null {
  if (status !== 'AWAITING_CRYPTO' || !existsAtProvider(trade)) return status;
  const wasEnded = trade.status === 'EXPIRED' && trade.rampStatus === rampStatus;
  const isOver = trade.status === 'AWAITING_CRYPTO' && askedAt.getTime() - trade.statusAt.getTime() > expiryMs;
  return wasEnded || isOver ? 'EXPIRED' : status;
}

export function isUnfoundTooLong(trade: TradeRow, { askedAt }: PollQuery, expiryMs: number): boolean {
  return askedAt.getTime() - trade.createdAt.getTime() > expiryMs;
}

/** A registered sale that was never found; it stays watched at long intervals. */
export function expiredSale(trade: TradeRow, now: Date): TradeRow {
  return { ...trade, outcome: 'never_created', status: 'EXPIRED', statusAt: now };
}
