import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsOptional } from 'class-validator';
import { BUCKETS } from '../../accounting/report/report.types.js';
import { IsSpanEnd } from '../query.decorators.js';

const FORMATS = ['json', 'csv'] as const;

export class ReportQueryDto {
  /** Orders created at this time or later: a date (its midnight, UTC) or an RFC 3339 time. */
  @IsSpanEnd('2026-01-01')
  from?: string;

  /** Orders created before this time. */
  @IsSpanEnd('2026-02-01')
  to?: string;

  /** Goes before the `Accept` header. */
  @ApiPropertyOptional({ enum: FORMATS })
  @IsOptional()
  @IsIn(FORMATS)
  format?: (typeof FORMATS)[number];
}

/** A sum of what the provider stated. */
export class SumDto {
  trades!: number;
  /** @example "1250.00" */
  amount!: string;
  /** Of so many of the trades it stated nothing: the amount is a lower bound. */
  unstated!: number;
}

export class SumInDto extends SumDto {
  /** @example "BUY" */
  side!: string;
  /** @example "USD" */
  @ApiProperty({ type: String, nullable: true })
  unit!: string | null;
}

export class CryptoSumDto extends SumDto {
  /** @example "BUY" */
  side!: string;
  @ApiProperty({ type: String, nullable: true, example: 'USDT' })
  crypto!: string | null;
  @ApiProperty({ type: String, nullable: true, example: 'ETH' })
  network!: string | null;
}

export class FiatSumsDto {
  /** @example "BUY" */
  side!: string;
  @ApiProperty({ type: String, nullable: true, example: 'USD' })
  fiat!: string | null;
  orders!: number;
  /** @example "1250.00" */
  asked!: string;
  /** Trades whose money has come, and that are not completed. */
  @ApiProperty({ type: () => SumDto })
  paid!: SumDto;
  @ApiProperty({ type: () => SumDto })
  completed!: SumDto;
  /** The part of both whose order is in review: not to be relied upon yet. */
  @ApiProperty({ type: () => SumDto })
  inReview!: SumDto;
}

export class StatusCountDto {
  status!: string;
  orders!: number;
}

export class SideCountDto {
  side!: string;
  orders!: number;
}

export class KindCountDto {
  kind!: string;
  count!: number;
}

export class MismatchCountsDto {
  opened!: number;
  resolvedByProvider!: number;
  resolvedByStaff!: number;
  @ApiProperty({ type: () => [KindCountDto] })
  openNow!: KindCountDto[];
}

export class DoublePaymentsDto {
  orders!: number;
  /** At most 100 of their numbers. */
  numbers!: string[];
}

export class OldestOpenDto {
  merchantOrderNo!: string;
  status!: string;
  @ApiProperty({ type: String, format: 'date-time' })
  createdAt!: string;
  ageMs!: number;
}

/** What each figure means stands in docs/operations.md. */
export class ReportDto {
  @ApiProperty({ type: String, format: 'date-time' })
  generatedAt!: string;
  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  from!: string | null;
  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  to!: string | null;
  /** false: do not use the report before that is explained. */
  balanced!: boolean;
  orders!: number;
  @ApiProperty({
    type: 'object',
    properties: Object.fromEntries(BUCKETS.map((bucket) => [bucket, { type: 'integer' }])),
    required: [...BUCKETS],
  })
  buckets!: Readonly<Record<string, number>>;
  @ApiProperty({ type: () => [StatusCountDto] })
  byStatus!: StatusCountDto[];
  @ApiProperty({ type: () => [SideCountDto] })
  bySide!: SideCountDto[];
  @ApiProperty({ type: () => [FiatSumsDto] })
  fiat!: FiatSumsDto[];
  @ApiProperty({ type: () => [SumInDto] })
  rampFees!: SumInDto[];
  @ApiProperty({ type: () => [SumInDto] })
  networkFees!: SumInDto[];
  @ApiProperty({ type: () => [SumInDto] })
  rebates!: SumInDto[];
  @ApiProperty({ type: () => [SumInDto] })
  rebatesUsd!: SumInDto[];
  @ApiProperty({ type: () => [CryptoSumDto] })
  crypto!: CryptoSumDto[];
  @ApiProperty({ type: () => MismatchCountsDto })
  mismatches!: MismatchCountsDto;
  @ApiProperty({ type: () => DoublePaymentsDto })
  doublePayments!: DoublePaymentsDto;
  @ApiProperty({ type: () => OldestOpenDto, nullable: true })
  oldestOpen!: OldestOpenDto | null;
}
