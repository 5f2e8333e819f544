import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsOptional } from 'class-validator';
import { EXPORT_FORMATS } from '../../accounting/export/export.types.js';
import type { ExportFormat } from '../../accounting/export/export.types.js';
import { IsSpanEnd } from '../../platform/http/input/query.js';

/** The orders to export, and the format. */
export class OrderExportQueryDto {
  /** Orders created at this time or later: a date (its midnight, UTC) or an RFC 3339 time. */
  @IsSpanEnd('2026-01-01')
  from?: string;

  /** Orders created before this time. */
  @IsSpanEnd('2026-02-01')
  to?: string;

  /** CSV with a header (RFC 4180), or one JSON object per line. */
  @ApiPropertyOptional({ enum: EXPORT_FORMATS, default: 'csv', example: 'jsonl' })
  @IsOptional()
  @IsIn(EXPORT_FORMATS)
  format?: ExportFormat;
}
