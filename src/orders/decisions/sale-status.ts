import type { SellSnapshot } from '../../ramp/port/ramp.types.js';
import { isKnownToExist } from './existence.js';
import type { TradeStatus } from '../model/order-status.js';
import type { Question } from './question.js';
import type { TradeRow } from '../model/order.types.js';

/**
 * The status that a sale's record comes to. Never by a clock alone: an answer to a question that was asked when the time
 * was up, and that still says that no crypto has come, ends the sale; the same word again keeps it ended.
 */
export function effectiveStatus(
  trade: TradeRow,
  { status, rampStatus }: SellSnapshot,
  { askedAt }: Question,
  expiryMs: number,
): TradeStatus | null {
  if (status !== 'AWAITING_CRYPTO' || !isKnownToExist(trade)) return status;
  const wasEnded = trade.status === 'EXPIRED' && trade.rampStatus === rampStatus;
  const isOver = trade.status === 'AWAITING_CRYPTO' && askedAt.getTime() - trade.statusAt.getTime() > expiryMs;
  return wasEnded || isOver ? 'EXPIRED' : status;
}

/** Was this question asked when a sale that the provider does not know had had all the time that it is given? */
export function isUnfoundTooLong(trade: TradeRow, { askedAt }: Question, expiryMs: number): boolean {
  return askedAt.getTime() - trade.createdAt.getTime() > expiryMs;
}

/** A registered sale that the provider does not know, and that nobody waits for any more. It stays under the slow watch. */
export function neverFound(trade: TradeRow, now: Date): TradeRow {
  return { ...trade, outcome: 'never_created', status: 'EXPIRED', statusAt: now };
}
