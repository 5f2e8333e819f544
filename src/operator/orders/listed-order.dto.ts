import { TRADE_STATUSES } from '../../orders/model/order-status.js';
import { FAILURE } from '../../reading/api/order.dto.js';
import { SIDES } from '../../ramp/port/ramp.types.js';
import { termOf, termsWhere } from '../../platform/terms/order-terms.js';
import type { TermsThatAre } from '../../platform/terms/order-terms.js';
import type { Field } from '../../platform/http/answers/shape.js';
import {
  count,
  decimal,
  flag,
  moment,
  one,
  oneOf,
  orNull,
  pageShape,
  shape,
  text,
} from '../../platform/http/answers/shape.js';

export const CALLER_KINDS = ['customer', 'guest', 'key', 'everybody'] as const;

/** The fields of the required or of the optional terms. */
export function termFields<O extends boolean>(isOptional: O) {
  const fields = termsWhere((term) => term.isOptional === isOptional).map((name) => {
    const { form, filed, filedExample, example } = termOf(name);
    return [name, orNull((form === 'amount' ? decimal : text)(filed, filedExample ?? example))];
  });
  return Object.fromEntries(fields) as { readonly [N in TermsThatAre<O>]: Field<string | null> };
}

/** Personal values are masked: a long text shows its first six and last four characters, a short one nothing. */
export const LISTED_ORDER = shape('ListedOrderDto', {
  merchantOrderNo: text("The order's number.", 'A-1001'),
  side: oneOf('A purchase or a sale.', SIDES),
  status: oneOf("The order's status.", TRADE_STATUSES, 'AWAITING_PAYMENT'),
  settled: flag('No further change is expected, although a late payment is possible.', false),
  final: flag(
    'No further change: the order was completed, refunded or never created, or polling has ended for good.',
    false,
  ),
  retryable: flag('The order failed and is not in review: it may be retried.', false),
  inReview: flag('A mismatch is open.', false),
  version: count('Incremented by each change.', 3, 1),
  ...termFields(false),
  orderNo: orNull(
    text(
      "The provider's number of the trade that determines the order: a paid one, else the newest.",
      '1059023474927243264',
    ),
  ),
  rampStatus: orNull(text("The provider's own status; null: not stated.", 'PENDING')),
  txHash: orNull(
    text('Hash of its transfer on the chain.', '0x9fc76417374aa880d4449a1f7f31ec597f00b1f6f3dd2d66f4c9c6c445836d8b'),
  ),
  callerKind: orNull(
    oneOf("The kind of the order's owner; null: a kind that no longer exists.", CALLER_KINDS, 'customer'),
  ),
  customerId: orNull(text('Masked; null: not stated.', 'custom…4711')),
  customerEmail: orNull(text('`j***@e***`; null: none is stored, or it cannot be decrypted.', 'j***@e***')),
  failure: orNull(one('The failure; null: none.', FAILURE)),
  createdAt: moment('The time of creation.'),
  updatedAt: moment('The time of the last change.', '2026-01-31T12:03:10.250Z'),
  tradeCount: count('The number of trades.', 1),
  openMismatches: count('The number of open mismatches.', 0),
});

export const LISTED_ORDERS = pageShape(
  'ListedOrdersDto',
  LISTED_ORDER,
  'Newest first, or by change. May hold fewer orders than `limit`, even none, while `nextCursor` is there. With `order=updated` it is never null.',
);
