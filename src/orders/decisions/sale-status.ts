import type { SellSnapshot } from '../../ramp/port/ramp.types.js';
import { isKnownToExist } from './existence.js';
import type { TradeStatus } from '../model/order-status.js';
import type { Question } from './question.js';
import type { TradeRow } from '../model/order.types.js';

/**
 * Expires a sale only by an answer to a query sent after its deadline that still reports no crypto, never by a clock alone.
 * The same status again keeps it expired.
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

/** Was the query sent after the time allowed for an unknown sale? */
export function isUnfoundTooLong(trade: TradeRow, { askedAt }: Question, expiryMs: number): boolean {
  return askedAt.getTime() - trade.createdAt.getTime() > expiryMs;
}

/** A registered sale that was never found; it stays watched at long intervals. */
export function neverFound(trade: TradeRow, now: Date): TradeRow {
  return { ...trade, outcome: 'never_created', status: 'EXPIRED', statusAt: now };
}
