import type { Side } from '../../ramp/port/ramp.types.js';

/** What can be told of an order, without the word for its kind. */
export const ANNOUNCED = [
  'created',
  'updated',
  'paid',
  'completed',
  'payment_failed',
  'expired',
  'refunded',
  'in_review',
  'review_resolved',
] as const;
type Announced = (typeof ANNOUNCED)[number];

const KINDS = ['order', 'sell_order'] as const;

export type AnnouncementType = `${(typeof KINDS)[number]}.${Announced}` | 'mismatch.opened';

/** The name of everything that can be told of orders. */
export const ORDER_EVENTS: readonly AnnouncementType[] = [
  ...KINDS.flatMap((kind) => ANNOUNCED.map((what) => `${kind}.${what}` as const)),
  'mismatch.opened',
];

/** `order.paid`, `sell_order.paid` */
export const announcementOf = (side: Side, what: Announced): AnnouncementType =>
  `${side === 'BUY' ? 'order' : 'sell_order'}.${what}`;

/** Something that the merchant's own systems are told of an order: once for each change and each thing that it means. */
export interface Announcement {
  readonly id: string;
  readonly type: AnnouncementType;
}
