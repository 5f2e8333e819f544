import { announcementOf } from '../model/announcement.types.js';
import type { ANNOUNCED, AnnouncementType } from '../model/announcement.types.js';
import type { Folded } from '../model/fold.js';
import { isPaid } from '../model/order-status.js';
import type { TradeStatus } from '../model/order-status.js';
import type { OrderRow } from '../model/order.types.js';

type Announced = (typeof ANNOUNCED)[number];

const BY_STATUS: Partial<Record<TradeStatus, Announced>> = {
  COMPLETED: 'completed',
  PAYMENT_FAILED: 'payment_failed',
  PAYOUT_FAILED: 'payment_failed',
  EXPIRED: 'expired',
  REFUNDED: 'refunded',
};

/** The status as announced after a change. CREATING is never announced, and a completion in review only as a payment. */
export function announcedAfter(
  { side, announcedStatus: before }: Pick<OrderRow, 'side' | 'announcedStatus'>,
  status: TradeStatus,
  inReview: boolean,
): TradeStatus | null {
  if (status === 'CREATING') return before;
  if (status !== 'COMPLETED' || !inReview) return status;
  if (before !== null && isPaid(before)) return before;
  return side === 'BUY' ? 'PAID' : 'CRYPTO_RECEIVED';
}

interface After extends Folded {
  readonly inReview: boolean;
  /** Mismatches were opened. */
  readonly opens: boolean;
}

/** What a change means to the merchant's systems: nothing as long as the order is in the making, `updated` at least then. */
export function announcementsOf(before: OrderRow, { status, inReview, opens }: After): AnnouncementType[] {
  const wasAnnounced = before.announcedStatus !== null;
  const announced = announcedAfter(before, status, inReview);
  const isNews = announced !== before.announcedStatus;
  if (!wasAnnounced && !isNews && !opens) return [];
  const what: Announced[] = [
    ...(isNews && !wasAnnounced ? (['created'] as const) : []),
    ...(isNews && announced !== null ? statusNews(before.announcedStatus, announced) : []),
    ...(inReview && !before.inReview ? (['in_review'] as const) : []),
    ...(!inReview && before.inReview ? (['review_resolved'] as const) : []),
  ];
  const types = (what.length > 0 ? what : (['updated'] as const)).map((one) => announcementOf(before.side, one));
  return opens ? [...types, 'mismatch.opened'] : types;
}

function statusNews(before: TradeStatus | null, status: TradeStatus): Announced[] {
  const named = BY_STATUS[status];
  if (named !== undefined) return [named];
  return isPaid(status) && (before === null || !isPaid(before)) ? ['paid'] : [];
}
