import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsOptional } from 'class-validator';
import { BUCKETS } from '../../accounting/report/report.types.js';
import type { Bucket } from '../../accounting/report/report.types.js';
import { ApiCount, ApiDecimal, ApiExample, ApiMoment, ApiOneOf } from '../../platform/http/input/fields.js';
import { TRADE_STATUSES } from '../../orders/model/order-status.js';
import { MISMATCH_KINDS } from '../../orders/model/mismatch-kind.types.js';
import { SIDES } from '../../ramp/port/ramp.types.js';
import { IsSpanEnd } from '../../platform/http/input/query.decorators.js';

const FORMATS = ['json', 'csv'] as const;

export class ReportQueryDto {
  /** Orders created at this time or later: a date (its midnight, UTC) or an RFC 3339 time. */
  @IsSpanEnd('2026-01-01')
  from?: string;

  /** Orders created before this time. */
  @IsSpanEnd('2026-02-01')
  to?: string;

  /** Goes before the `Accept` header. */
  @ApiPropertyOptional({ enum: FORMATS, example: 'csv' })
  @IsOptional()
  @IsIn(FORMATS)
  format?: (typeof FORMATS)[number];
}

/** A sum of what the provider stated. */
export class SumDto {
  /** Over so many trades. */
  @ApiCount(14)
  trades!: number;
  /** The sum. */
  @ApiDecimal('1250.00')
  amount!: string;
  /** Of so many of the trades it stated nothing: the amount is a lower bound. */
  @ApiCount(0)
  unstated!: number;
}

/** A sum in one currency. */
export class SumInDto extends SumDto {
  /** Of purchases or of sales. */
  @ApiOneOf(SIDES)
  side!: string;
  /** The currency; null: nobody told which. */
  @ApiExample('USD')
  unit!: string | null;
}

/** A sum of crypto on one network. */
export class CryptoSumDto extends SumDto {
  /** BUY: bought by customers. SELL: received from them. */
  @ApiOneOf(SIDES)
  side!: string;
  /** The cryptocurrency; null: nobody told which. */
  @ApiExample('USDT')
  crypto!: string | null;
  /** The network; null: nobody told which. */
  @ApiExample('ETH')
  network!: string | null;
}

/** Fiat of one side in one currency. BUY: what customers pay. SELL: what they are paid, service fee included. */
export class FiatSumsDto {
  /** Of purchases or of sales. */
  @ApiOneOf(SIDES)
  side!: string;
  /** The currency; null: nobody told which. */
  @ApiExample('USD')
  fiat!: string | null;
  /** How many orders were made. */
  @ApiCount(20)
  orders!: number;
  /** For how much they asked; of a sale nothing is asked by us. */
  @ApiDecimal('1250.00')
  asked!: string;
  /** Trades whose money has come, and that are not completed. */
  @ApiProperty({ type: () => SumDto })
  paid!: SumDto;
  /** Trades that came to their good end. */
  @ApiProperty({ type: () => SumDto })
  completed!: SumDto;
  /** Trades whose money (SELL: whose crypto) went back: part of no other sum. */
  @ApiProperty({ type: () => SumDto })
  refunded!: SumDto;
  /** The part of both whose order is in review: not to be relied upon yet. */
  @ApiProperty({ type: () => SumDto })
  inReview!: SumDto;
}

/** How many orders have a status. */
export class StatusCountDto {
  /** The status. */
  @ApiOneOf(TRADE_STATUSES, 'COMPLETED')
  status!: string;
  /** How many orders. */
  @ApiCount(14)
  orders!: number;
}

/** How many orders are of a side. */
export class SideCountDto {
  /** Purchases or sales. */
  @ApiOneOf(SIDES)
  side!: string;
  /** How many orders. */
  @ApiCount(18)
  orders!: number;
}

/** How many mismatches are of a kind. */
export class KindCountDto {
  /** The kind. */
  @ApiOneOf(MISMATCH_KINDS)
  kind!: string;
  /** How many. */
  @ApiCount(1)
  count!: number;
}

/** Mismatches of whatever order. */
export class MismatchCountsDto {
  /** Opened in the span. */
  @ApiCount(3)
  opened!: number;
  /** Resolved in the span, because the provider's answer no longer shows them. */
  @ApiCount(1)
  resolvedByProvider!: number;
  /** Resolved in the span by staff. */
  @ApiCount(1)
  resolvedByStaff!: number;
  /** Open at this moment, of whatever age. */
  @ApiProperty({ type: () => [KindCountDto] })
  openNow!: KindCountDto[];
}

