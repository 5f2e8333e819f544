import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsOptional } from 'class-validator';
import { EXPORT_FORMATS } from '../../accounting/export/order-line.js';
import type { ExportFormat } from '../../accounting/export/order-line.js';
import { OrderFilterDto } from '../../reading/api/order-list.dto.js';
import { IsCursor, IsSpanEnd } from '../../platform/http/input/query.js';
import { MERCHANT_ORDER_NO } from '../../platform/terms/order.js';

/** Filters of staff's list of orders; all of them must match. */
export class OrderQueryDto extends OrderFilterDto {
  /** `true`: only orders in review; `false`: only the others. */
  @ApiPropertyOptional({ enum: ['true', 'false'], example: 'true' })
  @IsOptional()
  @IsIn(['true', 'false'])
  inReview?: 'true' | 'false';

  /** Created at this moment or later: a day (its midnight, UTC) or an RFC 3339 time. */
  @IsSpanEnd('2026-01-31')
  from?: string;

  /** Created before this moment. */
  @IsSpanEnd('2026-01-31T12:00:00Z')
  to?: string;

  /** `nextCursor` of the previous page. */
  @IsCursor(MERCHANT_ORDER_NO)
  cursor?: string;
}

const REPORT_FORMATS = ['json', 'csv'] as const;

class SpanQueryDto {
  /** Orders created at this time or later: a date (its midnight, UTC) or an RFC 3339 time. */
  @IsSpanEnd('2026-01-01')
  from?: string;

  /** Orders created before this time. */
  @IsSpanEnd('2026-02-01')
  to?: string;
}

/** The orders to export, and the format. */
export class OrderExportQueryDto extends SpanQueryDto {
  /** CSV with a header (RFC 4180), or one JSON object per line. */
  @ApiPropertyOptional({ enum: EXPORT_FORMATS, default: 'csv', example: 'jsonl' })
  @IsOptional()
  @IsIn(EXPORT_FORMATS)
  format?: ExportFormat;
}

export class ReportQueryDto extends SpanQueryDto {
  /** Overrides the `Accept` header. */
  @ApiPropertyOptional({ enum: REPORT_FORMATS, example: 'csv' })
  @IsOptional()
  @IsIn(REPORT_FORMATS)
  format?: (typeof REPORT_FORMATS)[number];
}
