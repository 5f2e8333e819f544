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

export const MISMATCH_OPENED = 'mismatch.opened';

const KINDS = ['order', 'sell_order'] as const;

export type AnnouncementType = `${(typeof KINDS)[number]}.${Announced}` | typeof MISMATCH_OPENED;

/** The name of everything that can be told of orders. */
export const ORDER_EVENTS: readonly AnnouncementType[] = [
  ...KINDS.flatMap((kind) => ANNOUNCED.map((what) => `${kind}.${what}` as const)),
  MISMATCH_OPENED,
];

/** Messages about no order: they carry their own content. */
export const OWN_EVENTS = ['report.daily', 'endpoint.disabled', 'endpoint.test'] as const;
export type OwnEvent = (typeof OWN_EVENTS)[number];

/** `order.paid`, `sell_order.paid` */
export const announcementOf = (side: Side, what: Announced): AnnouncementType =>
  `${side === 'BUY' ? 'order' : 'sell_order'}.${what}`;

/** Something that the merchant's own systems are told of an order: once for each change and each thing that it means. */
export interface Announcement {
  readonly id: string;
  readonly type: AnnouncementType;
}
