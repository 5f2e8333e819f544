import { MISMATCH_KINDS } from '../../orders/model/mismatch-kind.types.js';
import { TRADE_STATUSES } from '../../orders/model/order-status.js';
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
import type { ShownBy } from '../../platform/http/answers/shape.js';
import { SIDES } from '../../ramp/port/ramp.types.js';
import type { OverduePolicy } from '../../orders/model/order-search.types.js';
import type { Span } from '../span.js';

/** What a report goes by: when orders were created, or when the crypto of purchases was sent; sales by creation. */
export const REPORT_BASES = ['created', 'completed'] as const;
export type ReportBasis = (typeof REPORT_BASES)[number];

/** How CSV is written. `spreadsheet`: with a byte order mark, and long numbers as text. */
export interface CsvForm {
  readonly spreadsheet: boolean;
}

/** The buckets, and the common trait of their orders, in order of precedence: an order is in the first that applies. */
const BUCKET_MEANINGS = {
  in_review: 'Something does not fit.',
  never_created: 'Every trade was refused, or never created.',
  overdue: 'Nobody has answered for too long, or they are too old.',
  open: 'They go on.',
  refunded: 'The money went back.',
  ended: 'Nothing more is expected.',
} as const;
export type ReportBucket = keyof typeof BUCKET_MEANINGS;
export const BUCKETS = Object.keys(BUCKET_MEANINGS) as ReportBucket[];

const SUM = shape('SumDto', {
  trades: count('The number of trades.', 14),
  amount: decimal('The sum.', '1250.00'),
  unstated: count('The number of trades without a stated figure: the amount is a lower bound.', 0),
});

const SUM_IN = shape('SumInDto', {
  ...SUM.fields,
  side: oneOf('Purchases or sales.', SIDES),
  unit: orNull(text('The currency; null: not stated.', 'USD')),
});

const CRYPTO_SUM = shape('CryptoSumDto', {
  ...SUM.fields,
  side: oneOf('BUY: bought by customers. SELL: received from them.', SIDES),
  crypto: orNull(text('The cryptocurrency; null: not stated.', 'USDT')),
  network: orNull(text('The network; null: not stated.', 'ETH')),
});

const METHOD_SUM = shape('MethodSumDto', {
  ...SUM.fields,
  payWayCode: orNull(text('The payment method; null: not stated.', '10001')),
  fiat: orNull(text('The currency; null: not stated.', 'USD')),
});

const DAY_SUM = shape('DaySumDto', {
  ...SUM.fields,
  day: orNull(text('The day (UTC); null: of removed orders, whose months alone are known.', '2026-01-31')),
  side: oneOf('Purchases or sales.', SIDES),
  fiat: orNull(text('The currency; null: not stated.', 'USD')),
});

/** Fiat of one side in one currency. BUY: what customers pay. SELL: what they receive, service fee included. */
const FIAT_SUMS = shape('FiatSumsDto', {
  side: oneOf('Purchases or sales.', SIDES),
  fiat: orNull(text('The currency; null: not stated.', 'USD')),
  orders: count('The number of orders.', 20),
  asked: decimal('The sum of the ordered amounts; sales have none.', '1250.00'),
  paid: one('Paid trades that are not completed.', SUM),
  completed: one('Completed trades.', SUM),
  refunded: one('Trades whose money (SELL: crypto) was returned: part of no other sum.', SUM),
  inReview: one('The part of both whose order is in review: not reliable yet.', SUM),
});

const STATUS_COUNT = shape('StatusCountDto', {
  status: oneOf('The status.', TRADE_STATUSES, 'COMPLETED'),
  orders: count('The number of orders.', 14),
});

const SIDE_COUNT = shape('SideCountDto', {
  side: oneOf('Purchases or sales.', SIDES),
  orders: count('The number of orders.', 18),
});

const KIND_COUNT = shape('KindCountDto', {
  kind: oneOf('The kind.', MISMATCH_KINDS),
  count: count('The number.', 1),
});

const MISMATCH_COUNTS = shape('MismatchCountsDto', {
  opened: count('Opened in the span.', 3),
  resolvedByProvider: count("Resolved in the span, because the provider's answer no longer shows them.", 1),
  resolvedByStaff: count('Resolved in the span by staff.', 1),
  openNow: each('All open now.', KIND_COUNT),
});

const DOUBLE_PAYMENTS = shape('DoublePaymentsDto', {
  orders: count('The number.', 1),
  numbers: texts('At most 100 numbers of stored orders, oldest first.', ['A-1001']),
});

const OLDEST_OPEN = shape('OldestOpenDto', {
  merchantOrderNo: text("The order's number.", 'A-1001'),
  status: oneOf('The status.', TRADE_STATUSES, 'TRANSFERRING'),
  createdAt: moment('The time of creation.'),
  ageMs: count('Its age in milliseconds.', 5_400_000),
});

const REMOVED_ORDERS = shape('RemovedOrdersDto', {
  orders: count('The number of orders, which all other figures include.', 0),
  monthsLeftOut: texts(
    'Months that the span covers only in part: their removed orders are in no figure, since they are counted by month.',
    ['2026-01'],
  ),
});

/** All orders of the span, and the money that moved. docs/operations/reports.md defines each figure. */
export const REPORT = shape('ReportDto', {
  generatedAt: moment('The time of all figures.', '2026-02-01T00:00:00.000Z'),
  from: orNull(moment('The start of the span; null: the first order.', '2026-01-01T00:00:00.000Z')),
  to: orNull(moment('The end of the span, exclusive; null: now.', '2026-02-01T00:00:00.000Z')),
  by: oneOf('By the creation of orders, or by the completion of purchases (sales by creation).', REPORT_BASES),
  balanced: flag(
    'Buckets, statuses and sides each add up to the orders; false: do not use the report until that is explained.',
    true,
  ),
  orders: count('The number of orders of the span.', 20),
  buckets: plain<Readonly<Record<ReportBucket, number>>>(
    'The number of orders by bucket: each is in exactly one, the first that applies.',
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
  byStatus: each('The number of orders by status.', STATUS_COUNT),
  bySide: each('The number of purchases and sales.', SIDE_COUNT),
  fiat: each('Payments by and to customers, by side and currency.', FIAT_SUMS),
  rampFees: each(
    "The provider's fees of completed trades, in the unit that it names, else in the trade's currency.",
    SUM_IN,
  ),
  networkFees: each("The network's fees of completed trades, in the trade's currency.", SUM_IN),
  rebates: each("Rebates of completed trades, in the trade's currency.", SUM_IN),
  rebatesUsd: each("The same rebates in USD; don't add the two.", SUM_IN),
  crypto: each('Crypto of completed trades.', CRYPTO_SUM),
  byMethod: each('Completed purchases by payment method.', METHOD_SUM),
  byDay: each('Completed trades by day.', DAY_SUM),
  mismatches: one('Mismatches of all orders.', MISMATCH_COUNTS),
  doublePayments: one('Orders paid more than once.', DOUBLE_PAYMENTS),
  oldestOpen: orNull(one('The oldest unfinished order; null: none.', OLDEST_OPEN)),
  removed: one('Orders that retention removed.', REMOVED_ORDERS),
});

export type Sum = ShownBy<typeof SUM>;
export type SumIn = ShownBy<typeof SUM_IN>;
export type Report = ShownBy<typeof REPORT>;

export interface ReportRequest {
  readonly span: Span;
  /** By default by creation. */
  readonly by?: ReportBasis | undefined;
  readonly policy: OverduePolicy;
  readonly timeoutMs: number;
}
