import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional } from 'class-validator';
import { PageQueryDto } from '../../http/page-query.dto.js';
import { UUID } from '../queries.js';
import { IsCursor, IsSpanEnd } from '../query.decorators.js';

export class RunsQueryDto extends PageQueryDto {
  /** Begun at this time or later: a date (its midnight, UTC) or an RFC 3339 time. */
  @IsSpanEnd('2026-01-31T12:00:00Z')
  from?: string;

  /** Begun before this time. */
  @IsSpanEnd('2026-02-01')
  to?: string;

  /** The `nextCursor` of the page before. */
  @ApiPropertyOptional({ type: String })
  @IsOptional()
  @IsCursor(UUID)
  cursor?: string;
}

/** A round of one replica in which trades were asked about. Rounds with nothing to ask leave nothing behind. */
export class RunDto {
  id!: string;
  @ApiProperty({ type: String, format: 'date-time' })
  startedAt!: string;
  @ApiProperty({ type: String, format: 'date-time' })
  finishedAt!: string;
  /** Trades that were due. */
  claimed!: number;
  /** Trades of which the provider said something. */
  answered!: number;
  /** Trades of which it said something new. */
  changed!: number;
  /** Trades of which nothing was heard. */
  unanswered!: number;
}

export class RunsDto {
  @ApiProperty({ type: () => [RunDto] })
  items!: RunDto[];
  /** Where the list goes on; null: this is all. */
  @ApiProperty({ type: String, nullable: true })
  nextCursor!: string | null;
}
