import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsOptional } from 'class-validator';
import { IsSpanEnd } from '../../platform/http/input/query.js';

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
