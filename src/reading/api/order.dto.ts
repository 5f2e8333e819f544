import { ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import {
  count,
  decimal,
  each,
  flag,
  one,
  oneOf,
  orNull,
  plain,
  shape,
  text,
  url,
} from '../../platform/http/answers/shape.js';
import type { Class, Field, ShownBy } from '../../platform/http/answers/shape.js';
import { SHOWN_TERMS, termOf } from '../../platform/terms/order-terms.js';
import type { ShownTerm, TermForm } from '../../platform/terms/order-terms.js';
import { SHARED_FACTS, FACTS_OF_SIDE } from '../../ramp/port/trade-facts.js';
import { FAILURE_CODES } from '../../orders/model/fold.js';
import { TRADE_STATUSES } from '../../orders/model/order-status.js';
import { MISMATCH_KINDS } from '../../orders/model/mismatch-kind.types.js';
import { statusesOf } from '../../orders/model/transition.js';
import { factFields, withFields } from './facts.dto.js';
import { ApiMetadata, IsMetadata } from './metadata.decorator.js';

/** A moment, already written as text. */
const time = (description: string, example = '2026-01-31T12:00:00.000Z'): Field<string> =>
  plain(description, { type: String, format: 'date-time', example });

const FORMATS: Partial<Readonly<Record<TermForm, object>>> = {
  fiat: { pattern: '^[A-Z]{3}$' },
  amount: { format: 'decimal' },
  country: { pattern: '^[A-Z]{2}$' },
};

/** One attempt at the provider to carry out the order. */
const TRADE = shape('TradeDto', {
  tradeNo: text("The trade's number at the provider.", 'A-1001-r2'),
  orderNo: orNull(text("The provider's own number; null: not known.", '1059023474927243264')),
  status: oneOf<string>('The status of the trade.', TRADE_STATUSES, 'AWAITING_PAYMENT'),
  rampStatus: orNull(text("The provider's own status; null: none yet.", 'PENDING')),
  current: flag('It is the newest trade; only its page is ever shown.', true),
  paidAmount: orNull(
    decimal("The paid amount in fiat from the provider's record; null: not paid, or a sale.", '100.00'),
  ),
  paidAt: orNull(time("When it was paid, by the provider's clock; null: not paid, or not stated.")),
  createdAt: time('Time of creation in this service.'),
});

export const FAILURE = shape('FailureDto', {
  code: oneOf<string>(
    'Stable; decide by it. Either our own code or, after a refusal, the code of the problem.',
    FAILURE_CODES,
  ),
  message: text('A text for people, in English.', 'The payment did not go through. It can be tried again.'),
});
export type FailureDto = ShownBy<typeof FAILURE>;

const REVIEW_REASON = shape('ReviewReasonDto', {
  kind: oneOf<string>('Kind of the difference.', MISMATCH_KINDS),
  field: text('Name of the field that differs.', 'amount'),
  expected: orNull(text('The expected value; null: no particular value.', '100.00')),
  actual: orNull(text("The provider's value; null: not readable.", '250.00')),
});

const CUSTOMER = shape('OrderCustomerDto', {
  id: orNull(text("The merchant's own id of the customer; null: not given.", 'customer-4711')),
});

/** Metadata to set on an order. */
export class OrderNotesDto {
  /** Names to set; an empty text or null deletes a name, and omitted names stay. */
  @IsMetadata(true)
  metadata!: Record<string, string | null>;
}

/** The provider's facts of a purchase. The paid amount has its own rule. */
export const PURCHASE_FACTS = [...FACTS_OF_SIDE.BUY, ...SHARED_FACTS].filter((name) => name !== 'amount');

const STATE = {
  merchantOrderNo: text("The order's number.", 'A-1001'),
  side: oneOf<string>('`BUY`: a purchase.', ['BUY']),
  status: oneOf<string>('The status of the order.', statusesOf('BUY'), 'AWAITING_PAYMENT'),
  settled: flag('Nothing more is expected, though a late payment may still come.', false),
  final: flag(
    'Nothing more happens: completed or refunded with no other page to pay on, never created, or no longer watched.',
    false,
  ),
  retryable: flag('A new trade may be made: the order came to nothing, or its page is no longer shown.', false),
  version: count('Grows by one with each change.', 3, 1),
  payUrl: orNull(
    url(
      "The payment page; null if there is none, if it is no longer shown, or if the provider's record may belong to another\npurchase.",
      'https://pay.provider.example/checkout/5f2b1c9e',
    ),
  ),
  payUrlExpiresAt: orNull(time('Time after which `payUrl` is no longer shown.', '2026-01-31T13:00:00.000Z')),
  orderNo: orNull(
    text(
      "The provider's own number of the trade that decides the order's status: a paid one, else the newest.",
      '1059023474927243264',
    ),
  ),
  rampStatus: orNull(text("The provider's own status; null: none yet.", 'PENDING')),
};

/** Only a sale's are null beside the memo. */
function termFields() {
  const fields = SHOWN_TERMS.map((name) => {
    const { form, isOptional, shown = '', example } = termOf(name);
    return [name, plain<string | null>(shown, { type: String, ...FORMATS[form], nullable: isOptional, example })];
  });
  return Object.fromEntries(fields) as { readonly [N in ShownTerm]: Field<string | null> };
}

const RESULT = {
  paidAmount: orNull(
    decimal(
      "The paid amount in fiat from the provider's record; null: not paid. A difference from `amount` opens a review.",
      '100.00',
    ),
  ),
  createdAt: time('Time of creation in this service.'),
  updatedAt: time('Time of the last change.', '2026-01-31T12:03:10.250Z'),
  failure: orNull(one('The failure; null: none.', FAILURE)),
  inReview: flag('A mismatch is open; completion is not announced meanwhile.', false),
};

class WithResult extends withFields({ ...STATE, ...termFields(), ...RESULT }, Object as Class<object>) {
  /** Open mismatches; shown to API keys only. */
  @ApiPropertyOptional({ type: () => [REVIEW_REASON.Dto] })
  reviewReasons?: ShownBy<typeof REVIEW_REASON>[];
  /** The customer, as named by your server or the customer's token; shown to the merchant's own servers only. */
  @ApiPropertyOptional({ type: () => CUSTOMER.Dto })
  customer?: ShownBy<typeof CUSTOMER>;
  /** Metadata that your server has set; shown to the merchant's own servers only. */
  @ApiMetadata()
  metadata?: Record<string, string>;
}

/** A purchase. Amounts are decimal strings, digit for digit as the provider gave them; times are RFC 3339 in UTC. */
@ApiSchema({ name: 'BuyOrder' })
export class OrderDto extends withFields(
  { trades: each('Its trades, oldest first.', TRADE), ...factFields(PURCHASE_FACTS) },
  WithResult,
) {}
