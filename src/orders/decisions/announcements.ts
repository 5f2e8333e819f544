import { announcementOf } from '../model/announcement.types.js';
import { ANNOUNCED, MISMATCH_OPENED } from '../model/announcement.types.js';
import type { Announced, AnnouncementType } from '../model/announcement.types.js';
import type { Folded } from '../model/fold.js';
import { isPaid } from '../model/order-status.js';
import type { TradeStatus } from '../model/order-status.js';
import type { OrderRow, OrderState } from '../model/order.types.js';

const BY_STATUS: Partial<Record<TradeStatus, Announced>> = {
  COMPLETED: 'completed',
  PAYMENT_FAILED: 'payment_failed',
  PAYOUT_FAILED: 'payment_failed',
  EXPIRED: 'expired',
  REFUNDED: 'refunded',
};

/** CREATING is never announced; a completion in review is announced only as a payment. */
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
  readonly opens: boolean;
}

/** The events of a change: none before the first announcement, at least `updated` after it. */
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
  return opens ? [...types, MISMATCH_OPENED] : types;
}

function statusNews(before: TradeStatus | null, status: TradeStatus): Announced[] {
  const named = BY_STATUS[status];
  if (named !== undefined) return [named];
  return isPaid(status) && (before === null || !isPaid(before)) ? ['paid'] : [];
}

/** The status that proves an announcement: no transition leads back from it. */
const PROOF: Partial<Record<Announced, (status: TradeStatus, side: OrderRow['side']) => boolean>> = {
  paid: (status, side) => side === 'SELL' || isPaid(status),
  completed: (status) => status === 'COMPLETED' || status === 'REFUNDED',
  refunded: (status) => status === 'REFUNDED',
};

/** Could the service have announced this? A writer to the database may have inserted the message. */
export function mayHaveAnnounced(type: string, { order, trades }: Pick<OrderState, 'order' | 'trades'>): boolean {
  if (type === MISMATCH_OPENED) return true;
  const what = ANNOUNCED.find((one) => announcementOf(order.side, one) === type);
  const isProof = what && PROOF[what];
  return what !== undefined && (isProof === undefined || trades.some(({ status }) => isProof(status, order.side)));
}
