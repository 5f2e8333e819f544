import { allTerms } from '../../platform/terms/order-terms.js';
import { ERASED } from '../../platform/redaction/forms.js';
import { isPaid, paidStage } from './order-status.js';
import type { TradeStatus } from './order-status.js';
import type { TradeRow } from './order.types.js';
import { REFUSALS } from '../../ramp/port/refusal-table.js';

export type FoldedTrade = Pick<TradeRow, 'tradeNo' | 'n' | 'side' | 'status' | 'outcome' | 'superseded' | 'refusal'>;

/** The only trade whose `payUrl` is returned. */
export function currentTrade<T extends { readonly n: number }>(trades: readonly T[]): T {
  const newest = trades.reduce<T | null>((best, trade) => (best === null || trade.n > best.n ? trade : best), null);
  if (newest === null) throw new Error('an order has at least one trade');
  return newest;
}

export const termsOf = (trades: readonly Pick<TradeRow, 'n' | 'asked'>[]): ReturnType<typeof allTerms> =>
  allTerms(trades.length === 0 ? null : currentTrade(trades).asked);

export function addressKeyOf({ asked }: Pick<TradeRow, 'asked'>): string | null {
  const address = asked?.address ?? null;
  return address === null || address === ERASED ? null : address.toLowerCase();
}

/** Decides the order's status: the furthest paid trade (a refunded one only if no other is), else the current one. */
export function leadingTrade<T extends FoldedTrade>(trades: readonly T[]): T {
  const paid = trades.filter((trade) => isPaid(trade.status));
  if (paid.length === 0) return currentTrade(trades);
  const kept = paid.filter(({ status }) => status !== 'REFUNDED');
  return (kept.length > 0 ? kept : paid).reduce((best, trade) => {
    const ahead = paidStage(trade.status) - paidStage(best.status);
    return ahead > 0 || (ahead === 0 && trade.n < best.n) ? trade : best;
  });
}

export interface Folded {
  readonly status: TradeStatus;
  readonly failureCode: string | null;
}

export function foldTrades(trades: readonly FoldedTrade[]): Folded {
  const lead = leadingTrade(trades);
  // Given up without a `payUrl`: report "not created" even if the trade turns up later.
  if (lead.superseded && !isPaid(lead.status)) return { status: 'EXPIRED', failureCode: 'not_created' };
  return { status: lead.status, failureCode: failureCode(lead) };
}

function failureCode(lead: FoldedTrade): string | null {
  switch (lead.status) {
    case 'REJECTED':
      return lead.refusal?.problem ?? 'ramp_refused';
    case 'EXPIRED':
      if (lead.outcome === 'created') return 'expired';
      return lead.side === 'SELL' ? 'not_found' : 'not_created';
    case 'PAYMENT_FAILED':
      return 'payment_failed';
    case 'CANCELLED':
      return 'cancelled';
    case 'PAYOUT_FAILED':
      return 'payout_failed';
    case 'REFUNDED':
      return 'refunded';
    case 'CREATING':
    case 'AWAITING_PAYMENT':
    case 'PAID':
    case 'TRANSFERRING':
    case 'COMPLETED':
    case 'REGISTERED':
    case 'AWAITING_CRYPTO':
    case 'CRYPTO_RECEIVED':
    case 'PAYOUT_STARTED':
      return null;
  }
}

/** Our own failure codes; a refusal has the code of its problem. */
const OWN_CODES = [
  'payment_failed',
  'cancelled',
  'expired',
  'not_created',
  'quote_moved',
  'paused',
  'not_found',
  'payout_failed',
  'refunded',
] as const;

export const FAILURE_CODES: readonly string[] = [
  ...OWN_CODES,
  ...new Set(Object.values(REFUSALS).map(({ problem }) => problem)),
];
