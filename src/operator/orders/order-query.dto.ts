import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn } from 'class-validator';
import { EXPORT_FORMATS } from '../../accounting/export/order-line.js';
import type { ExportFormat } from '../../accounting/export/order-line.js';
import type { CsvForm } from '../../accounting/report/report.types.js';
import { REPORT_BASES } from '../../accounting/report/report.types.js';
import type { ReportBasis } from '../../accounting/report/report.types.js';
import { OrderFilterDto } from '../../reading/api/order-list.dto.js';
import { IsSpanEnd } from '../../platform/http/input/query.js';
import { IsCountry, IsWord, MayBeAbsent } from '../../platform/http/input/rules.js';

/** Filters of staff's list of orders; all of them must match. */
export class OrderQueryDto extends OrderFilterDto {
  /** `true`: only orders in review; `false`: only the others. */
  @ApiPropertyOptional({ enum: ['true', 'false'], example: 'true' })
  @MayBeAbsent()
  @IsIn(['true', 'false'])
  inReview?: 'true' | 'false';

  /** Created at this moment or later: a day (its midnight, UTC) or an RFC 3339 time. */
  @IsSpanEnd('2026-01-31')
  from?: string;

  /** Created before this moment. */
  @IsSpanEnd('2026-01-31T12:00:00Z')
  to?: string;

  /** `true`: only orders that the report counts as overdue: unanswered for too long, or too old. */
  @ApiPropertyOptional({ enum: ['true'], example: 'true' })
  @MayBeAbsent()
  @IsIn(['true'])
  overdue?: 'true';

  /** The provider's code of the ordered payment method. */
  @ApiPropertyOptional({ type: String, example: '10001' })
  @MayBeAbsent()
  @IsWord()
  payWayCode?: string;

  /** Where the customer lives: two letters, ISO 3166-1. */
  @ApiPropertyOptional({ type: String, example: 'US' })
  @MayBeAbsent()
  @IsCountry()
  country?: string;

  /** The provider's name of the cryptocurrency. */
  @ApiPropertyOptional({ type: String, example: 'USDT' })
  @MayBeAbsent()
  @IsWord()
  crypto?: string;

  /** The provider's name of the network. */
  @ApiPropertyOptional({ type: String, example: 'ETH' })
  @MayBeAbsent()
  @IsWord()
  network?: string;
}

const REPORT_FORMATS = ['json', 'csv'] as const;

class SpanQueryDto {
  /** Orders created at this time or later: a date (its midnight, UTC) or an RFC 3339 time. */
  @IsSpanEnd('2026-01-01')
  from?: string;

  /** Orders created before this time. */
  @IsSpanEnd('2026-02-01')
  to?: string;

  /** `true`: CSV with a byte order mark, and whole numbers of more than 15 digits as text. */
  @ApiPropertyOptional({ enum: ['true'], example: 'true' })
  @MayBeAbsent()
  @IsIn(['true'])
  spreadsheet?: 'true';
}

export const csvForm = ({ spreadsheet }: SpanQueryDto): CsvForm => ({ spreadsheet: spreadsheet === 'true' });

/** The orders to export, and the format. */
export class OrderExportQueryDto extends SpanQueryDto {
  /** CSV with a header (RFC 4180), or one JSON object per line. */
  @ApiPropertyOptional({ enum: EXPORT_FORMATS, default: 'csv', example: 'jsonl' })
  @MayBeAbsent()
  @IsIn(EXPORT_FORMATS)
  format?: ExportFormat;
}

export class ReportQueryDto extends SpanQueryDto {
  /** `completed`: purchases whose crypto was sent in the span, and sales created in it. Its sums do not change later. */
  @ApiPropertyOptional({ enum: REPORT_BASES, default: 'created', example: 'completed' })
  @MayBeAbsent()
  @IsIn(REPORT_BASES)
  by?: ReportBasis;

  /** Overrides the `Accept` header. */
  @ApiPropertyOptional({ enum: REPORT_FORMATS, example: 'csv' })
  @MayBeAbsent()
  @IsIn(REPORT_FORMATS)
  format?: (typeof REPORT_FORMATS)[number];
}
