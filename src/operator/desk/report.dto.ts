import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsOptional } from 'class-validator';
import { BUCKETS } from '../../accounting/report/report.types.js';
import type { Bucket } from '../../accounting/report/report.types.js';
import { TRADE_STATUSES } from '../../orders/model/order-status.js';
import { MISMATCH_KINDS } from '../../orders/model/mismatch-kind.types.js';
import { SIDES } from '../../ramp/port/ramp.types.js';
import { IsSpanEnd } from '../../platform/http/input/query.decorators.js';
import {
  count,
  decimal,
  each,
  flag,
  moment,
  one,
  oneOf,
  orNull,
  plain,
  shape,
  text,
  texts,
} from '../../platform/http/answers/shape.js';

const FORMATS = ['json', 'csv'] as const;

export class ReportQueryDto {
  /** Orders created at this time or later: a date (its midnight, UTC) or an RFC 3339 time. */
  @IsSpanEnd('2026-01-01')
  from?: string;

  /** Orders created before this time. */
  @IsSpanEnd('2026-02-01')
  to?: string;

  /** Overrides the `Accept` header. */
  @ApiPropertyOptional({ enum: FORMATS, example: 'csv' })
  @IsOptional()
  @IsIn(FORMATS)
  format?: (typeof FORMATS)[number];
}

/** A sum of the provider's figures. */
const SUM = shape('SumDto', {
  trades: count('Over so many trades.', 14),
  amount: decimal('The sum.', '1250.00'),
  unstated: count('Of so many of the trades it stated nothing: the amount is a lower bound.', 0),
});

/** A sum in one currency. */
const SUM_IN = shape('SumInDto', {
  ...SUM.fields,
  side: oneOf('Of purchases or of sales.', SIDES),
  unit: orNull(text('The currency; null: nobody told which.', 'USD')),
});

/** A sum of crypto on one network. */
const CRYPTO_SUM = shape('CryptoSumDto', {
  ...SUM.fields,
  side: oneOf('BUY: bought by customers. SELL: received from them.', SIDES),
  crypto: orNull(text('The cryptocurrency; null: nobody told which.', 'USDT')),
  network: orNull(text('The network; null: nobody told which.', 'ETH')),
});

/** Fiat of one side in one currency. BUY: what customers pay. SELL: what they receive, service fee included. */
const FIAT_SUMS = shape('FiatSumsDto', {
  side: oneOf('Of purchases or of sales.', SIDES),
  fiat: orNull(text('The currency; null: nobody told which.', 'USD')),
  orders: count('How many orders were made.', 20),
  asked: decimal('For how much they asked; of a sale nothing is asked by us.', '1250.00'),
  paid: one('Trades whose money has come, and that are not completed.', SUM),
  completed: one('Trades that came to their good end.', SUM),
  refunded: one('Trades whose money (SELL: whose crypto) went back: part of no other sum.', SUM),
  inReview: one('The part of both whose order is in review: not to be relied upon yet.', SUM),
});

/** The number of orders with a status. */
const STATUS_COUNT = shape('StatusCountDto', {
  status: oneOf('The status.', TRADE_STATUSES, 'COMPLETED'),
  orders: count('How many orders.', 14),
});

/** The number of orders of a side. */
const SIDE_COUNT = shape('SideCountDto', {
  side: oneOf('Purchases or sales.', SIDES),
  orders: count('How many orders.', 18),
});

/** The number of mismatches of a kind. */
const KIND_COUNT = shape('KindCountDto', {
  kind: oneOf('The kind.', MISMATCH_KINDS),
  count: count('How many.', 1),
});

/** Mismatches of all orders. */
const MISMATCH_COUNTS = shape('MismatchCountsDto', {
  opened: count('Opened in the span.', 3),
  resolvedByProvider: count("Resolved in the span, because the provider's answer no longer shows them.", 1),
  resolvedByStaff: count('Resolved in the span by staff.', 1),
  openNow: each('Open at this moment, of whatever age.', KIND_COUNT),
});

/** Orders of the span with two or more paid trades. */
const DOUBLE_PAYMENTS = shape('DoublePaymentsDto', {
  orders: count('How many.', 1),
  numbers: texts('At most 100 of the numbers of those that are kept, the oldest first.', ['A-1001']),
});

/** The oldest unfinished order of the span. */
const OLDEST_OPEN = shape('OldestOpenDto', {
  merchantOrderNo: text("The order's number.", 'A-1001'),
  status: oneOf('How it stands.', TRADE_STATUSES, 'TRANSFERRING'),
  createdAt: moment('When it was made.'),
  ageMs: count('Its age in milliseconds.', 5_400_000),
});

/** Orders of the span that retention removed. */
const REMOVED_ORDERS = shape('RemovedOrdersDto', {
  orders: count('How many: all other figures have them too.', 0),
  monthsLeftOut: texts(
    'Months of which the span has a part: what was removed of them is in no figure, since it is kept by month alone.',
    ['2026-01'],
  ),
});

/** The common trait of each bucket's orders. */
const BUCKET_MEANINGS: Readonly<Record<Bucket, string>> = {
  in_review: 'Something does not fit.',
  never_created: 'Every trade was refused, or never created.',
  overdue: 'Nobody has answered for too long, or they are too old.',
  open: 'They go on.',
  refunded: 'The money went back.',
  ended: 'Nothing more is expected.',
};

/** All orders of the span, and the money that moved. docs/operations/reports.md defines each figure. */
export const REPORT = shape('ReportDto', {
  generatedAt: moment('The moment that all figures are of.', '2026-02-01T00:00:00.000Z'),
  from: orNull(moment('The span begins here; null: with the first order.', '2026-01-01T00:00:00.000Z')),
  to: orNull(moment('And ends before; null: now.', '2026-02-01T00:00:00.000Z')),
  balanced: flag(
    'Buckets, statuses and sides each add up to the orders; false: do not use the report before that is explained.',
    true,
  ),
  orders: count('How many orders were made in the span.', 20),
  buckets: plain<Readonly<Record<Bucket, number>>>(
    'How many orders are in each bucket: each is in exactly one, the first that applies.',
    {
      type: 'object',
      properties: Object.fromEntries(
        BUCKETS.map((bucket) => [
          bucket,
          { type: 'integer', minimum: 0, description: BUCKET_MEANINGS[bucket], example: bucket === 'ended' ? 20 : 0 },
        ]),
      ),
      required: [...BUCKETS],
      additionalProperties: { type: 'number' },
    },
  ),
  byStatus: each('How many orders have which status.', STATUS_COUNT),
  bySide: each('How many are purchases, how many are sales.', SIDE_COUNT),
  fiat: each('What customers paid and were paid, by side and currency.', FIAT_SUMS),
  rampFees: each(
    "The provider's fees of completed trades, in the unit that it names, else in the trade's currency.",
    SUM_IN,
  ),
  networkFees: each("The network's fees of completed trades, in the trade's currency.", SUM_IN),
  rebates: each("Rebates of completed trades, in the trade's currency.", SUM_IN),
  rebatesUsd: each('The same rebates in USD; never add the two.', SUM_IN),
  crypto: each('Crypto of completed trades.', CRYPTO_SUM),
  mismatches: one('Mismatches of whatever order.', MISMATCH_COUNTS),
  doublePayments: one('Orders that were paid more than once.', DOUBLE_PAYMENTS),
  oldestOpen: orNull(one('The oldest order that has not ended; null: all have.', OLDEST_OPEN)),
  removed: one('Orders that were removed for their age.', REMOVED_ORDERS),
});