/** Orders of the span with two or more paid trades. */
export class DoublePaymentsDto {
  /** How many. */
  @ApiCount(1)
  orders!: number;
  /** At most 100 of the numbers of those that are kept, the oldest first. */
  @ApiProperty({ type: [String], example: ['A-1001'] })
  numbers!: string[];
}

/** The oldest order of the span that has not ended. */
export class OldestOpenDto {
  /** The order's number. */
  @ApiExample('A-1001')
  merchantOrderNo!: string;
  /** How it stands. */
  @ApiOneOf(TRADE_STATUSES, 'TRANSFERRING')
  status!: string;
  /** When it was made. */
  @ApiMoment()
  createdAt!: string;
  /** Its age in milliseconds. */
  @ApiCount(5_400_000)
  ageMs!: number;
}

/** Orders of the span that were removed for their age. */
export class RemovedOrdersDto {
  /** How many: all other figures have them too. */
  @ApiCount(0)
  orders!: number;
  /** Months of which the span has a part: what was removed of them is in no figure, since it is kept by month alone. */
  @ApiProperty({ type: [String], example: ['2026-01'] })
  monthsLeftOut!: string[];
}

/** What the orders of each bucket have in common. */
const BUCKET_MEANINGS: Readonly<Record<Bucket, string>> = {
  in_review: 'Something does not fit.',
  never_created: 'Every trade was refused, or never created.',
  overdue: 'Nobody has answered for too long, or they are too old.',
  open: 'They go on.',
  refunded: 'The money went back.',
  ended: 'Nothing more is expected.',
};

/** Every order of the span, and the money that moved. What each figure means stands in docs/operations/reports.md. */
export class ReportDto {
  /** The moment that all figures are of. */
  @ApiMoment('2026-02-01T00:00:00.000Z')
  generatedAt!: string;
  /** The span begins here; null: with the first order. */
  @ApiMoment('2026-01-01T00:00:00.000Z')
  from!: string | null;
  /** And ends before; null: now. */
  @ApiMoment('2026-02-01T00:00:00.000Z')
  to!: string | null;
  /** Buckets, statuses and sides each add up to the orders; false: do not use the report before that is explained. */
  @ApiExample(true)
  balanced!: boolean;
  /** How many orders were made in the span. */
  @ApiCount(20)
  orders!: number;
  /** How many orders are in each bucket: each is in exactly one, the first that applies. */
  @ApiProperty({
    type: 'object',
    properties: Object.fromEntries(
      BUCKETS.map((bucket) => [
        bucket,
        { type: 'integer', minimum: 0, description: BUCKET_MEANINGS[bucket], example: bucket === 'ended' ? 20 : 0 },
      ]),
    ),
    required: [...BUCKETS],
  })
  buckets!: Readonly<Record<string, number>>;
  /** How many orders have which status. */
  @ApiProperty({ type: () => [StatusCountDto] })
  byStatus!: StatusCountDto[];
  /** How many are purchases, how many are sales. */
  @ApiProperty({ type: () => [SideCountDto] })
  bySide!: SideCountDto[];
  /** What customers paid and were paid, by side and currency. */
  @ApiProperty({ type: () => [FiatSumsDto] })
  fiat!: FiatSumsDto[];
  /** The provider's fees of completed trades, in the unit that it names, else in the trade's currency. */
  @ApiProperty({ type: () => [SumInDto] })
  rampFees!: SumInDto[];
  /** The network's fees of completed trades, in the trade's currency. */
  @ApiProperty({ type: () => [SumInDto] })
  networkFees!: SumInDto[];
  /** Rebates of completed trades, in the trade's currency. */
  @ApiProperty({ type: () => [SumInDto] })
  rebates!: SumInDto[];
  /** The same rebates in USD; never add the two. */
  @ApiProperty({ type: () => [SumInDto] })
  rebatesUsd!: SumInDto[];
  /** Crypto of completed trades. */
  @ApiProperty({ type: () => [CryptoSumDto] })
  crypto!: CryptoSumDto[];
  /** Mismatches of whatever order. */
  @ApiProperty({ type: () => MismatchCountsDto })
  mismatches!: MismatchCountsDto;
  /** Orders that were paid more than once. */
  @ApiProperty({ type: () => DoublePaymentsDto })
  doublePayments!: DoublePaymentsDto;
  /** The oldest order that has not ended; null: all have. */
  @ApiProperty({ type: () => OldestOpenDto, nullable: true })
  oldestOpen!: OldestOpenDto | null;
  /** Orders that were removed for their age. */
  @ApiProperty({ type: () => RemovedOrdersDto })
  removed!: RemovedOrdersDto;
}
