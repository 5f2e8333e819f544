import type { Side } from '../../ramp/port/trade-facts.js';

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
export type Announced = (typeof ANNOUNCED)[number];

export const MISMATCH_OPENED = 'mismatch.opened';

const KINDS = ['order', 'sell_order'] as const;

export type AnnouncementType = `${(typeof KINDS)[number]}.${Announced}` | typeof MISMATCH_OPENED;

export const ORDER_EVENTS: readonly AnnouncementType[] = [
  ...KINDS.flatMap((kind) => ANNOUNCED.map((what) => `${kind}.${what}` as const)),
  MISMATCH_OPENED,
];

/** Messages without an order; they carry their own content. */
export const OWN_EVENTS = ['endpoint.disabled', 'endpoint.test'] as const;
export type OwnEvent = (typeof OWN_EVENTS)[number];

export const announcementOf = (side: Side, what: Announced): AnnouncementType =>
  `${side === 'BUY' ? 'order' : 'sell_order'}.${what}`;

export interface Announcement {
  readonly id: string;
  readonly type: AnnouncementType;
}
