/**
 * `field`: the record differs from what was asked for. `status`: a word that we do not know. `transition`: a way that
 * the table does not allow. `unreadable`: a field that cannot be read. `order_no_clash`: the provider's number belongs
 * to another trade. `vanished`: a trade that is known to exist is not found. `double_payment`: two trades are paid.
 * `terms`: what is stored of what was asked for does not fit its seal; nothing was sent.
 */
export const MISMATCH_KINDS = [
  'field',
  'status',
  'transition',
  'unreadable',
  'order_no_clash',
  'vanished',
  'double_payment',
  'terms',
] as const;
export type MismatchKind = (typeof MISMATCH_KINDS)[number];
