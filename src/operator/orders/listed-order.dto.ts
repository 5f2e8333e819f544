import { TRADE_STATUSES } from '../../orders/model/order-status.js';
import { FailureDto } from '../../orders/api/order.dto.js';
import { SIDES } from '../../ramp/port/ramp.types.js';
import { CALLER_KINDS } from './caller-kind.js';
import {
  count,
  decimal,
  flag,
  moment,
  oneOf,
  orNull,
  pageShape,
  plain,
  shape,
  text,
} from '../../platform/http/answers/shape.js';

/**
 * An order for staff. Personal values and destinations are masked: a long text shows its first six and last four
 * characters, a short one nothing.
 */
export const LISTED_ORDER = shape('ListedOrderDto', {
  merchantOrderNo: text("The order's number.", 'A-1001'),
  side: oneOf('A purchase or a sale.', SIDES),
  status: oneOf('How the order stands.', TRADE_STATUSES, 'AWAITING_PAYMENT'),
  settled: flag('Nothing more is expected, though a late payment may still come.', false),
  final: flag(
    'Nothing more happens: it was completed, refunded or never made, or the watch over it is closed for good.',
    false,
  ),
  retryable: flag('It came to nothing and is not in review: a new trade may be made for it.', false),
  inReview: flag('A mismatch is open.', false),
  version: count('Grows by one with each change.', 3, 1),
  fiat: orNull(text('The currency that is paid with, or paid out; null: nobody has told yet.', 'USD')),
  amount: orNull(decimal('What was asked for, in fiat; null of a sale.', '100.00')),
  crypto: orNull(text('The cryptocurrency; null: nobody has told yet.', 'USDT')),
  network: orNull(text("The provider's name of the network; null: nobody has told yet.", 'ETH')),
  address: orNull(text('Where the crypto goes, masked; null of a sale.', '0x5290…9EE7')),
  payWayCode: orNull(text("The provider's code of the payment method that was asked for; null of a sale.", '10001')),
  country: orNull(text('Two letters, ISO 3166-1; null of a sale.', 'US')),
  orderNo: orNull(
    text(
      "The provider's number of the trade that speaks for the order: a paid one, else the newest.",
      '1059023474927243264',
    ),
  ),
  rampStatus: orNull(text("The provider's own word for its status; null: it has not said one.", 'PENDING')),
  txHash: orNull(
    text('Hash of its transfer on the chain.', '0x9fc76417374aa880d4449a1f7f31ec597f00b1f6f3dd2d66f4c9c6c445836d8b'),
  ),
  callerKind: orNull(
    oneOf('As what the caller came who owns the order; null: as nothing that there is now.', CALLER_KINDS, 'customer'),
  ),
  customerId: orNull(text('Masked; null: nobody has said who the customer is.', 'custom…4711')),
  failure: orNull(plain<FailureDto>('What went wrong; null: nothing did.', { type: () => FailureDto })),
  createdAt: moment('When it was made here.'),
  updatedAt: moment('When it changed last.', '2026-01-31T12:03:10.250Z'),
  tradeCount: count('How many trades it has.', 1),
  openMismatches: count('How many of its mismatches are open.', 0),
});

export const LISTED_ORDERS = pageShape(
  'ListedOrdersDto',
  LISTED_ORDER,
  'Newest first. May hold fewer orders than `limit`, even none, while `nextCursor` is there.',
);
